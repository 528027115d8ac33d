import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { createOfficeNumberCollector } from '../../../../src-main/engine/mapping/suggest/office-number-collector.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'

type Pair = readonly [from: string, to: string]
const office = '(202) 555-0100'
const contact = (last: number) => `+1 202-555-012${last}`
const conversations: readonly Pair[] = [
  [contact(1), office],
  [office, contact(1)],
  [contact(2), '+12025550100'],
  [office, contact(3)],
]

/** What becomes of messages between two numbers each, and the recipe that was suggested for them. */
function fatesOf(pairs: readonly Pair[], departments: readonly string[] = [], headers: Pair = ['From', 'To']) {
  const rows = pairs.map(([from, to], at) => ({ line: at + 2, cells: [to, from, `Hello there ${at}`] }))
  const columns = [headers[1], headers[0], 'Message'].map((name, index) => ({
    name,
    header: name,
    index,
    samples: rows.map(({ cells }) => cells[index] ?? ''),
  }))
  const account = {
    country: 'US',
    customFields: [],
    departments: departments.map((phone) => ({ uuid: 'd', name: 'D', phone, isSmsGroup: false })),
  }
  const collector = createOfficeNumberCollector('messages', columns, account)
  for (const row of rows) collector.add(row)
  const suggestion = suggestRecipe({ kind: 'messages', columns, rows, account, office: collector.result() })
  const { mapRow } = compileRecipe(suggestion.recipe, columns, account)
  const fates = rows.map((row) => {
    const { filtered, issues, isDirectionUnknown, key, message } = mapRow(row)
    if (filtered) return 'left out'
    if (issues.some(({ code }) => code === 'message.outbound')) return 'refused'
    return isDirectionUnknown === true
      ? 'held'
      : key?.by === 'phone'
        ? `${message?.isWhisper === true ? 'whisper to ' : ''}${key.phone}`
        : 'no key'
  })
  return { fates, ...suggestion }
}

const [one, two] = ['+12025550121', '+12025550122']

describe('of messages between numbers the contact wrote what went to the office', () => {
  test.each([[['From', 'To']], [['Sender Number', 'Recipient Number']], [['Source', 'Destination']], [['Absender', 'Empfänger']]] as [
    Pair,
  ][])('%j: which is a number of its departments', (headers) => {
    const { fates, recipe, columns } = fatesOf(conversations.slice(0, 3), ['+12025550100'], headers)
    expect(fates).toEqual([one, `whisper to ${one}`, two])
    expect(recipe).toMatchObject({ match: { by: 'phone', column: headers[0] }, only: { column: headers[1], is: [office, '+12025550100'] } })
    expect(recipe.whispers).toEqual({ column: headers[0], is: [office], phone: headers[1] })
    expect(columns.find(({ name }) => name === headers[1])).toMatchObject({ target: 'only', confidence: 'sure', question: null })
  })

  test('or the one number that is in every row', () => {
    const { fates, recipe, columns } = fatesOf(conversations)
    expect(fates).toEqual([one, `whisper to ${one}`, two, 'whisper to +12025550123'])
    expect(recipe.direction).toBeUndefined()
    expect(columns.find(({ name }) => name === 'To')).toMatchObject({
      confidence: 'likely',
      reason: expect.stringContaining('the only number that is in every row'),
    })
  })
})

describe('where a column says who wrote each message', () => {
  /** The recipe for messages with this column beside others, and what is known of the office's numbers. */
  function recipeWith(names: readonly string[], rows: readonly (readonly string[])[], departments: readonly string[]) {
    const columns = names.map((name, index) => ({ name, header: name, index, samples: rows.flatMap((cells) => cells[index] ?? []) }))
    const account = {
      ...{ country: 'US', customFields: [] },
      departments: departments.map((phone) => ({ uuid: 'd', name: 'D', phone, isSmsGroup: false })),
    }
    const collector = createOfficeNumberCollector('messages', columns, account)
    const all = rows.map((cells, at) => ({ line: at + 2, cells: [...cells] }))
    for (const row of all) collector.add(row)
    return suggestRecipe({ kind: 'messages', columns, rows: all, account, office: collector.result() }).recipe
  }
  const rows = conversations.map(([from, to]) => [from, to, from === office ? 'Outbound' : 'Inbound', 'Hello there'])

  test('what the office wrote goes to the number in the column of recipients', () => {
    const recipe = recipeWith(['From', 'To', 'Direction', 'Message'], rows, ['+12025550100'])
    expect(recipe).toMatchObject({ match: { column: 'From' }, only: { column: 'Direction', is: ['Inbound'] } })
    expect(recipe.whispers).toEqual({ column: 'Direction', is: ['Outbound'], phone: 'To' })
  })

  test("it goes to the contact's own number where there is a column for that", () => {
    const withPhone = rows.map((cells) => [...cells, contact(5)])
    const recipe = recipeWith(['From', 'To', 'Direction', 'Message', 'Customer Phone'], withPhone, ['+12025550100'])
    expect(recipe.match.column).toBe('Customer Phone')
    expect(recipe.whispers).toEqual({ column: 'Direction', is: ['Outbound'] })
  })

  test('nothing becomes whispers where senders alone are known: whom the office wrote to is not', () => {
    const recipe = recipeWith(
      ['From', 'Direction', 'Message'],
      rows.map(([from = '', , direction = '', text = '']) => [from, direction, text]),
      [],
    )
    expect(recipe.match.column).toBe('From')
    expect(recipe.whispers).toBeUndefined()
  })
})

test('a row without either number says nothing of the office; one with just a sender does', () => {
  const { recipe } = fatesOf([...conversations, ['', ' ']])
  expect(recipe.only).toMatchObject({ column: 'To' })
  expect(fatesOf([...conversations, [contact(4), '']]).recipe.only).toBeUndefined()
  expect(fatesOf([...conversations, ['', contact(4)]]).recipe.only).toBeUndefined()
})

describe('nothing is imported without a person', () => {
  const held = (pairs: readonly Pair[], departments: readonly string[] = []) => fatesOf(pairs, departments).fates

  test('where the number in every row has too few others to be surely the office', () => {
    expect(held(conversations.slice(0, 3))).toEqual(['held', 'held', 'held'])
  })

  test('where no number is in every row', () => {
    const pairs: Pair[] = [...conversations, [contact(4), contact(5)]]
    expect(held(pairs)).toEqual(pairs.map(() => 'held'))
  })

  test('of a row that is not to or from a department, while others are', () => {
    expect(held([...conversations, [contact(4), contact(5)]], ['+12025550100'])).toEqual([one, 'refused', two, 'refused', 'held'])
  })

  test('where the office wrote all of it', () => {
    expect(held([1, 2, 3, 4].map((last) => [office, contact(last)] as const))).toEqual(['held', 'held', 'held', 'held'])
  })

  test('from the office to itself', () => {
    expect(held([...conversations, [office, office]]).at(-1)).toBe('held')
  })
})

describe('of a file that is read row by row', () => {
  const columns = ['From', 'To'].map((name, index) => ({ name, header: name, index, samples: [] }))
  const collected = (pairs: readonly Pair[], departments: { phone: string | null }[] = []) => {
    const collector = createOfficeNumberCollector('messages', columns, { country: 'US', departments })
    pairs.forEach((cells, at) => collector.add({ line: at + 2, cells: [...cells] }))
    return collector.result()
  }

  test('nothing is known before the first row, nor where a conversation of two is all of it', () => {
    expect(collected([])).toEqual({ from: 'From', to: 'To', written: [], sent: [], isOfAccount: false })
    expect(collected(Array.from({ length: 10 }, () => [contact(1), office] as const))).toMatchObject({ written: [], sent: [] })
  })

  test("fifty ways to write the office's number are kept, and no more", () => {
    const spelled = Array.from({ length: 60 }, (_, at): Pair => [contact(at % 10), `+1${' '.repeat(at + 1)}202-555-0100`])
    const written = collected(spelled, [{ phone: '+12025550100' }])?.written
    expect([written?.length, written?.[0]]).toEqual([50, '+1 202-555-0100'])
  })
})

test('a file of contacts has no direction', () => {
  const columns = ['From', 'To'].map((name, index) => ({ name, header: name, index, samples: [office] }))
  expect(createOfficeNumberCollector('contacts', columns, { country: 'US', departments: [] }).result()).toBeNull()
})

test('a message to the office is never matched to the number of the office', () => {
  const columns = ['From', 'To', 'Text'].map((name, index) => ({ name, header: name, index, samples: [] }))
  const account = { country: 'US', customFields: [], departments: [{ uuid: 'd', name: 'D', phone: '+12025550100', isSmsGroup: false }] }
  const { recipe } = suggestRecipe({ kind: 'messages', columns, rows: [], account })
  const mapping = compileRecipe(
    { ...recipe, match: { by: 'phone', column: 'To' }, fields: [{ to: 'body', from: ['Text'] }] },
    columns,
    account,
  )
  expect(mapping.mapRow({ line: 2, cells: [contact(1), office, 'Hi'] }).isDirectionUnknown).toBe(true)
})
