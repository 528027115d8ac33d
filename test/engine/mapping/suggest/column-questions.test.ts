import { expect, test } from 'vitest'
import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { columnsNamed } from '../mapping-case.ts'

const phones = ['(202) 555-0123', '(202) 555-0124', '(202) 555-0125']

function suggested(kind: ImportKind, columns: Record<string, string[]>) {
  const rows = phones.map((_, at) => ({ line: at + 2, cells: Object.values(columns).map((cells) => cells[at % cells.length] ?? '') }))
  return suggestRecipe({ kind, columns: columnsNamed(...Object.keys(columns)), rows, account: { country: 'US', customFields: [] } })
}
function told(kind: ImportKind, columns: Record<string, string[]>, name: string) {
  const found = suggested(kind, columns).columns.find((column) => column.name === name)
  return found && { target: found.target, question: found.question, reason: found.reason, others: found.others.map(({ target }) => target) }
}

test('mere digits are offered as a phone number nowhere, however many they are', () => {
  const numbers = { 'Primary Associated Company ID': ['5125550111', '5125550112', '5125550113'], Product: ['2025550123', '2025550124'] }
  for (const name of Object.keys(numbers)) {
    const nothing = { target: null, question: null, others: [], reason: 'Nothing in the service corresponds to it.' }
    expect(told('contacts', { Mobile: phones, ...numbers }, name)).toEqual(nothing)
  }
  // Without any phone column, the one that keeps the place is asked for and mapped to nothing.
  const { recipe, columns } = suggested('contacts', { ...numbers, Price: ['9.99'] })
  expect(recipe.match.column).toBe('Price')
  expect(columns.map(({ target, question }) => [target, question])).toEqual([
    [null, null],
    [null, null],
    [null, 'match'],
  ])
})

test('a further column of phone numbers is a question, one that takes no texts is not', () => {
  expect(told('contacts', { Cell: phones, 'Alt. phone': phones }, 'Alt. phone')).toEqual({
    target: null,
    question: 'phone',
    reason: 'Its values are written as phone numbers. Is it a number of each person that takes texts?',
    others: ['match'],
  })
  expect(told('contacts', { Cell: phones, 'Fax line': phones }, 'Fax line')).toMatchObject({ question: null, others: [] })
  expect(told('contacts', { Cell: phones, 'Office phone': phones }, 'Office phone')).toMatchObject({ question: null, others: ['match'] })
})

test('permission that the header leaves in doubt is a question, and so is who wrote messages', () => {
  expect(told('contacts', { Mobile: phones, 'SMS Opt-In Failed': ['Yes'] }, 'SMS Opt-In Failed')).toMatchObject({
    target: null,
    question: 'consent',
  })
  expect(told('messages', { Phone: phones, Body: ['Hello there'], Direction: ['aa', 'bb'] }, 'Direction')).toMatchObject({
    target: null,
    question: 'direction',
  })
  expect(told('messages', { Phone: phones, Body: ['Hello there'], Direction: ['Inbound', 'Outbound'] }, 'Direction')).toMatchObject({
    target: 'only',
    question: null,
  })
})

test('the reason for leaving a column out names what took its place, or says that nothing did', () => {
  expect(told('contacts', { Mobile: phones, Email: ['a@example.com'], 'Second email': ['b@example.com'] }, 'Second email')).toMatchObject({
    reason: '"Email" is used for that already.',
  })
  expect(told('contacts', { Mobile: phones, Email: ['a@example.com'], 'Private email': ['b@example.com'] }, 'Private email')).toMatchObject(
    {
      reason: '"Email" is used for that already.',
    },
  )
  expect(told('contacts', { Mobile: phones, OPTIN_TIME: ['2024-03-12 10:00'] }, 'OPTIN_TIME')).toMatchObject({
    reason: 'It tells when or how consent was given, but no column that says who agreed is imported.',
  })
  expect(told('contacts', { Mobile: phones, 'E-mail': ['none', 'n/a', 'ask'] }, 'E-mail')).toMatchObject({
    reason: 'Its values do not look like what the header says.',
  })
})
