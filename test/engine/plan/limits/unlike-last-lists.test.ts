import { describe, expect, test } from 'vitest'
import { runShares } from '../../../../src-main/engine/plan/limits/run-limits.ts'
import { columnsUnlike, unlikeLast } from '../../../../src-main/engine/plan/limits/unlike-last-lists.ts'
import type { PastList } from '../../../../src-main/engine/store/plans/past-lists.ts'
import type { PlanTotals } from '../../../../src-main/engine/store/plans/plans.ts'
import { recipe } from '../../store/stored-things.ts'

const usual: PastList = { rows: 210, invalid: 2, refusalOnly: 0, notFound: 10, unknownWords: 0, withdrawn: 0, agreeing: 0 }
const three = [usual, { ...usual, rows: 220, notFound: 11 }, { ...usual, rows: 200, notFound: 9 }]

const totals = (over: { rows?: number; notFound?: number; unknownWords?: number; guards?: PlanTotals['guards'] } = {}): PlanTotals => {
  const { rows = 210, notFound = 10, unknownWords = 0, guards = [] } = over
  const issue = { code: 'value.unknown', severity: 'error', line: 2, column: 'Texts', value: 'x', message: '', hint: '' } as const
  return {
    rows,
    send: rows - notFound - unknownWords,
    unchanged: 0,
    held: 0,
    skipped: notFound,
    invalid: unknownWords,
    calls: 0,
    contacts: 0,
    issues: unknownWords > 0 ? [{ ...issue, rows: unknownWords }] : [],
    skips: notFound > 0 ? [{ reason: 'not_found', rows: notFound }] : [],
    guards,
    fields: [],
    holds: [],
  }
}
const codes = (plan: PlanTotals, past: readonly PastList[] = three, limits = {}) =>
  unlikeLast(plan, { limits }, past).map(({ code }) => code)

describe('a list is unlike the last ones', () => {
  test.each([
    [5, ['unlike.rows']],
    [39, ['unlike.rows']],
    [40, []],
    [1100, []],
    [1101, ['unlike.rows']],
  ])('with %i rows: %j', (rows, expected) => {
    expect(codes(totals({ rows, notFound: 0 }))).toEqual(expected)
  })

  test('by its rows only where they are more than 100 apart', () => {
    const small = three.map((list) => ({ ...list, rows: 20 }))
    expect(codes(totals({ rows: 1, notFound: 0 }), small)).toEqual([])
    expect(codes(totals({ rows: 120, notFound: 0 }), small)).toEqual([])
    expect(codes(totals({ rows: 121, notFound: 0 }), small)).toEqual(['unlike.rows'])
  })

  test('by too few rows, too, only where they are more than 100 apart', () => {
    const more = three.map((list) => ({ ...list, rows: 120 }))
    expect(codes(totals({ rows: 20, notFound: 0 }), more)).toEqual([])
    expect(codes(totals({ rows: 19, notFound: 0 }), more)).toEqual(['unlike.rows'])
  })

  test('by its rows as the recipe says, whatever it knows, and then not by those of before', () => {
    expect(codes(totals({ rows: 99 }), [], { fewestRows: 100 })).toEqual(['unlike.rows'])
    expect(codes(totals({ rows: 100 }), [], { fewestRows: 100 })).toEqual([])
    expect(codes(totals({ rows: 301 }), [], { mostRows: 300 })).toEqual(['unlike.rows'])
    expect(codes(totals({ rows: 300 }), [], { mostRows: 300 })).toEqual([])
    expect(codes(totals({ rows: 5, notFound: 0 }), three, { fewestRows: 1 })).toEqual([])
    expect(codes(totals({ rows: 5000, notFound: 0 }), three, { mostRows: 9000 })).toEqual([])
  })

  test.each([
    [42, []],
    [43, ['unlike.not_found']],
    [209, ['unlike.not_found']],
  ])('by %i unknown contacts of 210: %j', (notFound, expected) => {
    expect(codes(totals({ notFound }))).toEqual(expected)
  })

  test('by unknown contacts only where they are over three times the usual', () => {
    const many = three.map((list) => ({ ...list, rows: 100, notFound: 20 }))
    expect(codes(totals({ rows: 100, notFound: 60 }), many)).toEqual([])
    expect(codes(totals({ rows: 100, notFound: 61 }), many)).toEqual(['unlike.not_found'])
    const quarter = three.map((list) => ({ ...list, rows: 100, notFound: 25 }))
    expect([75, 76].map((notFound) => codes(totals({ rows: 100, notFound }), quarter))).toEqual([[], ['unlike.not_found']])
  })

  test('by unknown words in more than a twentieth of the rows; a single one stops nothing', () => {
    expect(codes(totals({ unknownWords: 1 }))).toEqual([])
    expect(codes(totals({ unknownWords: 10 }))).toEqual([])
    expect(codes(totals({ unknownWords: 11 }))).toEqual(['unlike.words'])
    expect([10, 11].map((unknownWords) => codes(totals({ rows: 200, notFound: 0, unknownWords })))).toEqual([[], ['unlike.words']])
  })

  test('by withdrawals that the guard holds, and not by those that were released', () => {
    const guard = { guard: 'withdraw' as const, rows: 40, contacts: 40, released: false, message: 'Forty.' }
    expect(unlikeLast(totals({ guards: [guard] }), {}, three)).toEqual([{ code: 'unlike.withdrawals', rows: 40, message: 'Forty.' }])
    expect(codes(totals({ guards: [{ ...guard, released: true }] }))).toEqual([])
    expect(codes(totals({ guards: [{ ...guard, guard: 'clear' }] }))).toEqual([])
  })

  test('only after three of them', () => {
    expect(codes(totals({ rows: 5, notFound: 5, unknownWords: 5 }), three.slice(1))).toEqual([])
  })

  test('and says in what', () => {
    expect(unlikeLast(totals({ rows: 5, notFound: 0 }), {}, three)).toEqual([
      { code: 'unlike.rows', rows: 5, message: 'This list has 5 rows; the last 3 had 200 to 220.' },
    ])
    expect(unlikeLast(totals({ rows: 5, notFound: 0 }), { limits: { fewestRows: 10 } }, three)[0]?.message).toBe(
      'This list has 5 rows; the recipe expects at least 10.',
    )
  })
})

test('what a run may leave undone is what the recipe says, else twice the largest shares of its lists, else what is usual', () => {
  expect(runShares({}, [])).toEqual({ notFound: 0.5, invalid: 0, held: 0 })
  expect(runShares({}, three.slice(1))).toEqual({ notFound: 0.5, invalid: 0, held: 0 })
  expect(runShares({}, three)).toEqual({ notFound: 0.1, invalid: 0.02, held: 0 })
  expect(runShares({}, [...three, { ...usual, refusalOnly: 19 }])).toMatchObject({ invalid: 0.2 })
  expect(runShares({ limits: { notFound: 0.9, invalid: 0.1, held: 0.2 } }, three)).toEqual({ notFound: 0.9, invalid: 0.1, held: 0.2 })
})

test.each([
  ['Refused', 'This list has no column "Refused"; the last ones had. The fields that are read from it stay as they are. Without it nobody'],
  ['First Name', 'This list has no column "First Name"; the last ones had. The fields that are read from it stay as they are.'],
])('a list without the column "%s" says what that means', (missing, words) => {
  const own = recipe({
    fields: [
      { to: 'name', from: ['First Name'] },
      { to: 'consent', from: ['Agreed'], values: { yes: true } },
      { to: 'blocked', from: ['Refused'], values: { yes: true } },
    ],
  })
  const columns = ['Phone', 'First Name', 'Agreed', 'Refused'].filter((name) => name !== missing).map((name) => ({ name }))
  const found = columnsUnlike({ rows: 3 }, own, columns)
  expect(found).toMatchObject([{ code: 'unlike.columns', rows: 3, message: expect.stringContaining(words) }])
  expect(found[0]?.message.includes('Without it')).toBe(missing === 'Refused')
})
