import { expect, test } from 'vitest'
import { businessDaysAfter, longDay } from '../../../src-main/engine/text/business-days.ts'

test.each([
  ['2026-11-20T10:00', 1, 'November 23, 2026'],
  ['2026-11-21T10:00', 1, 'November 23, 2026'],
  ['2026-11-23T23:59', 10, 'December 7, 2026'],
  ['2026-11-23T00:00', 0, 'November 23, 2026'],
  ['2026-12-24T12:00', 5, 'December 31, 2026'],
])('from %s, %i business days later it is %s', (from, days, until) => {
  expect(longDay(businessDaysAfter(new Date(from).getTime(), days))).toBe(until)
})
