import { expect, test } from 'vitest'
import { nextDue } from '../../../src-renderer/start/next-due.ts'

const seconds = (...days: string[]) => days.map((day) => new Date(`${day}T09:00:00`).getTime() / 1000)
const due = (...days: string[]) => {
  const found = nextDue(seconds(...days))
  return found && [found.every, new Date(found.atMs).toDateString()]
}

test.each([
  [
    ['2026-09-01', '2026-10-01', '2026-11-03'],
    ['monthly', 'Thu Dec 03 2026'],
  ],
  [
    ['2026-11-30', '2026-12-31', '2027-01-31'],
    ['monthly', 'Sun Feb 28 2027'],
  ],
  [
    ['2026-11-06', '2026-11-13', '2026-11-20'],
    ['weekly', 'Fri Nov 27 2026'],
  ],
  [
    ['2026-10-09', '2026-10-23', '2026-11-06'],
    ['every two weeks', 'Fri Nov 20 2026'],
  ],
  [
    ['2026-01-15', '2026-04-14', '2026-07-15'],
    ['every three months', 'Thu Oct 15 2026'],
  ],
])('lists of %j come again: %j', (days, expected) => {
  expect(due(...days)).toEqual(expected)
  expect(due(...[...days].reverse())).toEqual(expected)
})

test('two lists, lists at no rhythm, and several of one day are no rhythm', () => {
  expect(due('2026-10-01', '2026-11-01')).toBeNull()
  expect(due('2026-09-01', '2026-09-03', '2026-11-01')).toBeNull()
  expect(due('2026-11-01', '2026-11-01', '2026-11-01')).toBeNull()
  expect(due('2026-09-01', '2026-10-01', '2026-11-03', '2026-11-03')).toEqual(['monthly', 'Thu Dec 03 2026'])
})
