import { expect, test } from 'vitest'
import { nextStart, whenWords } from '../../../../src-renderer/words/settings/schedule-settings-words.ts'

const at = (parts: Partial<Parameters<typeof nextStart>[0]>) => ({ hour: 7, minute: 30, weekday: null, dayOfMonth: null, ...parts })
/** A Wednesday. */
const now = new Date(2026, 10, 25, 8, 0).getTime()

test.each([
  ['each day', at({}), new Date(2026, 10, 26, 7, 30)],
  ['each day, still today', at({ hour: 18 }), new Date(2026, 10, 25, 18, 30)],
  ['on that day of the week, in a week', at({ weekday: 'wednesday' }), new Date(2026, 11, 2, 7, 30)],
  ['on Friday', at({ weekday: 'friday' }), new Date(2026, 10, 27, 7, 30)],
  ['on a day of the month', at({ dayOfMonth: 1 }), new Date(2026, 11, 1, 7, 30)],
  ['on a day that has passed this month', at({ dayOfMonth: 24 }), new Date(2026, 11, 24, 7, 30)],
])('the next start, %s', (_title, when, start) => {
  expect(nextStart(when, now)).toEqual(start)
})

test('when, in words', () => {
  expect([at({}), at({ weekday: 'friday' }), at({ dayOfMonth: 3 })].map(whenWords)).toEqual([
    expect.stringMatching(/^Every day at /),
    expect.stringMatching(/^Fridays at /),
    expect.stringMatching(/^On day 3 of each month at /),
  ])
})
