import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareContact } from '../../../../src-main/engine/kinds/compare-contact.ts'
import type { FieldChange } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { valueIn, isSameValue } from '../../../../src-main/engine/model/contacts/field-values.ts'
import { undoRow, whyImpossible } from '../../../../src-main/engine/kinds/undo/undo-row.ts'
import type { CustomerRecord, CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'

const label = (field: string) => field
const tag = fc.constantFrom('vip', 'new_patient', 'staff', 'español', 'x')
const words = fc.constantFrom('', 'Ana', 'Björn Ek', 'called twice')
const record = fc.record({
  uuid: fc.constant('c-1'),
  name: words,
  notes: words,
  tags: fc.uniqueArray(tag),
  archived: fc.boolean(),
  blocked: fc.boolean(),
  customFields: fc.dictionary(fc.constantFrom('f', 'g'), words),
})
const desired = fc.record(
  {
    name: words,
    notes: words,
    tags: fc.record({ handling: fc.constantFrom('add', 'remove', 'replace'), tags: fc.uniqueArray(tag) }),
    archived: fc.boolean(),
    blocked: fc.boolean(),
    customFields: fc.dictionary(fc.constantFrom('f', 'g'), words),
  },
  { requiredKeys: [] },
)

/** What section Endpoints says of PUT /api/customer. */
function put(before: CustomerRecord, { tags, customFields, ...plain }: CustomerUpdate): CustomerRecord {
  const present = before.tags ?? []
  const after =
    tags &&
    {
      add: () => [...present, ...tags.tags.filter((one) => !present.includes(one))],
      remove: () => present.filter((one) => !tags.tags.includes(one)),
      replace: () => tags.tags,
    }[tags.handling]()
  return { ...before, ...plain, ...(after ? { tags: after } : {}), customFields: { ...before.customFields, ...customFields } }
}

function expectSame(a: CustomerRecord, b: CustomerRecord): void {
  for (const field of ['name', 'notes', 'tags', 'archived', 'blocked', 'custom:f', 'custom:g']) {
    expect(isSameValue(valueIn(a, field) ?? null, valueIn(b, field) ?? null), field).toBe(true)
  }
}

test('undoing what a run wrote brings back what was there before', () => {
  fc.assert(
    fc.property(record, desired, (before, wanted) => {
      const difference = compareContact(wanted, before, label)
      if (difference === null) return
      const after = put(before, difference.update)
      const [call = null] = undoRow(difference.changes, after).calls
      if (call !== null && call.kind !== 'updateCustomer') throw new Error('another kind of call')
      expectSame(call === null ? after : put(after, call.customer), before)
    }),
  )
})

test('what somebody edited since stays, and only that', () => {
  fc.assert(
    fc.property(record, desired, words, (before, wanted, edit) => {
      const difference = compareContact(wanted, before, label)
      if (difference === null) return
      const edited = { ...put(before, difference.update), name: edit, tags: [...(put(before, difference.update).tags ?? []), 'by_hand'] }
      const { fields, calls } = undoRow(difference.changes, edited)
      const [call] = calls
      const restored = call?.kind === 'updateCustomer' ? put(edited, call.customer) : edited
      expect(restored.tags).toContain('by_hand')
      const name = fields.find(({ change }) => change.field === 'name')
      if (name?.fate === 'kept') expect(restored.name).toBe(edit)
    }),
  )
})

test('undoing twice changes nothing more', () => {
  fc.assert(
    fc.property(record, desired, (before, wanted) => {
      const difference = compareContact(wanted, before, label)
      if (difference === null) return
      const after = put(before, difference.update)
      const [call = null] = undoRow(difference.changes, after).calls
      const restored = call?.kind === 'updateCustomer' ? put(after, call.customer) : after
      expect(undoRow(difference.changes, restored).calls).toEqual([])
    }),
  )
})

const change = (field: string, before: FieldChange['before'], beforeKnown = true): FieldChange => ({
  field,
  label: field,
  before,
  beforeKnown,
  after: 'new',
})

test.each([
  change('message', null),
  change('phone_number', null),
  change('email', 'old@example.com'),
  change('unreachable', false),
  change('name', null, false),
  change('consent', null),
])('a change of $field from $before cannot be taken back, and says why', (one) => {
  expect(whyImpossible(one)).toMatch(/\.$/)
})

test('consent goes back to what it was', () => {
  const consent: FieldChange = { field: 'consent', label: 'Consent', before: true, beforeKnown: true, after: false }
  expect(undoRow([consent], { uuid: 'c-1', consent: false }).calls).toEqual([
    { kind: 'setConsent', uuid: 'c-1', phone: null, consent: true },
  ])
  expect(undoRow([consent], { uuid: 'c-1', consent: true })).toMatchObject({ calls: [], fields: [{ fate: 'already' }] })
})

test('the calls of a row go backwards: permission is taken back first, and comes back last', () => {
  const name = { ...change('name', 'Old'), after: 'New' }
  const consent = (before: boolean): FieldChange => ({ ...change('consent', before), after: !before })
  const now = (agreed: boolean): CustomerRecord => ({ uuid: 'c-1', name: 'New', consent: agreed })
  const kinds = (calls: readonly { kind: string }[]) => calls.map(({ kind }) => kind)
  expect(kinds(undoRow([name, consent(false)], now(true)).calls)).toEqual(['setConsent', 'updateCustomer'])
  expect(kinds(undoRow([consent(true), name], now(false)).calls)).toEqual(['updateCustomer', 'setConsent'])
})
