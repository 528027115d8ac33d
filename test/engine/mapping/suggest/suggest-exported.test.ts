import { describe, expect, test } from 'vitest'
import { suggestExported } from '../../../../src-main/engine/mapping/suggest/suggest-exported.ts'
import { suggestKind } from '../../../../src-main/engine/mapping/suggest/suggest-kind.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { exportedAgeColumn, exportedColumns } from '../../../../src-main/engine/model/contacts/export-columns.ts'
import { columnsNamed } from '../mapping-case.ts'
import { draftOf } from './described-columns.ts'

const uuid = '0b3c7f6e-9a1d-4c55-8f2e-1234567890ab'
const site = { uuid: 'cf-site', name: 'Home page', dataType: 'link' }
/** What the cells of an export say, where it is said what. */
const wordsOf: Record<string, string[]> = { UUID: [uuid], Email: ['(not shown)'], Consent: ['yes', 'no'], Blocked: ['no'] }

function exported(names: readonly string[], { consent = wordsOf.Consent ?? [], read = [] as string[] } = {}) {
  const draft = draftOf(
    names.map((name) => ({ name, role: null, values: { distinct: name === 'Consent' ? consent : (wordsOf[name] ?? ['x']) } })),
  )
  if (read.length > 0) draft.words = new Map([['Consent', read]])
  const match = suggestExported(draft, [site])
  const fields = Object.fromEntries(draft.fields.map(({ to, ...rule }) => [to, rule]))
  return { match, fields, reasons: Object.fromEntries([...draft.decided.values()].map(({ name, reason }) => [name, reason])) }
}

test('contacts that come back whole: each column to its own field, what was cleared is emptied, tags are replaced', () => {
  const { match, fields, reasons } = exported([...exportedColumns, exportedAgeColumn, 'HOME  Page', 'Other'])
  expect(match).toEqual({ by: 'uuid', column: 'UUID', phoneColumns: ['Phone Number'] })
  expect(fields).toEqual({
    name: { from: ['Name'], blank: 'clear' },
    email: { from: ['Email'], blank: 'clear' },
    notes: { from: ['Notes'], blank: 'clear' },
    tags: { from: ['Tags'], tags: 'replace', separator: ',', blank: 'clear' },
    archived: { from: ['Archived'] },
    blocked: { from: ['Blocked'] },
    unreachable: { from: ['Unreachable'] },
    consent: { from: ['Consent'], values: { yes: true, no: false } },
    'custom:cf-site': { from: ['HOME  Page'], blank: 'clear' },
  })
  expect(reasons.UUID).toBe('Rollcall has exported this file: the contact is found by its identifier.')
  expect(reasons['Phone Number']).toBe('Used where "UUID" is blank.')
  expect(reasons[exportedAgeColumn]).toContain('last showed the contact')
  expect(reasons).not.toHaveProperty('Other')
})

describe('of which columns were taken out', () => {
  const without = (...gone: string[]) => exported(exportedColumns.filter((name) => !gone.includes(name)))

  test('the contact is found by what is left, and what cannot be done any more is said', () => {
    const byPhone = without('UUID')
    expect(byPhone.match).toEqual({ by: 'phone', column: 'Phone Number' })
    expect(byPhone.reasons['Phone Number']).toMatch(/^Rollcall has exported this file: the contact is found by its number\. \S/)
    const byUuid = without('Phone Number', 'Name')
    expect(byUuid.match).toEqual({ by: 'uuid', column: 'UUID' })
    expect(byUuid.reasons.UUID).toMatch(/found by its identifier\. \S/)
    expect(byUuid.fields).not.toHaveProperty('name')
    expect(byUuid.fields).toHaveProperty('email')
  })

  test('they are no export where nothing is left to find a contact by, or where they are in doubt', () => {
    expect(without('UUID', 'Phone Number')).toEqual({ match: null, fields: {}, reasons: {} })
    expect(exported(['UUID', 'Name', 'Notes']).match).toBeNull()
  })
})

describe('what gives consent there', () => {
  const consent = (words: string[], read: string[] = []) => exported(exportedColumns, { consent: words, read }).fields.consent

  test('is confirmed where the export wrote it, and asked for where somebody typed it', () => {
    expect(consent(['yes', 'no', 'TRUE', 'STOP'])).toEqual({
      from: ['Consent'],
      values: { yes: true, no: false, TRUE: true, STOP: false },
      unconfirmed: ['TRUE'],
    })
    expect(consent(['Yes', 'NO', 'STOP'])).toEqual({ from: ['Consent'], values: { yes: true, no: false, STOP: false } })
    expect(consent(['perhaps'])).toEqual({ from: ['Consent'], values: { yes: true, no: false } })
  })

  test('is what the words of the whole file mean, where they are known', () => {
    expect(consent(['yes'], ['yes', 'TRUE'])).toMatchObject({ values: { TRUE: true }, unconfirmed: ['TRUE'] })
  })
})

test('a custom field that is called as a column of the export is another one', () => {
  const draft = draftOf(
    [...exportedColumns, 'Notes (cf-1)'].map((name) => ({ name, role: null, values: { distinct: wordsOf[name] ?? ['x'] } })),
  )
  suggestExported(draft, [{ uuid: 'cf-1', name: 'Notes', dataType: 'string' }])
  const of = (to: string) => draft.fields.filter((rule) => rule.to === to).map(({ from }) => from)
  expect([of('notes'), of('custom:cf-1')]).toEqual([[['Notes']], [['Notes (cf-1)']]])
})

test('an export is a list of contacts, whatever else it may look like, and its recipe says so', () => {
  const columns = columnsNamed(...exportedColumns)
  const rows = [{ line: 2, cells: exportedColumns.map((name) => wordsOf[name]?.[0] ?? '') }]
  expect(suggestKind(columns, rows)).toBe('contacts')
  const account = { country: 'US', customFields: [] }
  expect(suggestRecipe({ kind: 'contacts', columns, rows, account }).recipe).toMatchObject({
    name: 'Contacts from Rollcall',
    exported: true,
    match: { by: 'uuid' },
  })
  // Of another kind it is a file as any other.
  expect(suggestRecipe({ kind: 'consent', columns, rows, account }).recipe).not.toHaveProperty('exported')
})
