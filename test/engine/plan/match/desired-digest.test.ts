import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DesiredContact, MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { compareContact } from '../../../../src-main/engine/kinds/compare-contact.ts'
import { createDigestMatcher } from '../../../../src-main/engine/plan/match/desired-digest.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import {
  createDigestReader,
  digestOf,
  fieldNumber,
  tagsNumber,
  textNumber,
} from '../../../../src-main/engine/store/contacts/contact-digest.ts'
import { textParts, type RecordParts } from '../../../../src-main/engine/model/contacts/record-parts.ts'
import { toColumns } from '../../../../src-main/engine/store/contacts/contact-record.ts'
import { arbitraryDesired, arbitraryRecord } from '../apply-calls.ts'
import { portion } from '../../../helpers/portion.ts'

const parts = { texts: ['name', 'email', 'notes'] as const, tags: true, customFields: ['f1', 'f2'] }
const contacts = createDigestMatcher('contacts', parts)
const consents = createDigestMatcher('consent', parts)
const blank = { uuid: 'u', email: null, notes: '', tags: [], customFields: {} }
const rowOf = (rest: Partial<MappedRow>): MappedRow => ({ line: 2, key: null, issues: [], ...rest })

/** As planning decides it of a contact in the index. */
function isHeld(isAsDesired: typeof contacts, row: MappedRow, record: CustomerRecord, shown: RecordParts = parts): boolean {
  return isAsDesired(row, toColumns(record)[6], createDigestReader(shown)(digestOf(record)))
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

const partsOf = ({ tags, customFields, ...rest }: DesiredContact): RecordParts => ({
  texts: textParts.filter((part) => part in rest),
  tags: tags !== undefined,
  customFields: Object.keys(customFields ?? {}),
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
      { numRuns: portion(20_000) },
    )
    expect(held).toBeGreaterThan(portion(100))
  })

  test('is held by a contact that is just so and whose other parts are blank', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const contact = asItIs(record)
        const shown = partsOf(contact)
        expect(isHeld(createDigestMatcher('contacts', shown), rowOf({ contact }), record, shown)).toBe(
          Object.keys(contact).some((key) => key !== 'customFields') || Object.keys(record.customFields ?? {}).length > 0,
        )
      }),
      { numRuns: portion(2_000) },
    )
    const record = { ...blank, name: 'a' }
    expect(isHeld(contacts, rowOf({ contact: { name: 'a' } }), record)).toBe(true)
    const { tags, ...untold } = record
    const { name, ...nameless } = record
    const { email, ...hidden } = record
    for (const unlike of [
      { ...record, notes: 'b' },
      { ...record, tags: ['b'] },
      untold,
      { ...record, customFields: { f1: 'b' } },
      nameless,
    ])
      expect(isHeld(contacts, rowOf({ contact: { name: 'a' } }), unlike)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { name: 'a' } }), { ...hidden, customFields: { f3: 'b' } })).toBe(true)
  })

  test('does not see Unicode forms, line breaks, surrounding space and the order of tags, but everything else', () => {
    const name = (wanted: string, present: string | null) =>
      isHeld(contacts, rowOf({ contact: { name: wanted } }), { ...blank, name: present })
    expect(name('José\nx', ' Jose\u0301\r\nx\u00a0')).toBe(true)
    expect(name('', null)).toBe(true)
    expect(name('', ' \u3000')).toBe(true)
    expect(name('a', 'A')).toBe(false)
    expect(name('ab', 'ba')).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { name: 'a' } }), { ...blank, notes: 'a' })).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { name: 'a', notes: 'b' } }), { ...blank, name: 'b', notes: 'a' })).toBe(false)
    expect(
      isHeld(contacts, rowOf({ contact: { customFields: { f1: 'a', f2: 'b' } } }), { ...blank, customFields: { f1: 'b', f2: 'a' } }),
    ).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { customFields: { f1: 'a' } } }), { ...blank, customFields: { f3: 'x', f1: 'a' } })).toBe(true)
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
    const record = { ...blank, name: 'a' }
    const contact = { name: 'a' }
    expect(isHeld(contacts, rowOf({ contact }), record)).toBe(true)
    expect(isHeld(contacts, rowOf({ contact: {} }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact, isExcluded: true }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { tags: { handling: 'remove', tags: ['x'] } } }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact: { customFields: { f9: '' } } }), { ...record, customFields: {} })).toBe(false)
    expect(isHeld(createDigestMatcher('messages', parts), rowOf({ contact, consent: true }), { ...record, consent: true })).toBe(false)
    const filtered = { column: 'A', value: 'x' }
    const error = { code: 'value.unknown', severity: 'error' as const, line: 2, column: null, value: null, message: '', hint: '' }
    expect(isHeld(contacts, rowOf({ contact, filtered }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact, issues: [error] }), record)).toBe(false)
    expect(isHeld(contacts, rowOf({ contact, issues: [{ ...error, severity: 'warning' }] }), record)).toBe(true)
    expect(isHeld(createDigestMatcher('contacts', { ...parts, texts: ['notes'] }), rowOf({ contact }), record)).toBe(false)
  })
})

test('a digest of parts is the sum of their numbers, whatever else the record says', () => {
  const shown = fc.record({
    texts: fc.subarray([...textParts]),
    tags: fc.boolean(),
    customFields: fc.uniqueArray(fc.constantFrom('f1', 'f2', 'f3')),
  })
  fc.assert(
    fc.property(arbitraryRecord, shown, (record, wanted) => {
      const { tags, customFields } = record
      const texts = wanted.texts.map((part) => textNumber(record[part] ?? null, part))
      const fields = wanted.customFields.map((field) =>
        customFields === undefined ? Number.NaN : fieldNumber(field, customFields[field] ?? ''),
      )
      const listed = !wanted.tags ? [] : [tags === undefined ? Number.NaN : tagsNumber(tags)]
      const sum = [...texts, ...listed, ...fields].reduce((one, other) => one + other, 0)
      expect(createDigestReader(wanted)(digestOf(record))).toBe(sum % 2 ** 47)
    }),
    { numRuns: portion(1_000) },
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

describe('a digest alone decides', () => {
  const record: CustomerRecord = { ...blank, name: '', archived: false, blocked: true, consent: true }
  const holds = (rest: Partial<MappedRow>, shown?: RecordParts) =>
    isHeld(shown === undefined ? contacts : createDigestMatcher('contacts', shown), rowOf(rest), record, shown)

  test('flags alone, where they are known', () => {
    expect(holds({ contact: { archived: false } })).toBe(true)
    expect(holds({ contact: { archived: false, blocked: true } })).toBe(true)
    expect(holds({ contact: { archived: true } })).toBe(false)
    expect(holds({ contact: { blocked: false } })).toBe(false)
    expect(holds({ contact: { unreachable: false } })).toBe(false)
  })

  test('nothing of a row that wants nothing', () => {
    expect(holds({})).toBe(false)
    expect(holds({ contact: {} })).toBe(false)
    expect(holds({ consent: true })).toBe(true)
    expect(holds({ consent: false })).toBe(false)
    expect(holds({ contact: {}, consent: true })).toBe(false)
  })

  test('nothing of a custom field that it does not tell of, not even that it is blank', () => {
    expect(holds({ contact: { customFields: { f1: '' } } })).toBe(true)
    expect(holds({ contact: { customFields: { f9: '' } } })).toBe(false)
    expect(holds({ contact: { customFields: { a: '' } } }, { ...parts, customFields: 'all' })).toBe(false)
  })
})

test('tags that are taken away, or that the index does not know, are always compared with the contact itself', () => {
  const tagged = { ...blank, tags: ['x'] }
  const wants = (handling: 'add' | 'replace' | 'remove') => rowOf({ contact: { tags: { handling, tags: ['x'] } } })
  expect(isHeld(contacts, wants('add'), tagged)).toBe(true)
  expect(isHeld(contacts, wants('remove'), tagged)).toBe(false)
  const untagged = { ...parts, tags: false }
  const nothing = rowOf({ contact: { name: 'Ann', tags: { handling: 'add', tags: [] } } })
  expect(isHeld(createDigestMatcher('contacts', untagged), nothing, { ...blank, name: 'Ann' }, untagged)).toBe(false)
})
