import { describe, expect, test } from 'vitest'
import { checkCreation, checkEcho } from '../../../../src-main/engine/run/answer/echo.ts'
import type { CustomerRecord, CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'

const uuid = 'c-1'
const check = (update: CustomerUpdate, shown: Partial<CustomerRecord>) => checkEcho(update, { uuid, ...shown })
const nothing = { notApplied: [], unseen: [] }

test('an answer that means what was asked is an echo, whatever its spelling', () => {
  const update = {
    name: 'Zoë\u0301',
    notes: 'one\r\ntwo ',
    tags: { handling: 'add' as const, tags: ['new patient'] },
    customFields: { f: 'x' },
    blocked: true,
  }
  const answer = {
    name: 'Zoë\u0301'.normalize('NFC'),
    notes: 'one\ntwo',
    tags: ['old', 'new_patient'],
    customFields: { f: 'x', g: 'y' },
    blocked: true,
  }
  expect(check(update, answer)).toEqual(nothing)
})

describe('what was asked and is not there is told, in words', () => {
  test.each<[string, CustomerUpdate, Partial<CustomerRecord>, { field: string; asked: string; answered: string }]>([
    ['a text that was cut', { notes: 'a long note' }, { notes: 'a long' }, { field: 'notes', asked: 'a long note', answered: 'a long' }],
    ['a text that was dropped', { name: 'A' }, { name: null }, { field: 'name', asked: 'A', answered: 'nothing' }],
    ['a text that was not cleared', { notes: '' }, { notes: 'x' }, { field: 'notes', asked: 'nothing', answered: 'x' }],
    ['a flag that was not set', { archived: true }, { archived: false }, { field: 'archived', asked: 'yes', answered: 'no' }],
    ['a flag that was not taken back', { blocked: false }, { blocked: true }, { field: 'blocked', asked: 'no', answered: 'yes' }],
    [
      'a custom field that vanished',
      { customFields: { f: 'x' } },
      { customFields: {} },
      { field: 'custom:f', asked: 'x', answered: 'nothing' },
    ],
    [
      'another one instead',
      { customFields: { f: 'x' } },
      { customFields: { g: 'x' } },
      { field: 'custom:f', asked: 'x', answered: 'nothing' },
    ],
  ])('%s', (_name, update, shown, notApplied) => {
    expect(check(update, shown)).toEqual({ notApplied: [notApplied], unseen: [] })
  })

  test('each field for itself', () => {
    const { notApplied } = check(
      { name: 'A', notes: 'a long note', archived: true, customFields: { f: 'x', g: 'y' } },
      { name: 'A', notes: 'a long', archived: false, customFields: { g: 'y' } },
    )
    expect(notApplied.map(({ field }) => field)).toEqual(['notes', 'archived', 'custom:f'])
  })
})

describe('tags', () => {
  test.each([
    { handling: 'add' as const, tags: ['a_b'], answered: ['a', 'b'], isApplied: false },
    { handling: 'add' as const, tags: ['a_b'], answered: ['x', 'a_b'], isApplied: true },
    { handling: 'add' as const, tags: ['a b '], answered: ['a_b'], isApplied: true },
    { handling: 'add' as const, tags: ['a', 'b'], answered: ['a'], isApplied: false },
    { handling: 'add' as const, tags: [' ', 'a'], answered: ['a'], isApplied: true },
    { handling: 'add' as const, tags: ['a_b'], answered: ['a b'], isApplied: true },
    { handling: 'remove' as const, tags: ['x'], answered: ['y'], isApplied: true },
    { handling: 'remove' as const, tags: ['x'], answered: ['x'], isApplied: false },
    { handling: 'remove' as const, tags: ['x', 'y'], answered: ['y', 'z'], isApplied: false },
    { handling: 'replace' as const, tags: ['x', 'y'], answered: ['y', 'x'], isApplied: true },
    { handling: 'replace' as const, tags: ['x', 'x', ''], answered: ['x'], isApplied: true },
    { handling: 'replace' as const, tags: ['x'], answered: ['x', 'old'], isApplied: false },
    { handling: 'replace' as const, tags: ['x', 'y'], answered: ['x'], isApplied: false },
    { handling: 'replace' as const, tags: ['x'], answered: ['y'], isApplied: false },
    { handling: 'replace' as const, tags: [], answered: [], isApplied: true },
  ])('$handling $tags answered as $answered are applied: $isApplied', ({ handling, tags, answered, isApplied }) => {
    const found = check({ tags: { handling, tags } }, { tags: answered })
    expect(found.unseen).toEqual([])
    expect(found.notApplied.length === 0).toBe(isApplied)
  })

  test('that were not applied are told with what was asked of them', () => {
    expect(check({ tags: { handling: 'remove', tags: ['old one', 'x'] } }, { tags: ['old_one', 'y'] }).notApplied).toEqual([
      { field: 'tags', asked: 'remove: old_one, x', answered: 'old_one, y' },
    ])
  })
})

describe('what the answer does not show', () => {
  test('is unseen, not wrong', () => {
    expect(check({ name: 'A', blocked: true, tags: { handling: 'add', tags: ['x'] }, customFields: { f: 'x' } }, {})).toEqual({
      notApplied: [],
      unseen: ['name', 'blocked', 'custom:f', 'tags'],
    })
  })

  test('because the service never shows it is not even that', () => {
    expect(check({ email: 'a@example.com', unreachable: true }, {})).toEqual(nothing)
    expect(check({ email: 'a@example.com', unreachable: true }, { email: 'b@example.com', unreachable: false })).toEqual(nothing)
  })

  test('and was not asked for does not matter', () => {
    expect(check({ name: 'A' }, { name: 'A', notes: 'x', tags: ['y'], customFields: { f: 'z' } })).toEqual(nothing)
    expect(check({}, {})).toEqual(nothing)
  })
})

describe('a contact that was created', () => {
  const creation = (customer: Partial<Parameters<typeof checkCreation>[0]['customer']>) =>
    ({ kind: 'createCustomer', customer: { phone: '+12025550100', ...customer } }) as const

  test('is compared like one that was changed, except for its number', () => {
    expect(checkCreation(creation({ name: 'A' }), { uuid, name: 'A', phone: '+12025550199' })).toEqual(nothing)
    expect(checkCreation(creation({ name: 'A', notes: 'n' }), { uuid, name: 'B' })).toEqual({
      notApplied: [{ field: 'name', asked: 'A', answered: 'B' }],
      unseen: ['notes'],
    })
  })

  test('has its tags added to those that the service gives by itself', () => {
    expect(checkCreation(creation({ tags: ['new'] }), { uuid, tags: ['web', 'new'] })).toEqual(nothing)
    expect(checkCreation(creation({ tags: ['new'] }), { uuid, tags: ['web'] }).notApplied).toMatchObject([{ field: 'tags' }])
    expect(checkCreation(creation({ tags: ['new'] }), { uuid }).unseen).toEqual(['tags'])
    expect(checkCreation(creation({}), { uuid })).toEqual(nothing)
  })
})
