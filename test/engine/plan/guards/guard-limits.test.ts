import { describe, expect, test } from 'vitest'
import { decidedLimits, guardLimits, guardLimitsOf } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import type { PastList } from '../../../../src-main/engine/store/plans/past-lists.ts'

const list = (withdrawn: number, agreeing: number): PastList => ({
  rows: 100,
  invalid: 0,
  refusalOnly: 0,
  notFound: 0,
  unknownWords: 0,
  withdrawn,
  agreeing,
})

describe('the limits of a recipe', () => {
  test('are the usual ones where it says nothing and has no past', () => {
    expect(guardLimits).toEqual({
      massContacts: 500,
      massShare: 0.5,
      newContacts: 100,
      newShare: 0.25,
      newInAccountOf: 100,
      clearContacts: 20,
      withdrawContacts: 20,
      withdrawShare: 0.05,
    })
    expect(guardLimitsOf({}, [])).toEqual(guardLimits)
    expect(guardLimitsOf({ limits: {} }, [])).toEqual(guardLimits)
  })

  test.each([
    ['mass', 1000, { massContacts: 1000, newContacts: 1000 }],
    ['mass', 300, { newContacts: 300 }],
    ['mass', 50, {}],
    ['clear', 30, { clearContacts: 30 }],
    ['clear', 10, {}],
    ['withdraw', 30, { withdrawContacts: 30 }],
    ['withdraw', 10, {}],
    ['sending', 40, { sendingContacts: 40 }],
    ['sending', 0, { sendingContacts: 0 }],
  ])('are wider for "%s" by its bound of %d, never narrower', (guard, bound, wider) => {
    expect(guardLimitsOf({ limits: { release: { [guard]: bound } } }, [])).toEqual({ ...guardLimits, ...wider })
  })

  test.each([
    [[], 0.05],
    [[list(2, 100)], 0.05],
    [[list(3, 100)], 0.06],
    [[list(10, 100), list(30, 100), list(20, 100)], 0.6],
    [[list(7, 0)], 0.05],
    // Of so few the guard says nothing, so they say nothing to it: one contact who withdrew is all of them.
    [[list(1, 1), list(20, 20), list(3, 100)], 0.06],
    [[list(14, 21)], 4 / 3],
  ])('let twice the largest share of withdrawals through: %j', (past, share) => {
    expect(guardLimitsOf({}, past).withdrawShare).toBeCloseTo(share, 10)
  })

  test('take the share that the recipe says, be it less', () => {
    expect(guardLimitsOf({ limits: { withdrawn: 0.01 } }, [list(30, 100)]).withdrawShare).toBe(0.01)
    expect(guardLimitsOf({ limits: { withdrawn: 0 } }, []).withdrawShare).toBe(0)
  })
})

describe('limits that hold rows as all of a plan was held', () => {
  const never = Number.MAX_SAFE_INTEGER
  const usual = { ...guardLimits, sendingContacts: 40 }
  const none = { clear: false, withdraw: false, mass: false, sending: false }

  test.each([
    [usual, none, { sendingContacts: 40, clearContacts: never, withdrawContacts: never, isMassive: false }],
    [guardLimits, none, { clearContacts: never, withdrawContacts: never, isMassive: false }],
    [usual, { ...none, sending: true }, { clearContacts: never, withdrawContacts: never, isMassive: false }],
    [guardLimits, { ...none, clear: true }, { clearContacts: -1, withdrawContacts: never, isMassive: false }],
    [guardLimits, { ...none, withdraw: true }, { clearContacts: never, withdrawContacts: -1, withdrawShare: -1, isMassive: false }],
    [guardLimits, { ...none, mass: true }, { clearContacts: never, withdrawContacts: never, isMassive: true }],
  ])('of %j, held as %j', (limits, isHeld, decided) => {
    expect(decidedLimits(limits, isHeld)).toStrictEqual({ ...guardLimits, ...decided })
  })
})
