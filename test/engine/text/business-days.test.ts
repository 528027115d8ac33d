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

test.each([
  ['Thanksgiving', '2026-11-23T12:00', 10, 'December 8, 2026'],
  ['Christmas on a Friday, New Year on a Friday', '2026-12-24T12:00', 5, 'January 4, 2027'],
  ['Independence Day on a Saturday, kept on Friday', '2026-07-02T12:00', 1, 'July 6, 2026'],
  ['Juneteenth on a Saturday, kept on Friday', '2027-06-17T12:00', 1, 'June 21, 2027'],
  ['Independence Day on a Sunday, kept on Monday', '2027-07-02T12:00', 1, 'July 6, 2027'],
  ['New Year on a Saturday, kept in the old year', '2027-12-30T12:00', 1, 'January 3, 2028'],
  ['Martin Luther King Day', '2026-01-16T12:00', 1, 'January 20, 2026'],
  ["Presidents' Day", '2026-02-13T12:00', 1, 'February 17, 2026'],
  ['Memorial Day, the last Monday', '2026-05-22T12:00', 1, 'May 26, 2026'],
  ['no day before the last Monday', '2026-05-15T12:00', 1, 'May 18, 2026'],
  ['Labor Day', '2026-09-04T12:00', 1, 'September 8, 2026'],
  ['Columbus Day', '2026-10-09T12:00', 1, 'October 13, 2026'],
  ['Veterans Day', '2026-11-10T12:00', 1, 'November 12, 2026'],
  ['the third Thursday of November', '2026-11-18T12:00', 1, 'November 19, 2026'],
])('in the United States federal holidays are no business days: %s', (_name, from, days, until) => {
  expect(longDay(businessDaysAfter(new Date(from).getTime(), days, 'US'))).toBe(until)
  const elsewhere = businessDaysAfter(new Date(from).getTime(), days, 'DE').getTime()
  expect(elsewhere).toBeLessThanOrEqual(businessDaysAfter(new Date(from).getTime(), days, 'US').getTime())
})
