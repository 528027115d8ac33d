import { describe, expect, test } from 'vitest'
import { chooseMatch } from '../../../../src-main/engine/mapping/suggest/choose-match.ts'
import { type Described, draftOf } from './described-columns.ts'

/** What finds the contact in these columns, and what was decided of each: its target and how sure that is. */
function choose(columns: readonly Described[], parts: Parameters<typeof draftOf>[1] = {}) {
  const draft = draftOf(columns, parts)
  const match = chooseMatch(draft)
  return { match, decided: [...draft.decided.values()].map(({ name, target, confidence }) => [name, target, confidence]) }
}
const phone = (name: string, parts: Partial<Described> = {}): Described => ({ name, values: { phones: 1 }, ...parts })
const mobile = phone('Mobile', { rank: 1 })
/** Why each column was decided as it was. */
function reasonsOf(columns: readonly Described[], parts: Parameters<typeof draftOf>[1] = {}) {
  const draft = draftOf(columns, parts)
  chooseMatch(draft)
  return [...draft.decided.values()].map(({ reason }) => reason)
}

describe('an identifier', () => {
  const id = (uuids: number): Described => ({ name: 'ID', role: 'uuid', values: { uuids } })

  test('finds the contacts where at least half of its values are one; phone numbers stand in', () => {
    expect(choose([id(0.5), mobile]).match).toEqual({ by: 'uuid', column: 'ID', phoneColumns: ['Mobile'] })
    expect(choose([id(0.49), mobile]).match).toEqual({ by: 'phone', column: 'Mobile' })
    expect(choose([id(1)]).match).toEqual({ by: 'uuid', column: 'ID' })
  })

  test('comes behind phone numbers where messages go to them, and is better than none', () => {
    expect(choose([id(1), mobile], { kind: 'messages' }).match).toEqual({ by: 'phone', column: 'Mobile' })
    expect(choose([id(1)], { kind: 'messages' }).match).toEqual({ by: 'uuid', column: 'ID' })
  })
})

describe('a phone column', () => {
  test.each([
    [0.5, true, 'sure'],
    [0.49, true, 'likely'],
    [1, false, 'likely'],
  ])('of which %d are numbers, with a clear header: %s, is %s', (phones, isClear, confidence) => {
    expect(choose([phone('Phone', { isClear, values: { phones } })]).decided).toEqual([['Phone', 'match', confidence]])
  })

  test('says that it takes texts where it is of mobile phones', () => {
    expect(reasonsOf([mobile])).toEqual(['The header says phone number, and texts reach mobile phones.'])
    expect(reasonsOf([phone('Phone')])).toEqual(['The header says phone number.'])
  })

  test('that is clearly called so is the guess before a blank one, though its numbers cannot be read', () => {
    const damaged = phone('Phone', { values: { phones: 0.1 } })
    expect(choose([{ ...mobile, values: { filled: 0 } }, damaged]).match).toEqual({ by: 'phone', column: 'Phone' })
    expect(choose([damaged, { ...mobile, values: { phones: 0.1 } }]).match).toEqual({ by: 'phone', column: 'Mobile' })
  })

  test.each([
    [{ phones: 0.2 }, 'likely'],
    // Hardly any of its values is a number: it is a guess.
    [{ phones: 0.19 }, 'guess'],
    [{ filled: 0, phones: 0 }, 'likely'],
  ])('with the values %j is %s', (values, confidence) => {
    expect(choose([phone('Phone', { values })]).decided).toEqual([['Phone', 'match', confidence]])
  })

  test('that is blank so far comes behind one that is filled, unless it takes texts', () => {
    const blank = { filled: 0, phones: 0 }
    expect(choose([phone('Phone', { values: blank }), phone('Home', { rank: 4 })]).match).toEqual({ by: 'phone', column: 'Home' })
    expect(choose([{ ...mobile, values: blank }, phone('Phone')]).match).toEqual({
      by: 'phone',
      column: 'Mobile',
      otherColumns: ['Phone'],
    })
    expect(choose([{ ...mobile, values: blank }, phone('Phone', { values: blank })]).match).toEqual({
      by: 'phone',
      column: 'Mobile',
      otherColumns: ['Phone'],
    })
  })

  test('stands in where it is of the person, as its rank says, at most five of them', () => {
    const match = (...columns: Described[]) => choose([mobile, ...columns]).match
    expect(match(phone('Home', { rank: 4 }))).toMatchObject({ otherColumns: ['Home'] })
    expect(match(phone('Work', { rank: 5 }))).toEqual({ by: 'phone', column: 'Mobile' })
    expect(match(phone('Other', { rank: 6 }))).toEqual({ by: 'phone', column: 'Mobile' })
    // Without a mobile number among them, nothing is known of whose it is.
    expect(choose([phone('Phone'), phone('Other', { rank: 6 })]).match).toMatchObject({ otherColumns: ['Other'] })
    const many = Array.from({ length: 6 }, (_, at) => phone(`Phone ${at}`, { rank: 2 + at / 10 }))
    expect(match(...many)).toMatchObject({ otherColumns: many.slice(0, 5).map(({ name }) => name) })
  })

  test.each([
    ['the same person in each row', [['555 0001', '555 0009'], ['555 0001', '555 0009']], true], // prettier-ignore
    ['different people', [['555 0001', '555 0009'], ['555 0002', '555 0009']], false], // prettier-ignore
    ['the first number of somebody else', [['555 0001', ''], ['555 0002', '555 0001']], false], // prettier-ignore
    ['different people without a first number', [['', '555 0009'], ['', '555 0009']], false], // prettier-ignore
    ['nobody, for an extension is no number', [['555 0001', '00009'], ['555 0002', '00009']], true], // prettier-ignore
    ['different people, though it is short', [['555 0001', '000009'], ['555 0002', '000009']], false], // prettier-ignore
  ])('whose numbers are of %s stands in for a blank one: %s', (_whose, rows, isUsed) => {
    expect(choose([mobile, phone('Phone')], { rows }).match.otherColumns).toEqual(isUsed ? ['Phone'] : undefined)
  })
})

describe('where no column is clearly a phone number', () => {
  test('one whose values are mostly written as numbers is guessed, the one with most of them', () => {
    const written = (name: string, writtenAsPhones: number): Described => ({ name, role: null, values: { writtenAsPhones } })
    expect(choose([written('A', 0.6), written('B', 0.59)])).toEqual({
      match: { by: 'phone', column: 'A' },
      decided: [['A', 'match', 'guess']],
    })
    expect(choose([written('A', 0.6), written('B', 0.7)]).match).toEqual({ by: 'phone', column: 'B' })
    expect(choose([written('A', 0.59)]).decided).toEqual([['A', null, 'guess']])
  })

  test('the one that is least like phone numbers keeps the place', () => {
    const like = (name: string, phones: number): Described => ({ name, role: null, values: { phones } })
    expect(choose([like('A', 0.3), like('B', 0.1)])).toEqual({ match: { by: 'phone', column: 'B' }, decided: [['B', null, 'guess']] })
    expect(choose([])).toEqual({ match: { by: 'phone', column: 'Phone' }, decided: [] })
  })
})

describe("Google's numbered phones, by what their labels mostly say", () => {
  const numbered = (label: string[], other: Described, labelName = 'Phone 1 - Label') =>
    choose([phone('Phone 1 - Value', { rank: 2.1 }), { name: labelName, role: null, values: { distinct: label } }, other]).match

  test.each<[string[], number, string]>([
    // Mobile phones come before any other phone, those of home and work behind it.
    [['Mobile', 'iPhone'], 1.5, 'Phone 1 - Value'],
    [['Mobile', 'Home'], 4, 'Other'],
    [['Mobile', 'Home'], 4.2, 'Phone 1 - Value'],
    [['Work', 'Main'], 5, 'Other'],
    [['Work', 'Main'], 5.2, 'Phone 1 - Value'],
    [['Work', 'Home'], 2.2, 'Phone 1 - Value'],
    [['Work', 'Home'], 2, 'Other'],
    [[], 2.2, 'Phone 1 - Value'],
  ])('%j beside a phone of rank %d: %s', (label, rank, column) => {
    expect(numbered(label, phone('Other', { rank }))).toMatchObject({ column })
    expect(numbered(label, phone('Other', { rank }), 'Phone 1 - Type')).toMatchObject({ column })
  })

  test('a label of another number says nothing of it', () => {
    expect(numbered(['Mobile'], phone('Other', { rank: 2 }), 'Phone 2 - Label')).toMatchObject({ column: 'Other' })
  })
})

test.each([
  ...['Wrong Number', 'Bad Number', 'Invalid Number', 'Disconnected Number', 'DNC', 'DNC Number', 'Do Not Call Number', 'Old Number'],
  ...[
    'Falsche Nummer',
    'Alte Nummer',
    'Numéro erroné',
    'Faux numéro',
    'Número equivocado',
    'Numero sbagliato',
    'Número errado',
    'Foutief nummer',
  ],
])('what "%s" says of its numbers keeps it from being chosen by their look', (name) => {
  const spoilt: Described = { name, role: null, values: { phones: 1, writtenAsPhones: 1 } }
  expect(choose([{ name: 'Id', role: null }, spoilt]).match).toEqual({ by: 'phone', column: 'Id' })
  expect(
    choose([
      { name: 'Id', role: null },
      { ...spoilt, name: 'Number' },
    ]).match,
  ).toEqual({ by: 'phone', column: 'Number' })
})

describe('the people of a group', () => {
  const written = (name: string, parts: Partial<Described> = {}) =>
    phone(name, { role: null, values: { phones: 1, writtenAsPhones: 1 }, ...parts })

  test('are the numbers of all columns that hold some, in the order of the file', () => {
    const { match, decided } = choose(
      [written('Parent 1 Phone'), written('Mum'), mobile, written('Fax'), written('Zip', { values: { phones: 0.9 } })],
      {
        kind: 'groupSend',
      },
    )
    expect(match).toEqual({ by: 'phone', column: 'Parent 1 Phone', otherColumns: ['Mum', 'Mobile'] })
    expect(decided).toEqual([
      ['Parent 1 Phone', 'match', 'guess'],
      ['Mum', 'match', 'guess'],
      ['Mobile', 'match', 'likely'],
    ])
  })

  test('are those of a column that is named so though it is blank so far, and of one that is written as numbers for the most part', () => {
    const others = (...columns: Described[]) => choose([mobile, ...columns], { kind: 'groupSend' }).match.otherColumns
    expect(others(phone('Second Phone', { values: { filled: 0 } }))).toEqual(['Second Phone'])
    expect(others(phone('Second Phone', { values: { phones: 0.2 } }))).toEqual(['Second Phone'])
    expect(others(phone('Second Phone', { values: { phones: 0.19 } }))).toBeUndefined()
    expect(others(written('Mum', { values: { writtenAsPhones: 0.6 } }))).toEqual(['Mum'])
    expect(others(written('Mum', { values: { writtenAsPhones: 0.59 } }))).toBeUndefined()
  })

  test('are said to be so by the header or by the values', () => {
    expect(reasonsOf([mobile], { kind: 'groupSend' })).toEqual(['The header says phone number.'])
    expect(reasonsOf([written('Mum')], { kind: 'groupSend' })).toEqual(['Its values are written as phone numbers.'])
  })

  test('stand in one column, or in the one that is named so', () => {
    expect(choose([written('Family')], { kind: 'groupSend' }).match).toEqual({ by: 'phone', column: 'Family' })
    expect(choose([phone('Phone', { values: { phones: 0.1 } })], { kind: 'groupSend' }).match).toEqual({ by: 'phone', column: 'Phone' })
  })
})
