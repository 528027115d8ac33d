import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DesiredContact, MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { compareContact } from '../../../../src-main/engine/kinds/compare-contact.ts'
import { createProbe } from '../../../../src-main/engine/plan/match/desired-digest.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import {
  digestColumns,
  digestOf,
  fieldNumber,
  readDigest,
  tagsNumber,
  textNumber,
} from '../../../../src-main/engine/store/contacts/contact-digest.ts'
import { textParts } from '../../../../src-main/engine/model/contacts/record-parts.ts'
import { toColumns } from '../../../../src-main/engine/store/contacts/contact-record.ts'
import { arbitraryDesired, arbitraryRecord } from '../model-service.ts'

const parts = { texts: ['name', 'email', 'notes'] as const, tags: true, customFields: ['f1', 'f2'] }
const contacts = createProbe('contacts', parts)
const consents = createProbe('consent', parts)
const rowOf = (rest: Partial<MappedRow>): MappedRow => ({ line: 2, key: null, issues: [], ...rest })

/** As planning decides it of a contact in the index. */
function isHeld(probe: typeof contacts, row: MappedRow, record: CustomerRecord): boolean {
  const columns = digestColumns(parts)
  const numbers = new Float64Array(columns.length)
  readDigest(digestOf(record), columns, numbers, 0)
  return probe(row, { known: toColumns(record)[6], numberAt: (column) => numbers[column] ?? Number.NaN })
}

/** What wants the record to be as it is. */
const asItIs = ({ name, email, notes, tags, archived, blocked, unreachable, customFields }: CustomerRecord): DesiredContact => ({
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
  ...(notes !== undefined && { notes }),
  ...(tags !== undefined && { tags: { handling: 'replace' as const, tags: tags.toReversed() } }),
  ...(archived !== undefined && { archived }),
  ...(blocked !== undefined && { blocked }),
  ...(unreachable !== undefined && { unreachable }),
  ...(customFields !== undefined && { customFields }),
})

describe('what a row wants', () => {
  test('is only held by a contact from which it does not differ', () => {
    let held = 0
    fc.assert(
      fc.property(arbitraryDesired, arbitraryRecord, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (desired, record, asItWas) => {
        const fields = ['name', 'email', 'notes', 'tags', 'archived', 'blocked', 'unreachable', 'customFields'] as const
        const contact = {
          ...desired,
          ...Object.fromEntries(Object.entries(asItIs(record)).filter(([key]) => asItWas[fields.findIndex((field) => field === key)])),
        }
        if (!isHeld(contacts, rowOf({ contact }), record)) return
        held += 1
        expect(compareContact(contact, record, String)).toBeNull()
      }),
      { numRuns: 20_000 },
    )
    expect(held).toBeGreaterThan(100)
  })

  test('is held by a contact that is just so', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const contact = asItIs(record)
        expect(isHeld(contacts, rowOf({ contact }), record)).toBe(
          Object.keys(contact).some((key) => key !== 'customFields') || Object.keys(record.customFields ?? {}).length > 0,
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('does not see Unicode forms, line breaks, surrounding space and the order of tags, but everything else', () => {
    const name = (wanted: string, present: string | null) =>
      isHeld(contacts, rowOf({ contact: { name: wanted } }), { uuid: 'u', name: present })
    expect(name('José\nx', ' Jose\u0301\r\nx\u00a0')).toBe(true)
    expect(name('', null)).toBe(true)
    expect(name('', ' \u3000')).toBe(true)
    expect(name('a', 'A')).toBe(false)
    expect(name('ab', 'ba')).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { name: 'a' } }), { uuid: 'u', notes: 'a' })).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { name: 'a', notes: 'b' } }), { uuid: 'u', name: 'b', notes: 'a' })).toBe(false)
    expect(
      isHeld(contacts, rowOf({ contact: { customFields: { f1: 'a', f2: 'b' } } }), { uuid: 'u', customFields: { f1: 'b', f2: 'a' } }),
    ).toBe(false)
    expect(
      isHeld(contacts, rowOf({ contact: { customFields: { f1: 'a' } } }), { uuid: 'u', customFields: { f3: 'x', f2: 'y', f1: 'a' } }),
    ).toBe(true)
  })

  test('of consent is held by the same answer alone, not by one that nobody knows', () => {
    const consent = (wanted: boolean, record: Partial<CustomerRecord>) =>
      isHeld(consents, rowOf({ consent: wanted }), { uuid: 'u', ...record })
    for (const wanted of [true, false]) {
      expect(consent(wanted, { consent: wanted })).toBe(true)
      for (const other of [{ consent: !wanted }, { consent: null }, {}]) expect(consent(wanted, other)).toBe(false)
    }
  })

  test('cannot be told of rows that are left out or want nothing, of tags to be removed, and of fields unheard of', () => {
    const record = { uuid: 'u', name: 'a', tags: [] }
    const contact = { name: 'a' }
    expect(isHeld(contacts, rowOf({ contact }), record)).toBe(true)
    expect(isHeld(contacts, rowOf({ contact: {} }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact, isExcluded: true }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { tags: { handling: 'remove', tags: ['x'] } } }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { customFields: { f9: '' } } }), { ...record, customFields: {} })).toBe(false)
    expect(isHeld(createProbe('messages', parts), rowOf({ contact, consent: true }), { ...record, consent: true })).toBe(false)
    const filtered = { column: 'A', value: 'x' }
    const error = { code: 'value.unknown', severity: 'error' as const, line: 2, column: null, value: null, message: '', hint: '' }
    expect(isHeld(contacts, rowOf({ contact, filtered }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact, issues: [error] }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact, issues: [{ ...error, severity: 'warning' }] }), record)).toBe(true)
    expect(isHeld(createProbe('contacts', { ...parts, texts: ['notes'] }), rowOf({ contact }), record)).toBe(false)
  })
})

test('the numbers of a record are in the columns of its parts, whatever else it says', () => {
  const shown = fc.record({
    texts: fc.subarray([...textParts]),
    tags: fc.boolean(),
    customFields: fc.uniqueArray(fc.constantFrom('f1', 'f2', 'f3')),
  })
  fc.assert(
    fc.property(arbitraryRecord, shown, (record, wanted) => {
      const columns = digestColumns(wanted)
      const numbers = new Float64Array(columns.length + 2).fill(7)
      readDigest(digestOf(record), columns, numbers, 1)
      const expected = columns.map((column) => {
        if ('field' in column)
          return record.customFields === undefined ? Number.NaN : fieldNumber(column.field, record.customFields[column.field] ?? '')
        if (column.part === 'tags') return record.tags === undefined ? Number.NaN : tagsNumber(record.tags)
        const value = record[column.part]
        return value === undefined ? Number.NaN : textNumber(value, column.part)
      })
      expect([...numbers]).toEqual([7, ...expected, 7])
    }),
    { numRuns: 1_000 },
  )
})

test('values that differ have different numbers', () => {
  const seen = new Map<string, string>()
  const texts = function* () {
    for (let n = 0; n < 200_000; n += 1) yield String(n)
    for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöü')
      for (let n = 0; n < 500; n += 1) yield letter.repeat(1 + (n % 50)) + n
  }
  for (const text of texts()) {
    const digest = digestOf({ uuid: 'u', name: text })
    expect(seen.get(digest)).toBeUndefined()
    seen.set(digest, text)
  }
})
