import { expect, test } from 'vitest'
import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { columnsNamed } from '../mapping-case.ts'

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
