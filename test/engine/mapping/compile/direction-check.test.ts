import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { decidesDirection } from '../../../../src-main/engine/mapping/compile/direction-check.ts'
import { previewMapping } from '../../../../src-main/engine/mapping/preview/preview-mapping.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { account, columnsNamed, goodPhone, mapCells, recipeOf } from '../mapping-case.ts'

const fields: FieldRule[] = [{ to: 'body', from: ['Text'] }]
const recipe = recipeOf('messages', fields)

/** A file with one more column, its values as samples; what becomes of each row. */
function mapWords(header: string, words: readonly string[], only?: { column: string; is: string[] }) {
  const columns = columnsNamed('Phone', 'Text', header).map((column) =>
    column.name === header ? { ...column, samples: words.filter((word) => word !== '') } : column,
  )
  const rows = words.map((word, index): SourceRow => ({ line: index + 2, cells: [goodPhone, 'Hi', word] }))
  const made = recipeOf('messages', fields, { only })
  const mapping = compileRecipe(made, columns, account)
  return {
    issues: rows.map((row) => mapping.mapRow(row).issues.map(({ code, severity }) => `${severity} ${code}`)),
    notices: previewMapping(made, columns, rows, account).notices,
    preview: previewMapping(made, columns, rows, account),
  }
}

describe('a message that the office sent', () => {
  test('is invalid where the recipe does not say which rows it wants', () => {
    const row = mapCells(recipe, { Text: 'Hi', Direction: 'Outbound' }, 5)
    expect(row.issues).toMatchObject([{ code: 'message.outbound', severity: 'error', line: 5, column: 'Direction', value: 'Outbound' }])
    expect(row.issues[0]?.message).toContain("it would be the customer's words")
    expect(row.issues[0]?.hint).toContain('only rows whose "Direction" is "Inbound"')
    expect(mapCells(recipe, { Text: 'Hi', Direction: 'Inbound' }).issues).toEqual([])
    expect(mapCells(recipe, { Text: 'Hi', Direction: '' }).issues).toEqual([])
  })

  test('is left out, or imported on purpose, where the recipe says so', () => {
    expect(mapWords('Direction', ['in', 'out'], { column: 'Direction', is: ['in'] }).issues).toEqual([[], []])
    const onPurpose = mapWords('Direction', ['in', 'out'], { column: 'Direction', is: ['in', 'out'] })
    expect(onPurpose.issues).toEqual([[], []])
    expect(onPurpose.notices).toMatchObject([{ code: 'only.outbound' }])
  })

  test('is refused also where the filter is about something else', () => {
    const other = recipeOf('messages', fields, { only: { column: 'Channel', is: ['SMS'] } })
    expect(mapCells(other, { Text: 'Hi', Channel: 'SMS', Direction: 'Sent' }).issues).toMatchObject([{ code: 'message.outbound' }])
    const typed = recipeOf('messages', fields, { only: { column: 'Type', is: ['SMS'] } })
    expect(mapCells(typed, { Text: 'Hi', Type: 'SMS', Direction: 'Sent' }).issues).toMatchObject([{ code: 'message.outbound' }])
  })

  test('is found under a header that could mean other things by its words', () => {
    expect(mapWords('Type', ['Received', 'Sent']).issues).toEqual([[], ['error message.outbound']])
    expect(mapWords('Type', ['SMS', 'Sent']).issues).toEqual([[], []])
    // Further down, where the samples do not reach.
    expect(mapCells(recipe, { Text: 'Hi', Type: 'Outbound SMS' }).issues).toMatchObject([{ code: 'message.outbound' }])
    expect(mapCells(recipe, { Text: 'Hi', Status: 'Outbound' }).issues).toEqual([])
  })

  test('is no matter for other kinds of import', () => {
    expect(mapCells(recipeOf('contacts', [{ to: 'name', from: ['Text'] }]), { Text: 'Anna', Direction: 'Outbound' }).issues).toEqual([])
  })

  test('is not looked for in a column that is read as something else', () => {
    const fromNumber = recipeOf('messages', fields, { match: { by: 'phone', column: 'From' } })
    expect(mapCells(fromNumber, { From: goodPhone, Text: 'Hi' })).toMatchObject({ key: { phone: '+12025550123' }, issues: [] })
  })
})

describe('columns that contradict each other', () => {
  const only = { column: 'Direction', is: ['Inbound'] }
  const filtered = recipeOf('messages', fields, { only })
  const read = (cells: Record<string, string>, made = filtered) => {
    const all = { Phone: goodPhone, Text: 'Hi', Direction: 'Inbound', ...cells }
    const columns = columnsNamed(...Object.keys(all)).map((column) => {
      const sample = cells[column.name]
      return sample === undefined ? column : { ...column, samples: [sample] }
    })
    const { issues, isDirectionUnknown } = compileRecipe(made, columns, account).mapRow({ line: 2, cells: Object.values(all) })
    return [isDirectionUnknown === true, issues.map(({ code, column }) => `${code} ${column ?? ''}`)]
  }

  test.each([
    [{ is_from_me: '1' }],
    [{ Outgoing: 'Yes' }],
    [{ Incoming: 'No' }],
    [{ Richtung: 'Gesendet' }],
    [{ Folder: 'Outgoing' }],
    [{ 'Is customer': 'No' }],
  ])("hold what the filter takes for the customer's, and %j for the office's", (cells) => {
    const mapping = (value: string) => {
      const [name = ''] = Object.keys(cells)
      const columns = columnsNamed('Phone', 'Text', 'Direction', name).map((column) =>
        column.name === name ? { ...column, samples: [value] } : column,
      )
      return compileRecipe(filtered, columns, account).mapRow({ line: 2, cells: [goodPhone, 'Hi', 'Inbound', value] })
    }
    const [name = '', value = ''] = Object.entries(cells)[0] ?? []
    expect(mapping(value)).toMatchObject({
      isDirectionUnknown: true,
      issues: [{ code: 'message.contradicts', severity: 'warning', column: name }],
    })
    expect(mapping(value).issues[0]?.message).toContain('"Direction" says that the customer wrote this message')
  })

  test('are none where they agree, say nothing, or only name a person', () => {
    for (const cells of [
      { is_from_me: '0' },
      { Incoming: 'Yes' },
      { Incoming: '' },
      { Sender: 'Admin' },
      { Type: 'SMS' },
      { Status: 'Outbound' },
    ])
      expect([cells, read(cells as Record<string, string>)]).toEqual([cells, [false, []]])
    // What the recipe reads as something else says nothing of the direction.
    const tagged = recipeOf('messages', [{ to: 'body', from: ['Text', 'Outgoing'] }], { only })
    expect([read({ Outgoing: 'Yes' })[0], read({ Outgoing: 'Yes' }, tagged)]).toEqual([true, [false, []]])
  })

  test("are no matter where a person has decided: all are the customers', or the office's are imported on purpose", () => {
    const stated = recipeOf('messages', fields, { only, direction: 'inbound' })
    expect(read({ is_from_me: '1' }, stated)).toEqual([false, []])
    const onPurpose = recipeOf('messages', fields, { only: { column: 'Direction', is: ['Inbound', 'Outbound'] } })
    expect(read({ is_from_me: '1' }, onPurpose)).toEqual([false, []])
  })

  test('leave rows alone that the filter leaves out', () => {
    expect(read({ Direction: 'Outbound', is_from_me: '1' })).toEqual([false, []])
  })
})

test.each<[string, string[], string[], boolean]>([
  ['Direction', ['1'], ['1', '2'], true],
  ['Type', ['Received'], [], true],
  ['Type', ['SMS'], ['SMS', 'MMS'], false],
  ['Type', ['SMS'], ['Received', 'Sent'], true],
  ['Status', ['Received'], [], false],
])('a filter by "%s" for %j, of %j, is about the direction: %s', (column, is, samples, isAbout) => {
  const columns = columnsNamed('Phone', column).map((one) => ({ ...one, samples: one.name === column ? samples : [] }))
  expect(decidesDirection(recipeOf('messages', fields, { only: { column, is } }), columns)).toBe(isAbout)
})

test.each([
  [['Received', 'MMS', 'Sent'], 'is "Received"'],
  [['Incoming', 'Received', 'Sent'], 'is "Incoming" or "Received"'],
  [['Gesendet'], 'is "Empfangen"'],
])('of the words %j it is said which ones to import: %s', (samples, wanted) => {
  const columns = columnsNamed('Phone', 'Text', 'Direction').map((one) => ({ ...one, samples: one.name === 'Direction' ? samples : [] }))
  const row = { line: 2, cells: [goodPhone, 'Hi', samples.at(-1) ?? ''] }
  expect(compileRecipe(recipe, columns, account).mapRow(row).issues[0]?.hint).toContain(wanted)
})

test("of the columns of two numbers the office's own tell who wrote, and the sender's is no column of words besides", () => {
  const office = '+12025550100'
  const own = { ...account, departments: [office, null].map((phone) => ({ uuid: 'd', name: 'D', phone, isSmsGroup: false })) }
  const columns = columnsNamed('Phone', 'From', 'To', 'Text')
  const said = (from: string, to: string) => {
    const { issues, isDirectionUnknown } = compileRecipe(recipe, columns, own).mapRow({ line: 2, cells: [goodPhone, from, to, 'Hi'] })
    return [isDirectionUnknown === true, issues.map(({ code, column }) => `${code} ${column ?? ''}`)]
  }
  for (const from of [goodPhone, '']) expect(said(from, office)).toEqual([false, []])
  expect(said(office, goodPhone)).toEqual([false, ['message.outbound From']])
  for (const [from, to] of [
    [office, office],
    ['+12025550101', '+12025550102'],
    ['', ''],
  ] as const)
    expect(said(from, to)).toEqual([true, []])
})

test('words that are not known are a warning, and the preview says it of the whole file', () => {
  const { issues, notices } = mapWords('Direction', ['1', '2', '1'])
  expect(issues).toEqual([['warning message.direction'], ['warning message.direction'], ['warning message.direction']])
  expect(notices).toMatchObject([{ code: 'message.direction' }])
  expect(notices[0]?.message).toContain('does not tell who wrote 3 of the first 3 rows ("1", "2")')
})

describe('the preview', () => {
  test('counts what the office sent, once for all rows', () => {
    const { notices, preview } = mapWords('Direction', ['Inbound', 'Outbound', 'Outbound'])
    expect(notices).toMatchObject([{ code: 'message.outbound' }])
    expect(notices[0]?.message).toContain('says that your office sent 2 of the first 3 rows ("Outbound")')
    expect(preview.counts).toEqual({ rows: 3, ok: 1, invalid: 2, filtered: 0, withIssues: 2 })
  })

  test('counts rows that the recipe leaves out, says why, and takes no samples from them', () => {
    const { notices, preview } = mapWords('Direction', ['Inbound', 'Outbound', 'Outbound'], { column: 'Direction', is: ['Inbound'] })
    expect(notices).toEqual([])
    expect(preview.counts).toEqual({ rows: 3, ok: 1, invalid: 0, filtered: 2, withIssues: 0 })
    expect(preview.rows[1]).toMatchObject({ ok: false, filtered: 'The recipe leaves out rows whose "Direction" is "Outbound".' })
    expect(preview.columns.map(({ samples }) => samples.map(({ line }) => line))).toEqual([[2], [2]])
  })

  test('says when the filter leaves nothing', () => {
    const { notices } = mapWords('Direction', ['Inbound', 'Outbound'], { column: 'Direction', is: ['Incoming'] })
    expect(notices).toMatchObject([{ code: 'only.nothing' }])
    expect(notices[0]?.message).toBe('None of the first 2 rows has "Incoming" in "Direction": it holds "Inbound", "Outbound".')
  })
})
