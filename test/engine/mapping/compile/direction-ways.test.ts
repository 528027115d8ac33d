import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { account, columnsNamed, recipeOf } from '../mapping-case.ts'

/** What becomes of messages whose last column holds these words: imported, written as whispers, left out, refused or held. */
function fate(header: string, words: readonly string[], how: 'suggested' | 'by hand', direction?: 'inbound') {
  const columns = columnsNamed('Phone', 'Body', header).map((column) =>
    column.name === header ? { ...column, samples: [...words] } : column,
  )
  const rows = words.map((word, index): SourceRow => ({ line: index + 2, cells: ['(202) 555-0123', 'Hello my friend', word] }))
  const recipe =
    how === 'suggested'
      ? suggestRecipe({ kind: 'messages', columns, rows, account }).recipe
      : recipeOf('messages', [{ to: 'body', from: ['Body'] }], direction && { direction })
  const mapping = compileRecipe(recipe, columns, account)
  return rows.map((row) => {
    const out = mapping.mapRow(row)
    if (out.filtered !== undefined) return 'left out'
    if (out.issues.some(({ severity }) => severity === 'error')) return 'refused'
    if (out.isDirectionUnknown === true) return 'held'
    return out.message?.isWhisper === true ? 'whisper' : 'imported'
  })
}

/** Header, the contact's word, the office's word. */
const ways: [header: string, contact: string, office: string][] = [
  ['Direction', 'Inbound', 'Outbound'],
  ['Direction', 'inbound', 'outbound-api'],
  ['Direction', 'Incoming', 'Outgoing'],
  ['Direction', 'in', 'out'],
  ['Direction', 'I', 'O'],
  ['Direction', 'R', 'S'],
  ['Direction', '←', '→'],
  ['Direction', '<-', '->'],
  ['Direction', '<<', '>>'],
  ['Dir', 'In', 'Out'],
  ['Message Direction', 'Received', 'Sent'],
  ['type', '1', '2'],
  ['type', '1', '5'],
  ['msg_box', '1', '2'],
  ['is_from_me', '0', '1'],
  ['fromMe', 'false', 'true'],
  ['From Me', 'No', 'Yes'],
  ['Outgoing', 'FALSE', 'TRUE'],
  ['is_outgoing', '0', '1'],
  ['Incoming', 'Yes', 'No'],
  ['Incoming', 'true', 'false'],
  ['Message Type', 'received', 'sent'],
  ['Type', 'SMS received', 'SMS sent'],
  ['Message Type', 'SMS_IN', 'SMS_OUT'],
  ['Folder', 'Inbox', 'Sent'],
  ['Folder', 'Inbox', 'Sent Items'],
  ['Flow', 'IN', 'OUT'],
  ['Side', 'them', 'us'],
  ['Party', 'guest', 'host'],
  ['Channel Direction', 'From Contact', 'To Contact'],
  ['direction_code', 'R', 'S'],
  ['Sender', 'Patient', 'Office'],
  ['Sender Type', 'patient', 'provider'],
  ['Sender Type', 'Customer', 'Automated'],
  ['Initiated By', 'Patient', 'Practice'],
  ['Author', 'Contact', 'Agent'],
  ['Author', 'Client', 'You'],
  ['Sent By', 'Patient', 'Front Desk'],
  ['From', 'Customer', 'Business'],
  ['From/To', 'From', 'To'],
  ['From', 'Patient', 'Me'],
  ['Direction', 'Patient to Office', 'Office to Patient'],
  ['Direction', 'From patient', 'To patient'],
  ['Origin', 'MO', 'MT'],
  ['Richtung', 'Eingehend', 'Ausgehend'],
  ['Absender', 'Patient', 'Praxis'],
  ['Sens', 'Reçu', 'Envoyé'],
  ['Dirección', 'Entrante', 'Saliente'],
  ['Direzione', 'Ricevuto', 'Inviato'],
  ['Direção', 'Recebida', 'Enviada'],
  ['Richting', 'Ontvangen', 'Verzonden'],
]

describe.each(ways)('"%s" with %s and %s', (header, contact, office) => {
  test('makes whispers of the words of the office, or refuses them', () => {
    expect(fate(header, [contact, office], 'suggested')).toEqual(['imported', 'whisper'])
    expect(fate(header, [contact, office], 'by hand')).toEqual(['imported', 'refused'])
  })

  test('never imports what only the office wrote', () => {
    expect(fate(header, [office, office], 'suggested')).not.toContain('imported')
    expect(fate(header, [office, office], 'by hand')).not.toContain('imported')
  })
})

test.each([
  ['Direction', ['1', '2']],
  ['Direction', ['A', 'B']],
  ['Sender', ['Anna Lee', 'Dr. Smith']],
  ['Direction', ['Inbound/Outbound', '?']],
])('where the words of "%s" are not known (%j), the rows are held until a person says whose they are', (header, words) => {
  expect(fate(header, words, 'suggested')).toEqual(['held', 'held'])
  expect(fate(header, words, 'by hand')).toEqual(['held', 'held'])
  expect(fate(header, words, 'by hand', 'inbound')).toEqual(['imported', 'imported'])
})

test('a blank cell tells nothing', () =>
  expect(fate('Direction', ['Inbound', '', 'Outbound'], 'by hand')).toEqual(['imported', 'held', 'refused']))

test('a statement does not make the office a customer', () =>
  expect(fate('Direction', ['Inbound', 'Outbound'], 'by hand', 'inbound')).toEqual(['imported', 'refused']))

test('without a column that tells, the suggestion waits for a person', () => {
  expect(fate('Channel', ['SMS', 'SMS'], 'suggested')).toEqual(['held', 'held'])
  expect(fate('Channel', ['SMS', 'SMS'], 'by hand')).toEqual(['imported', 'imported'])
})

test('numbers from and to tell by the number of the office', () => {
  const [contact, office, other] = ['(202) 555-0123', '(202) 555-0100', '(202) 555-0101']
  const columns = columnsNamed('From', 'To', 'Body').map((column) => ({
    ...column,
    samples: column.name === 'Body' ? ['Hello there'] : [contact, office],
  }))
  const mapOf = (departments: string[]) => {
    const recipe = recipeOf('messages', [{ to: 'body', from: ['Body'] }], { match: { by: 'phone', column: 'From' } })
    const mapping = compileRecipe(recipe, columns, {
      ...account,
      departments: departments.map((phone) => ({ uuid: 'd', name: 'D', phone, isSmsGroup: false })),
    })
    return [
      [contact, office],
      [office, contact],
      [contact, other],
    ].map(([from = '', to = '']) => {
      const { issues, isDirectionUnknown } = mapping.mapRow({ line: 2, cells: [from, to, 'Hello'] })
      return issues.some(({ code }) => code === 'message.outbound') ? 'refused' : isDirectionUnknown === true ? 'held' : 'imported'
    })
  }
  expect(mapOf(['+12025550100'])).toEqual(['imported', 'refused', 'held'])
  expect(mapOf([])).toEqual(['held', 'held', 'held'])
})

describe('what the recipe takes for the words of the office', () => {
  const columns = columnsNamed('Phone', 'Body', 'Direction', 'Type').map((column) => ({
    ...column,
    samples: column.name === 'Direction' || column.name === 'Type' ? ['Inbound', 'Outbound'] : [],
  }))
  const mapOf = (parts: Partial<Parameters<typeof recipeOf>[2]>, cells: readonly string[]) =>
    compileRecipe(recipeOf('messages', [{ to: 'body', from: ['Body'] }], parts), columns, account).mapRow({
      line: 2,
      cells: ['(202) 555-0123', 'Hello', ...cells],
    })
  const whispers = { column: 'Direction', is: ['Outbound'] }

  test('is a whisper, whatever the filter for the contacts says', () => {
    for (const only of [undefined, { column: 'Direction', is: ['Inbound'] }]) {
      expect(mapOf({ whispers, only }, ['outbound ', '']).message).toMatchObject({ body: 'Hello', isWhisper: true })
      expect(mapOf({ whispers, only }, ['Inbound', '']).message).not.toHaveProperty('isWhisper')
    }
    expect(mapOf({ whispers, only: { column: 'Direction', is: ['Inbound'] } }, ['?', '']).filtered).toBeDefined()
    expect(mapOf({ whispers }, ['?', '']).isDirectionUnknown).toBe(true)
  })

  test('is held where another column says that the contact wrote it', () => {
    const row = mapOf({ whispers, only: { column: 'Direction', is: ['Inbound'] } }, ['Outbound', 'Inbound'])
    expect(row.isDirectionUnknown).toBe(true)
    expect(row.issues).toMatchObject([
      {
        code: 'message.contradicts',
        message:
          '"Direction" says that your office wrote this message, and "Inbound" in "Type" that the customer did; it is held until somebody says who.',
      },
    ])
    expect(mapOf({ whispers }, ['Outbound', 'Outbound'])).toMatchObject({ issues: [], message: { isWhisper: true } })
  })

  test('goes to the number that it was sent to', () => {
    const both = columnsNamed('From', 'To', 'Body', 'Direction').map((column) => ({
      ...column,
      samples: column.name === 'Direction' ? ['Inbound', 'Outbound'] : [],
    }))
    const recipe = recipeOf('messages', [{ to: 'body', from: ['Body'] }], {
      match: { by: 'phone', column: 'From' },
      only: { column: 'Direction', is: ['Inbound'] },
      whispers: { ...whispers, phone: 'To' },
    })
    const { mapRow } = compileRecipe(recipe, both, account)
    const keyOf = (cells: string[]) => mapRow({ line: 2, cells }).key
    expect(keyOf(['(202) 555-0123', '(202) 555-0100', 'Hi', 'Inbound'])).toEqual({ by: 'phone', phone: '+12025550123' })
    expect(keyOf(['(202) 555-0100', '(202) 555-0123', 'Hi', 'Outbound'])).toEqual({ by: 'phone', phone: '+12025550123' })
  })
})
