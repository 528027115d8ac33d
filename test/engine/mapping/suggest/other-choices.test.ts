import { describe, expect, test } from 'vitest'
import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import type { ColumnValues } from '../../../../src-main/engine/mapping/suggest/column-values.ts'
import { otherChoices } from '../../../../src-main/engine/mapping/suggest/other-choices.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { columnsNamed } from '../mapping-case.ts'
import { columnOf, type Described } from './described-columns.ts'

const customFields = [
  { uuid: 'cf-city', name: 'City', dataType: 'string' },
  { uuid: 'cf-site', name: 'Home page', dataType: 'link' },
]

/** Each column with where it goes, and where else it could go. */
function choices(kind: ImportKind, columns: Record<string, string[]>) {
  const rows = Array.from({ length: Math.max(...Object.values(columns).map((cells) => cells.length)) }, (_, at) => ({
    line: at + 2,
    cells: Object.values(columns).map((cells) => cells[at] ?? ''),
  }))
  const suggestion = suggestRecipe({ kind, columns: columnsNamed(...Object.keys(columns)), rows, account: { country: 'US', customFields } })
  return Object.fromEntries(suggestion.columns.map(({ name, target, others }) => [name, [target, ...others.map((other) => other.target)]]))
}
const phones = [
  '(202) 555-0123',
  '(202) 555-0124',
  '(202) 555-0125',
  '(202) 555-0126',
  '(202) 555-0127',
  '(202) 555-0128',
  '(202) 555-0129',
  '(202) 555-0130',
  '(202) 555-0131',
]
const nine = (...texts: string[]) => phones.map((_, at) => texts[at % texts.length] ?? '')

test('a column that another one has beaten can go there too, and one that is called almost like a field', () => {
  expect(
    choices('contacts', {
      Mobile: phones,
      'Office phone': phones,
      Email: nine('a@example.com'),
      'Second email': nine('b@example.com'),
      'Mailing City': nine('Oslo, Norway'),
    }),
  ).toEqual({
    Mobile: ['match'],
    'Office phone': [null, 'match'],
    Email: ['email'],
    'Second email': [null, 'email'],
    'Mailing City': [null, 'custom:cf-city', 'tags'],
  })
})

test('tags that another column has are not offered for the look of the values', () => {
  expect(
    choices('contacts', { Mobile: phones, Tags: nine('vip', 'new'), Stage: nine('Lead', 'Customer'), Email: nine('a@example.com') }),
  ).toEqual({ Mobile: ['match'], Tags: ['tags'], Stage: [null], Email: ['email'] })
})

test('values alone offer what they look like', () => {
  expect(
    choices('contacts', {
      Mobile: phones,
      Web: nine('https://example.com/a'),
      Stage: nine('Lead', 'Customer'),
      Story: nine('She asked for a quotation last week. Call again.'),
    }),
  ).toEqual({
    Mobile: ['match'],
    Web: [null, 'custom:cf-site'],
    Stage: [null, 'tags'],
    Story: [null, 'notes'],
  })
  expect(
    choices('consent', {
      Mobile: phones,
      'SMS consent': nine('yes', 'no'),
      Asked: nine('2024-03-12'),
      Marketing: nine('Y', 'N'),
      Newsletter: nine('Y', 'N'),
      'Do not call': nine('Y', 'N'),
    }),
  ).toEqual({
    Mobile: ['match'],
    'SMS consent': ['consent'],
    Asked: [null, 'evidence'],
    Marketing: [null, 'consent'],
    Newsletter: [null],
    'Do not call': [null],
  })
})

test('a day is no phone number, although it has the figures of one', () => {
  const rows = ['03.11.1980', '21.07.1975'].map((day, at) => ({ line: at + 2, cells: [`0171 123456${at}`, day] }))
  const { columns } = suggestRecipe({
    kind: 'contacts',
    columns: columnsNamed('Handy', 'Geburtsdatum'),
    rows,
    account: { country: 'DE', customFields },
  })
  expect(columns.map(({ target, others }) => [target, ...others.map((other) => other.target)])).toEqual([['match'], [null]])
})

test('blank columns, network addresses and plain words for yes and no offer nothing that stops or starts messages', () => {
  expect(
    choices('contacts', { Mobile: phones, Empty: nine(''), IP: nine('192.168.100.12', '203.0.113.7'), Member: nine('yes', 'no') }),
  ).toEqual({ Mobile: ['match'], Empty: [null], IP: [null], Member: [null] })
})

describe('half of its values are enough for a column to be offered another place', () => {
  const nowhere = { target: null, confidence: 'guess' }
  const offered = (
    values: Partial<ColumnValues>,
    kind: ImportKind = 'contacts',
    parts: Partial<Described> = {},
    present: { target: string | null; confidence: string } = nowhere,
  ) =>
    otherChoices(columnOf({ name: 'Column', role: null, values, ...parts }), present, kind, customFields, new Set()).map(
      ({ target }) => target,
    )

  test.each<[Partial<ColumnValues>, Partial<ColumnValues>, ImportKind, string[]]>([
    [{ writtenAsPhones: 0.5 }, { writtenAsPhones: 0.49 }, 'contacts', ['match']],
    [{ emails: 0.5 }, { emails: 0.49 }, 'contacts', ['email']],
    [{ links: 0.5 }, { links: 0.49 }, 'contacts', ['custom:cf-site']],
    [{ lists: 0.5 }, { lists: 0.49 }, 'contacts', ['tags']],
    [{ averageLength: 30 }, { averageLength: 29 }, 'contacts', ['notes']],
    [{ averageLength: 20 }, { averageLength: 19 }, 'messages', ['body']],
    [{ dates: 0.5 }, { dates: 0.49 }, 'messages', ['sentAt']],
    [{ dates: 0.5 }, { dates: 0.49 }, 'consent', ['evidence']],
    [{ links: 0.5 }, { links: 0.49 }, 'messages', ['attachments']],
    // Words for yes and no are five at most.
    [{ distinct: ['yes', 'no', 'y', 'n', '1'] }, { distinct: ['yes', 'no', 'y', 'n', '1', '0'] }, 'consent', ['consent']],
    [{ distinct: ['yes', 'no'] }, { distinct: ['yes', 'no', 'perhaps'] }, 'consent', ['consent']],
    // A few words that come again: in eight cells at least, three times each, and short.
    [{ filled: 9, distinct: ['vip', 'new', 'old'] }, { filled: 8, distinct: ['vip', 'new', 'old'] }, 'contacts', ['tags']],
    [{ filled: 8, distinct: ['vip', 'new'] }, { filled: 7, distinct: ['vip', 'new'] }, 'contacts', ['tags']],
    [{ distinct: ['vip'] }, { distinct: ['yes'] }, 'contacts', ['tags']],
    [{ distinct: ['vip'] }, { distinct: ['v', '12'] }, 'contacts', ['tags']],
    [{ distinct: ['vip'], phones: 0.49 }, { distinct: ['vip'], phones: 0.5 }, 'contacts', ['tags']],
  ])('%j, not %j, of %s: %j', (values, less, kind, targets) => {
    expect(offered(values, kind)).toEqual(targets)
    expect(offered(less, kind)).toEqual([])
  })

  test('longer texts are notes or a message, unless they are addresses', () => {
    const long = { averageLength: 30 }
    expect(offered({ ...long, distinct: ['vip'] })).toEqual(['tags', 'notes'])
    expect(offered({ averageLength: 31, distinct: ['vip'] })).toEqual(['notes'])
    expect(offered({ ...long, links: 0.5 })).toEqual(['custom:cf-site'])
    expect(offered({ ...long, links: 0.49 })).toEqual(['notes'])
    expect(offered({ ...long, emails: 0.5 })).toEqual(['email'])
    expect(offered({ ...long, emails: 0.49 })).toEqual(['notes'])
    expect(offered({ ...long, links: 0.5 }, 'messages')).toEqual(['attachments'])
    expect(offered({ ...long, links: 0.49 }, 'messages')).toEqual(['body'])
  })

  test('its values offer nothing where it goes somewhere for sure; its header does', () => {
    const values = { emails: 1 }
    expect(offered(values, 'contacts', {}, { target: 'notes', confidence: 'sure' })).toEqual([])
    expect(offered(values, 'contacts', {}, { target: 'notes', confidence: 'likely' })).toEqual(['email'])
    expect(offered(values, 'contacts', {}, { target: null, confidence: 'sure' })).toEqual(['email'])
    expect(offered({}, 'contacts', { role: 'tags' }, { target: 'notes', confidence: 'sure' })).toEqual(['tags'])
  })

  test('what is written as numbers is no match where the header says that they take no texts', () => {
    expect(offered({ writtenAsPhones: 1 }, 'contacts', { name: 'Fax' })).toEqual([])
  })
})
