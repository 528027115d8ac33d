import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
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
