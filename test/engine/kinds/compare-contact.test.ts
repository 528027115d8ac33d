import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DesiredContact } from '../../../src-main/engine/model/plans/mapped-row.ts'
import { compareContact, unknownClears } from '../../../src-main/engine/kinds/compare-contact.ts'
import { createFieldLabels } from '../../../src-main/engine/model/contacts/field-labels.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import { applyUpdate, arbitraryDesired, arbitraryRecord } from '../plan/apply-calls.ts'

const label = createFieldLabels([{ uuid: 'f1', name: 'Account ID' }])
const compare = (desired: DesiredContact, record: Partial<CustomerRecord>) => compareContact(desired, { uuid: 'u', ...record }, label)

describe('text', () => {
  test('is the same whatever its Unicode form, line breaks and surrounding space; null is the same as empty', () => {
    expect(compare({ name: 'José' }, { name: 'Jose\u0301' })).toBeNull()
    expect(compare({ notes: 'a\nb' }, { notes: ' a\r\nb\n' })).toBeNull()
    expect(compare({ notes: null }, { notes: '' })).toBeNull()
    expect(compare({ notes: '' }, { notes: null })).toBeNull()
    expect(compare({ name: 'jose' }, { name: 'Jose' })).not.toBeNull()
  })

  test('that differs is sent alone, and clearing sends an empty text', () => {
    expect(compare({ name: 'Ann', notes: null }, { name: 'Ann', notes: 'x' })).toEqual({
      changes: [{ field: 'notes', label: 'Notes', before: 'x', beforeKnown: true, after: null }],
      update: { notes: '' },
    })
  })

  test('that the record does not show is a change with an unknown value before', () => {
    expect(compare({ email: 'a@example.com' }, {})?.changes).toEqual([
      { field: 'email', label: 'E-mail', before: null, beforeKnown: false, after: 'a@example.com' },
    ])
    expect(compare({ email: 'a@example.com' }, { email: 'a@example.com' })).toBeNull()
  })
})

describe('tags', () => {
  const tags = (handling: 'add' | 'remove' | 'replace', wanted: string[], present?: string[]) =>
    compare({ tags: { handling, tags: wanted } }, present === undefined ? {} : { tags: present })

  test('are sets: order, repetition and spaces for underscores do not count', () => {
    expect(tags('replace', ['b c', 'a', 'a'], ['a', 'b_c'])).toBeNull()
    expect(tags('add', ['b c'], ['b_c', 'x'])).toBeNull()
    expect(tags('remove', ['y'], ['x'])).toBeNull()
  })

  test('are added only where missing and removed only where present', () => {
    expect(tags('add', ['a', 'b'], ['a'])).toEqual({
      changes: [{ field: 'tags', label: 'Tags', before: ['a'], beforeKnown: true, after: ['a', 'b'] }],
      update: { tags: { handling: 'add', tags: ['b'] } },
    })
    expect(tags('remove', ['a', 'z'], ['a', 'b'])?.update).toEqual({ tags: { handling: 'remove', tags: ['a'] } })
    expect(tags('remove', ['a', 'z'], ['a', 'b'])?.changes[0]?.after).toEqual(['b'])
    expect(tags('replace', [], ['a'])?.update).toEqual({ tags: { handling: 'replace', tags: [] } })
  })

  test('that are unknown are sent, but adding or removing none is nothing, and a blank cell empties none of them', () => {
    expect(tags('add', ['a'])).toMatchObject({ changes: [{ beforeKnown: false, before: null }], update: { tags: { tags: ['a'] } } })
    expect(tags('remove', ['a'])?.update.tags).toEqual({ handling: 'remove', tags: ['a'] })
    expect(tags('add', [])).toBeNull()
    expect(tags('remove', [])).toBeNull()
    expect(tags('replace', [])).toBeNull()
    expect(tags('replace', [], ['a'])?.update.tags).toEqual({ handling: 'replace', tags: [] })
  })
})

test('custom fields are compared one by one, a missing one is empty, and all are unknown where the record shows none', () => {
  const desired = { customFields: { f1: 'x', f2: '' } }
  expect(compare(desired, { customFields: { f1: 'x' } })).toBeNull()
  expect(compare(desired, { customFields: { f2: 'old' } })).toEqual({
    changes: [
      { field: 'custom:f1', label: 'Account ID', before: null, beforeKnown: true, after: 'x' },
      { field: 'custom:f2', label: 'custom:f2', before: 'old', beforeKnown: true, after: '' },
    ],
    update: { customFields: { f1: 'x', f2: '' } },
  })
  expect(compare(desired, {})?.changes.map(({ field, beforeKnown }) => [field, beforeKnown])).toEqual([['custom:f1', false]])
})

test('a blank cell empties only what is known; what the row says to be empty is emptied', () => {
  const blank: DesiredContact = { email: null, notes: null, tags: { handling: 'replace', tags: [] }, customFields: { f1: '' } }
  const record: CustomerRecord = { uuid: 'u' }
  expect(compareContact(blank, record, label)).toBeNull()
  expect(unknownClears(blank, record)).toEqual(['email', 'notes', 'tags', 'custom:f1'])
  const known = { uuid: 'u', email: 'a@example.com', notes: null, tags: ['a'], customFields: {} }
  expect(compareContact(blank, known, label)?.update).toEqual({ email: '', tags: { handling: 'replace', tags: [] } })
  expect(unknownClears(blank, known)).toEqual([])
  expect(compare({ email: '' }, {})?.update).toEqual({ email: '' })
})

test('what a cell cannot hold is no difference', () => {
  expect(compare({ name: 'Ann Lee', notes: 'ab' }, { name: 'Ann\nLee', notes: 'a\u0007b' })).toBeNull()
  expect(compare({ notes: '=1' }, { notes: "'=1" })).not.toBeNull()
  expect(compare({ notes: "'=1" }, { notes: "'=1" })).toBeNull()
})

test('flags are compared as they are', () => {
  expect(compare({ archived: true, blocked: false, unreachable: false }, { archived: true, blocked: true })).toMatchObject({
    changes: [
      { field: 'blocked', before: true, beforeKnown: true, after: false },
      { field: 'unreachable', before: null, beforeKnown: false, after: false },
    ],
    update: { blocked: false, unreachable: false },
  })
})

test('what the update brought about is no difference any more, and every change is in the update', () => {
  fc.assert(
    fc.property(arbitraryDesired, arbitraryRecord, (desired, record) => {
      const difference = compareContact(desired, record, label)
      if (difference === null) return
      const fields = Object.keys(difference.update).length - 1 + Object.keys(difference.update.customFields ?? { one: 1 }).length
      expect(difference.changes).toHaveLength(fields)
      expect(compareContact(desired, applyUpdate(record, difference.update), label)).toBeNull()
    }),
  )
})
