import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareContact } from '../../../../src-main/engine/kinds/compare-contact.ts'
import type { FieldChange } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { valueIn, isSameValue } from '../../../../src-main/engine/model/contacts/field-values.ts'
import { keptNote } from '../../../../src-main/engine/kinds/undo/undo-failures.ts'
import { givesPermission, undoRow, whyImpossible } from '../../../../src-main/engine/kinds/undo/undo-row.ts'
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
      const [call = null] = undoRow(difference.changes, after, true).calls
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
      const { fields, calls } = undoRow(difference.changes, edited, true)
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
      const [call = null] = undoRow(difference.changes, after, true).calls
      const restored = call?.kind === 'updateCustomer' ? put(after, call.customer) : after
      expect(undoRow(difference.changes, restored, true).calls).toEqual([])
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
  expect(undoRow([consent], { uuid: 'c-1', consent: false }, true).calls).toEqual([
    { kind: 'setConsent', uuid: 'c-1', phone: null, consent: true },
  ])
  expect(undoRow([consent], { uuid: 'c-1', consent: true }, true)).toMatchObject({ calls: [], fields: [{ fate: 'already' }] })
})

test('the calls of a row go backwards: permission is taken back first, and comes back last', () => {
  const name = { ...change('name', 'Old'), after: 'New' }
  const consent = (before: boolean): FieldChange => ({ ...change('consent', before), after: !before })
  const now = (agreed: boolean): CustomerRecord => ({ uuid: 'c-1', name: 'New', consent: agreed })
  const kinds = (calls: readonly { kind: string }[]) => calls.map(({ kind }) => kind)
  expect(kinds(undoRow([name, consent(false)], now(true), true).calls)).toEqual(['setConsent', 'updateCustomer'])
  expect(kinds(undoRow([consent(true), name], now(false), true).calls)).toEqual(['updateCustomer', 'setConsent'])
})

test.each([
  [{ ...change('consent', true), after: false }, { consent: false }],
  [{ ...change('blocked', false), after: true }, { blocked: true }],
  [{ ...change('blocked', null), after: true }, { blocked: true }],
])('what would allow texts again is held, and no call is made for it: %o', (one, now) => {
  expect(undoRow([one], { uuid: 'c-1', ...now }, false)).toMatchObject({ calls: [], fields: [{ fate: 'held' }] })
  expect(undoRow([one], { uuid: 'c-1', ...now }, true)).toMatchObject({ calls: [{ uuid: 'c-1' }], fields: [{ fate: 'restore' }] })
})

test.each([
  [{ ...change('consent', false), after: true }, { consent: true }],
  [{ ...change('blocked', true), after: false }, { blocked: false }],
  [{ ...change('archived', false), after: true }, { archived: true }],
])('what takes permission back, or has nothing to do with it, needs nobody: %o', (one, now) => {
  expect(undoRow([one], { uuid: 'c-1', ...now }, false)).toMatchObject({ fields: [{ fate: 'restore' }] })
})

test.each([
  ['consent', true, false, true],
  ['consent', true, null, true],
  ['consent', true, true, false],
  ['consent', false, true, false],
  ['consent', null, false, false],
  ['blocked', false, true, true],
  ['blocked', null, true, true],
  ['blocked', true, true, false],
  ['blocked', false, false, false],
  ['blocked', true, false, false],
  ['unreachable', false, true, true],
  ['unreachable', null, true, true],
  ['unreachable', true, false, false],
  ['archived', false, true, false],
] as const)('to take back that %s went from %j to %j would allow texts: %s', (field, before, after, answer) => {
  expect(givesPermission({ field, label: field, before, beforeKnown: true, after })).toBe(answer)
})

test('what would allow texts is held only where it would be restored', () => {
  const change: FieldChange = { field: 'blocked', label: 'Blocked', before: false, beforeKnown: true, after: true }
  const fate = (blocked: boolean | undefined, isReleased = false) => {
    const now = { uuid: 'c-1', ...(blocked !== undefined && { blocked }) }
    const { fields, calls } = undoRow([change], now, isReleased)
    return [fields[0]?.fate, calls.length]
  }
  expect([fate(true), fate(true, true), fate(false), fate(undefined)]).toEqual([
    ['held', 0],
    ['restore', 1],
    ['already', 0],
    ['impossible', 0],
  ])
})

test('tags of a contact whose tags are not shown are not taken back', () => {
  const change: FieldChange = { field: 'tags', label: 'Tags', before: ['a'], beforeKnown: true, after: ['b'] }
  expect(undoRow([change], { uuid: 'c-1' }, false)).toMatchObject({ fields: [{ fate: 'impossible' }], calls: [] })
})

test('what stays of a row that was taken back is told with why', () => {
  const told = (kept: string[], notShown: string[]) => {
    const { code, message } = keptNote(kept, notShown)
    return [code, message]
  }
  const begin = 'Taken back, but for what stays as it is: '
  expect(told(['Name', 'Notes'], [])).toEqual(['undo.kept', `${begin}Name, Notes: somebody has edited this since the run.`])
  expect(told([], ['Tags'])).toEqual(['undo.not_shown', `${begin}Tags: the service does not show it now.`])
  expect(told(['Name'], ['Tags'])).toEqual([
    'undo.kept',
    `${begin}Name: somebody has edited this since the run; Tags: the service does not show it now.`,
  ])
})
