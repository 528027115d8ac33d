import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConsentDate } from '../../../../src-main/engine/mapping/compile/consent-date.ts'
import type { ConsentDate } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createLatestPermission, createLatestPermissions, isLater } from '../../../../src-main/engine/plan/duplicates/latest-permissions.ts'

const dayMs = 24 * 60 * 60 * 1000
const nowMs = Date.UTC(2026, 0, 1)
const on = (day: number, precision: ConsentDate['precision'] = 'day'): ConsentDate => ({ atMs: Date.UTC(2024, 0, day), precision })

/** The row that is the permission after every refusal; 0 for none. Rows are numbered from 1, and are about one contact. */
function permission(rows: readonly (readonly [consent: boolean, at: ConsentDate | null])[], key = 7): number {
  const consents = createLatestPermissions(nowMs)
  rows.forEach(([consent, at], index) => consents.seen(key, index + 1, consent, at))
  return consents.permission(key)
}

/** The same where the rows of that contact are passed alone. */
function permissionOfOne(rows: readonly (readonly [consent: boolean, at: ConsentDate | null])[]): number {
  const consents = createLatestPermission(nowMs)
  rows.forEach(([consent, at], index) => consents.seen(index + 1, consent, at))
  return consents.permission() ?? 0
}

describe('of rows that agree and rows that refuse', () => {
  test.each([
    ['agreed last', [[false, on(1)], [true, on(2)]], 2],
    ['agreed last, told first', [[true, on(2)], [false, on(1)]], 1],
    ['refused last', [[true, on(1)], [false, on(2)]], 0],
    ['on one day', [[false, on(1)], [true, on(1)]], 0],
    ['a permission without a date', [[false, on(1)], [true, null]], 0],
    ['a refusal without a date', [[false, null], [true, on(2)]], 0],
    ['another row without a date', [[false, on(1)], [true, on(2)], [true, null]], 0],
    ['a permission of the future', [[false, on(1)], [true, { atMs: nowMs + 2 * dayMs, precision: 'day' }]], 0],
    ['a permission of tomorrow, as it may be elsewhere', [[false, on(1)], [true, { atMs: nowMs + dayMs, precision: 'day' }]], 2],
    ['dates that are written differently', [[false, on(1)], [true, on(2)], [true, on(3, 'moment')]], 0],
    ['only permissions', [[true, on(1)], [true, on(2)]], 0],
    ['only refusals', [[false, on(1)], [false, on(2)]], 0],
    ['back and forth', [[true, on(1)], [false, on(2)], [true, on(3)], [false, on(1)]], 3],
    ['refusals that are written differently', [[false, on(1)], [false, on(2, 'moment')], [true, on(5)]], 0],
    ['a permission that is older than another', [[true, on(3)], [true, on(2)], [false, on(1)]], 1],
    ['two permissions of one day, of which the last counts', [[true, on(2)], [true, on(2)], [false, on(1)]], 2],
  ] as const)('%s', (_what, rows, expected) => expect([permission(rows), permissionOfOne(rows)]).toEqual([expected, expected])) // prettier-ignore

  test('their order in the file does not matter, and contacts do not mix', () => {
    const row = fc.tuple(fc.boolean(), fc.option(fc.integer({ min: 1, max: 4 }), { freq: 5 }))
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), fc.constantFrom(7, -3), (drawn, key) => {
        const rows = drawn.map(([consent, day]) => [consent, day === null ? null : on(day)] as const)
        const dates = (consent: boolean) => rows.filter(([said]) => said === consent).map(([, at]) => at?.atMs ?? null)
        const [yes, no] = [dates(true), dates(false)]
        const isAfter =
          yes.length > 0 && no.length > 0 && ![...yes, ...no].includes(null) && Math.max(...yes.map(Number)) > Math.max(...no.map(Number))
        const found = permission(rows, key)
        expect(found !== 0).toBe(isAfter)
        if (found !== 0) expect(rows[found - 1]).toEqual([true, { atMs: Math.max(...yes.map(Number)), precision: 'day' }])
        expect(permission([...rows].reverse(), key) !== 0).toBe(isAfter)
      }),
    )
  })

  test('of dates in different words, only what lies further apart than zones can is later', () => {
    const moment = (hours: number): ConsentDate => ({ atMs: on(1).atMs + hours * 60 * 60 * 1000, precision: 'moment' })
    expect(isLater(moment(36), on(1))).toBe(false)
    expect(isLater(moment(37), on(1))).toBe(true)
    expect(isLater(moment(1), moment(0))).toBe(true)
  })
})

test.each([
  ['2024-03-12', '2024-03-12T00:00:00.000Z', 'day'],
  ['2024-03-12T14:05:00Z', '2024-03-12T14:05:00.000Z', 'moment'],
  ['25/12/2023', '2023-12-25T00:00:00.000Z', 'day'],
  ['12 March 2024', '2024-03-12T00:00:00.000Z', 'day'],
])('%s is a date without doubt', (text, iso, precision) => {
  expect(readConsentDate(text)).toEqual({ atMs: Date.parse(iso), precision })
})

test.each(['3/4/2024', '12.03.24', '25/12/23', '', 'soon', '2024-13-45'])('%j is none', (text) => {
  expect(readConsentDate(text)).toBeNull()
})
