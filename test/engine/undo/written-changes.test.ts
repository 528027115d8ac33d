import { describe, expect, test } from 'vitest'
import type { FieldChange, FieldValue, PlannedCall } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { FieldImage } from '../../../src-main/engine/model/contacts/field-image.ts'
import type { CallKind } from '../../../src-main/engine/model/kinds.ts'
import { impossibleIssue } from '../../../src-main/engine/undo/undo-issues.ts'
import { writtenChanges } from '../../../src-main/engine/undo/written-changes.ts'

const change = (field: string, before: FieldValue, after: FieldValue, beforeKnown = true): FieldChange => ({
  field,
  label: field,
  before,
  beforeKnown,
  after,
})
const made = (kind: CallKind, beforeImage: FieldImage | null = null) => ({ row: 1, kind, isDone: true, beforeImage })
const update = (customer: Extract<PlannedCall, { kind: 'updateCustomer' }>['customer']): PlannedCall => ({
  kind: 'updateCustomer',
  uuid: 'u',
  customer,
})
const consent: PlannedCall = { kind: 'setConsent', uuid: 'u', phone: null, consent: true }
const name = change('name', 'Old', 'New')
const agreed = change('consent', null, true)
const detail = { changes: [name, agreed], calls: [update({ name: 'New' }), consent] }

describe('what a row has written', () => {
  test('is what the calls that were made were to write', () => {
    expect(writtenChanges(detail, [made('updateCustomer'), made('setConsent')], false)).toEqual([name, agreed])
    expect(writtenChanges(detail, [made('setConsent')], false)).toEqual([agreed])
    expect(writtenChanges(detail, [], false)).toEqual([])
    expect(writtenChanges({}, [made('setConsent')], false)).toEqual([])
  })

  test('cannot be said of a contact that it created', () => {
    expect(writtenChanges(detail, [made('createCustomer'), made('setConsent')], false)).toBeNull()
  })

  test('has what was there right before as its earlier value, known by then', () => {
    const unknown = change('name', null, 'New', false)
    expect(writtenChanges({ ...detail, changes: [unknown, agreed] }, [made('updateCustomer', { name: 'Else' })], false)).toEqual([
      change('name', 'Else', 'New'),
    ])
    expect(writtenChanges(detail, [made('updateCustomer', { name: null })], false)).toEqual([change('name', null, 'New')])
  })

  test('has the earliest of several images', () => {
    const calls = [made('updateCustomer', { name: 'First' }), made('setConsent', { name: 'New', consent: false })]
    expect(writtenChanges(detail, calls, false)).toEqual([change('name', 'First', 'New'), change('consent', false, true)])
  })

  test('is just what the images tell of, where calls were decided when the contact was read', () => {
    expect(writtenChanges(detail, [made('updateCustomer', { name: 'Else' })], true)).toEqual([change('name', 'Else', 'New')])
    expect(writtenChanges(detail, [made('updateCustomer')], true)).toEqual([])
  })
})

describe('tags that were there before', () => {
  const tags = (
    handling: 'add' | 'remove' | 'replace',
    named: string[],
    before: FieldValue,
    after: FieldValue,
    image: string[],
    isDecidedWhenRead = false,
  ) =>
    writtenChanges(
      { changes: [change('tags', before, after)], calls: [update({ tags: { handling, tags: named } })] },
      [made('updateCustomer', { tags: image })],
      isDecidedWhenRead,
    )?.[0]?.after

  test.each([
    ['add', ['b'], ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c', 'b']],
    ['add', ['b'], ['a'], ['a', 'b'], ['a', 'b'], ['a', 'b']],
    ['remove', ['b'], ['a', 'b'], ['a'], ['a', 'b', 'c'], ['a', 'c']],
    ['remove', ['b'], ['a', 'b'], ['a'], ['c'], ['c']],
    ['replace', ['b'], ['a'], ['b'], ['a', 'c'], ['b']],
    ['add', ['b'], null, ['b'], ['c'], ['c', 'b']],
    ['remove', ['b'], ['b'], [], ['b', 'c'], ['c']],
    // The plan did not know which tags there were.
    ['remove', ['b', 'd'], null, [], ['b', 'c'], ['c']],
  ] as const)('%s %j, planned from %j to %j, where %j was there leaves %j', (handling, named, before, after, image, left) => {
    expect(tags(handling, [...named], before as unknown as FieldValue, after as unknown as FieldValue, [...image])).toEqual(left)
  })

  test('are left by a call that was decided when the contact was read, whatever was planned', () => {
    expect(tags('replace', ['b'], ['a'], ['b'], ['a', 'c'], true)).toEqual(['c', 'b'])
    expect(tags('remove', ['b'], ['a', 'b'], ['a'], ['b', 'c'], true)).toEqual(['c'])
  })
})

test.each([
  ['consent', null, true, 'undo.not_asked'],
  ['consent', null, false, 'undo.impossible'],
  ['consent', true, true, 'undo.impossible'],
  ['name', null, true, 'undo.impossible'],
] as const)('a field that cannot be restored is %s from %j (known: %s): %s', (field, before, known, code) => {
  expect(impossibleIssue(4, change(field, before, 'x', known), 'Why.')).toMatchObject({
    code,
    line: 4,
    column: field,
    message: 'Why.',
    severity: 'warning',
  })
})
