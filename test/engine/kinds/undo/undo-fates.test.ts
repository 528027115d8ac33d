import { describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { FieldChange, FieldValue } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { undoRow, whyImpossible } from '../../../../src-main/engine/kinds/undo/undo-row.ts'

const change = (field: string, before: FieldValue, after: FieldValue, beforeKnown = true): FieldChange => ({
  field,
  label: field,
  before,
  beforeKnown,
  after,
})
const undo = (changes: FieldChange[], now: Partial<CustomerRecord>) => {
  const { fields, calls } = undoRow(changes, { uuid: 'u', ...now }, true)
  return { fates: fields.map(({ fate }) => fate), reasons: fields.map(({ reason }) => reason), calls }
}
const put = (customer: object) => ({ kind: 'updateCustomer', uuid: 'u', customer })
const consentCall = (consent: boolean) => ({ kind: 'setConsent', uuid: 'u', phone: null, consent })

describe('a field cannot be taken back', () => {
  test.each([
    ['message', null, 'x', true, 'imported cannot be taken back'],
    ['phone_number', null, 'x', true, 'created cannot be removed'],
    ['email', 'a', 'b', true, 'does not show this field'],
    ['unreachable', false, true, true, 'does not show this field'],
    ['name', null, 'x', false, 'never known'],
    ['consent', null, true, true, 'not back to "not asked"'],
  ] as const)('%s from %j to %j', (field, before, after, known, why) => {
    expect(whyImpossible(change(field, before, after, known))).toContain(why)
    const { fates, reasons, calls } = undo([change(field, before, after, known)], { name: 'x', consent: true })
    expect([fates, calls]).toEqual([['impossible'], []])
    expect(reasons[0]).toContain(why)
  })

  test('where the service does not show what it holds now', () => {
    const { fates, reasons } = undo([change('notes', 'a', 'b')], { name: 'x' })
    expect(fates).toEqual(['impossible'])
    expect(reasons[0]).toContain('present value')
  })

  test('but any other can', () => {
    for (const one of [change('consent', false, true), change('name', null, 'x'), change('blocked', null, true)])
      expect(whyImpossible(one)).toBeNull()
  })
})

describe('a field', () => {
  test.each([
    ['name', 'Old', 'New', { name: 'New' }, ['restore'], [put({ name: 'Old' })]],
    ['name', null, 'New', { name: 'New' }, ['restore'], [put({ name: '' })]],
    ['notes', 'Old', null, { notes: '' }, ['restore'], [put({ notes: 'Old' })]],
    ['name', 'Old', 'New', { name: 'Old' }, ['already'], []],
    ['name', 'Old', 'New', { name: 'Else' }, ['kept'], []],
    ['archived', true, false, { archived: false }, ['restore'], [put({ archived: true })]],
    ['archived', false, true, { archived: true }, ['restore'], [put({ archived: false })]],
    ['blocked', null, true, { blocked: true }, ['restore'], [put({ blocked: false })]],
    ['custom:f', 'Old', 'New', { customFields: { f: 'New', g: 'x' } }, ['restore'], [put({ customFields: { f: 'Old' } })]],
    ['custom:f', null, 'New', { customFields: { f: 'New' } }, ['restore'], [put({ customFields: { f: '' } })]],
    ['consent', false, true, { consent: true }, ['restore'], [consentCall(false)]],
    ['consent', true, false, { consent: false }, ['restore'], [consentCall(true)]],
    ['consent', true, false, { consent: null }, ['kept'], []],
    ['tags', ['a'], ['a', 'b'], { tags: ['a', 'b'] }, ['restore'], [put({ tags: { handling: 'remove', tags: ['b'] } })]],
    ['tags', ['a', 'b'], ['a'], { tags: ['a'] }, ['restore'], [put({ tags: { handling: 'add', tags: ['b'] } })]],
    ['tags', ['a'], ['b'], { tags: ['b', 'c'] }, ['restore'], [put({ tags: { handling: 'replace', tags: ['c', 'a'] } })]],
    ['tags', ['a'], ['b'], { tags: ['a', 'b'] }, ['restore'], [put({ tags: { handling: 'replace', tags: ['a'] } })]],
    ['tags', ['a'], ['b'], { tags: ['c'] }, ['restore'], [put({ tags: { handling: 'replace', tags: ['c', 'a'] } })]],
    ['tags', ['a'], ['b'], { tags: ['a', 'c'] }, ['already'], []],
    ['tags', ['a'], ['a', 'b'], { tags: ['x'] }, ['already'], []],
    ['tags', null, ['b'], { tags: ['b'] }, ['restore'], [put({ tags: { handling: 'remove', tags: ['b'] } })]],
  ] as const)('%s from %j to %j, now %j: %j', (field, before, after, now, fates, calls) => {
    expect(
      undo([change(field, before as unknown as FieldValue, after as unknown as FieldValue)], now as unknown as Partial<CustomerRecord>),
    ).toMatchObject({ fates, calls })
  })
})

describe('calls go backwards', () => {
  const name = change('name', 'Old', 'New')
  const field = (uuid: string) => change(`custom:${uuid}`, 'Old', 'New')

  test('a permission is taken back first', () => {
    expect(undo([name, change('consent', false, true)], { name: 'New', consent: true }).calls).toEqual([
      consentCall(false),
      put({ name: 'Old' }),
    ])
  })

  test('one that a refusal took away comes last', () => {
    expect(undo([change('consent', true, false), name], { name: 'New', consent: false }).calls).toEqual([
      put({ name: 'Old' }),
      consentCall(true),
    ])
  })

  test('with all fields in one, and nothing of those that stay', () => {
    const now = { name: 'Else', customFields: { f: 'New', g: 'New', h: 'Old' } }
    expect(undo([name, field('f'), field('g'), field('h')], now)).toEqual({
      fates: ['kept', 'restore', 'restore', 'already'],
      reasons: ['Somebody has edited this field since.', null, null, null],
      calls: [put({ customFields: { f: 'Old', g: 'Old' } })],
    })
  })

  test('without any where nothing comes back', () => {
    expect(undo([], {}).calls).toEqual([])
  })
})
