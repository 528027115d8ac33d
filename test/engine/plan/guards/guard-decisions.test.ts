import { describe, expect, test } from 'vitest'
import type { FieldChange, FieldValue, PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import {
  clearedFields,
  consentGuard,
  guardsOf,
  holdReason,
  isClearing,
  isCounted,
  isFileGuard,
  isFreeRefusal,
  isMass,
  isWithdrawal,
  mayBeMass,
  optOutOf,
  withdraws,
  withoutGuards,
} from '../../../../src-main/engine/plan/guards/guard-rules.ts'

const change = (field: string, before: FieldValue, after: FieldValue, beforeKnown = true): FieldChange => ({
  field,
  label: field,
  before,
  beforeKnown,
  after,
})
const agreeing: PlannedCall = { kind: 'setConsent', uuid: 'u', phone: null, consent: true }
const refusing: PlannedCall = { ...agreeing, consent: false }
const tagging = (handling: 'add' | 'remove' | 'replace'): PlannedCall => ({
  kind: 'updateCustomer',
  uuid: 'u',
  customer: { tags: { handling, tags: ['x'] } },
})

test('guards of changes are counted for kinds that change contacts', () => {
  expect([isCounted('contacts'), isCounted('consent'), isCounted('messages')]).toEqual([true, true, false])
})

test('file guards are those that look at all rows', () => {
  expect((['consent', 'direction', 'keyword', 'withdraw', 'clear', 'mass'] as const).filter(isFileGuard)).toEqual([
    'withdraw',
    'clear',
    'mass',
  ])
})

describe('the guard "consent"', () => {
  test.each([
    ['consent', { consent: false, blocked: true, unreachable: true }],
    ['blocked', { consent: true, blocked: true, unreachable: true }],
    ['unreachable', { consent: null, blocked: false, unreachable: true }],
    [null, { consent: null, blocked: false, unreachable: false }],
    [null, {}],
  ])('a contact has opted out as %s with %j', (optOut, record) => {
    expect(optOutOf({ uuid: 'u', ...record })).toBe(optOut)
  })

  test.each([
    ['nothing speaks against it', [agreeing], {}, null, null, null],
    ['nobody is known yet', [agreeing], null, null, null, null],
    ['the record refuses', [agreeing], { consent: false }, 'ledger', 'unconfirmed', 'consent'],
    ['the ledger refuses', [agreeing], {}, 'ledger', 'unconfirmed', 'ledger'],
    ['the list refuses somebody new', [agreeing], null, 'doNotText', null, 'doNotText'],
    ['nobody confirmed the words', [agreeing], {}, null, 'unconfirmed', 'unconfirmed'],
    ['nobody confirmed the words for somebody new', [agreeing], null, null, 'unconfirmed', 'unconfirmed'],
    ['the column is gone that told who refused', [agreeing], {}, null, 'columnGone', 'columnGone'],
    ['the column is gone and the ledger refuses', [agreeing], {}, 'ledger', 'columnGone', 'ledger'],
    ['consent is one call among others', [tagging('add'), agreeing], { blocked: true }, null, null, 'blocked'],
    ['the row refuses', [refusing], { consent: false }, 'ledger', 'unconfirmed', null],
    ['the row says nothing of consent', [tagging('add')], { consent: false }, 'ledger', 'unconfirmed', null],
    ['there is no call', [], { consent: false }, 'ledger', 'unconfirmed', null],
  ] as const)('where %s', (_what, calls, record, refusal, doubt, held) => {
    const known = refusal === null ? null : { how: refusal, atMs: 5 }
    const found = consentGuard(calls, record === null ? null : { uuid: 'u', ...record }, () => known, doubt)
    expect(found).toEqual(held === null ? null : { how: held, atMs: known?.atMs ?? null })
  })
})

test('what is known of refusals is asked only where consent is given', () => {
  const known = (): never => {
    throw new Error('asked')
  }
  expect(consentGuard([refusing, tagging('add')], { uuid: 'u', consent: false }, known, 'unconfirmed')).toBeNull()
  expect(() => consentGuard([agreeing], null, known, null)).toThrow('asked')
})

describe('a field is cleared', () => {
  test.each([
    ['a text', 'name', 'Ann', '', true, true],
    ['a text, by null', 'name', 'Ann', null, true, true],
    ['a text, by blanks', 'name', 'Ann', ' \t', true, true],
    ['a list', 'tags', ['a'], [], true, true],
    ['what nobody knows', 'email', null, '', false, true],
    ['what is blank already', 'name', ' ', '', true, false],
    ['what is null already', 'name', null, '', true, false],
    ['a list that is empty already', 'tags', [], [], true, false],
    ['a text that is replaced', 'name', 'Ann', 'Bob', true, false],
    ['a list that is replaced', 'tags', ['a'], ['b'], true, false],
    ['a flag', 'archived', true, false, true, false],
  ] as const)('%s', (_what, field, before, after, known, isCleared) => {
    const one = change(field, before as FieldValue, after as FieldValue, known)
    expect(clearedFields([one], [])).toEqual(isCleared ? [one] : [])
  })

  test.each([
    ['remove', false, false],
    ['remove', true, true],
    ['replace', false, true],
    ['add', false, true],
  ] as const)('by %s of tags where what is there is known: %s', (handling, known, isCleared) => {
    const tags = change('tags', known ? ['x'] : null, [], known)
    expect(clearedFields([tags], [tagging(handling)])).toHaveLength(isCleared ? 1 : 0)
    expect(clearedFields([tags], [tagging(handling), refusing])).toHaveLength(isCleared ? 1 : 0)
    expect(clearedFields([{ ...tags, field: 'custom:f' }], [tagging(handling)])).toHaveLength(1)
  })
})

describe('a withdrawal', () => {
  const table = [
    ['consent', true, false, true],
    ['consent', null, false, false],
    ['consent', true, null, false],
    ['consent', false, true, false],
    ['blocked', false, true, true],
    ['blocked', null, true, true],
    ['blocked', true, true, false],
    ['blocked', true, false, false],
    ['blocked', null, false, false],
    ['unreachable', null, true, true],
    ['unreachable', true, false, false],
    ['archived', false, true, false],
    ['name', 'Ann', 'Bob', false],
  ] as const
  test.each(table)('of %s from %j to %j: %s', (field, before, after, answer) => {
    expect(withdraws([change(field, before, after)])).toBe(answer)
    expect(withdraws([change('name', 'Ann', 'Bob'), change(field, before, after)])).toBe(answer)
  })

  test('is none where nothing changes', () => {
    expect(withdraws([])).toBe(false)
  })
})

describe('a row that does nothing but refuse', () => {
  const no = change('consent', null, false)
  const withdrawal = change('consent', true, false)
  const block = change('blocked', false, true)
  test.each([
    ['a refusal of somebody who had not agreed', [no], false, true],
    ['a refusal of somebody who had', [withdrawal], false, false],
    ['one that the contact asked for', [withdrawal], true, true],
    ['a block', [block], false, false],
    ['a block that the contact asked for', [block], true, true],
    ['a contact that is not subscribed any more', [change('unreachable', null, true)], true, true],
    ['a refusal that changes a name too', [no, change('name', 'A', 'B')], true, false],
    ['a name set to true', [change('archived', false, true)], true, false],
    ['a permission', [change('consent', null, true)], true, false],
    ['an unblocking', [change('blocked', true, false)], true, false],
    ['nothing', [], true, false],
  ])('is never held: %s', (_what, changes, isExplicit, answer) => {
    expect(isFreeRefusal(changes, isExplicit)).toBe(answer)
  })
})

describe('a plan changes too much', () => {
  const limits = guardLimits
  test.each([
    [{ changed: 500, created: 0, total: 10 }, false, false],
    [{ changed: 501, created: 0, total: 1002 }, false, true],
    [{ changed: 501, created: 0, total: 1001 }, true, true],
    [{ changed: 0, created: 100, total: 100 }, false, false],
    [{ changed: 0, created: 101, total: 99 }, false, true],
    [{ changed: 0, created: 101, total: 100 }, true, true],
    [{ changed: 0, created: 101, total: 403 }, true, true],
    [{ changed: 0, created: 101, total: 404 }, false, true],
    [{ changed: 501, created: 101, total: 100_000 }, false, true],
  ])('with %j: %s', (figures, isStopped, matters) => {
    expect(isMass(figures, limits)).toBe(isStopped)
    expect(mayBeMass(figures, limits)).toBe(matters)
  })

  test.each([
    [20, 0, false],
    [21, 0, true],
    [21, 420, false],
    [22, 420, true],
    [21, 419, true],
  ])('where %d of %d that agree are withdrawn: %s', (withdrawn, agreeingNow, answer) => {
    expect(isWithdrawal({ withdrawn, agreeing: agreeingNow }, limits)).toBe(answer)
  })

  test('where fields of more than 20 contacts are emptied', () => {
    expect([isClearing({ clears: 20 }, limits), isClearing({ clears: 21 }, limits)]).toEqual([false, true])
  })
})

test('a reason keeps its guards in their order, and loses those that are open', () => {
  expect(holdReason(['mass', 'consent', 'clear'])).toBe('consent clear mass')
  expect(holdReason([])).toBe('')
  expect([guardsOf('mass consent'), guardsOf('massive'), guardsOf('')]).toEqual([['consent', 'mass'], [], []])
  expect(withoutGuards('consent mass', ['mass'])).toBe('consent')
  expect(withoutGuards('consent mass', ['clear'])).toBe('consent mass')
  expect(withoutGuards('consent mass', ['mass', 'consent'])).toBeNull()
  expect(withoutGuards('duplicate', [])).toBeNull()
})
