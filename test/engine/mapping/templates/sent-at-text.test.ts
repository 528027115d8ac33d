import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSentAt } from '../../../../src-main/engine/mapping/templates/sent-at.ts'
import { createTimeWriter, isTimeZone } from '../../../../src-main/engine/mapping/templates/sent-at-text.ts'

const seconds = Date.UTC(2024, 8, 3, 0, 5) / 1000

test('a moment is written as clocks in the time zone showed it, UTC without one', () => {
  expect(createTimeWriter(null)(seconds, 'moment')).toBe('3 Sep 2024, 00:05')
  expect(createTimeWriter('America/New_York')(seconds, 'moment')).toBe('2 Sep 2024, 20:05')
  expect(createTimeWriter('Europe/Berlin')(seconds, 'moment')).toBe('3 Sep 2024, 02:05')
  expect(createTimeWriter('Europe/Berlin')(Date.UTC(2024, 0, 1, 23, 30) / 1000, 'moment')).toBe('2 Jan 2024, 00:30')
})

test('a time without a zone stands as it was, and a day gets no time of day', () => {
  expect(createTimeWriter('America/New_York')(seconds, 'local')).toBe('3 Sep 2024, 00:05')
  expect(createTimeWriter('America/New_York')(seconds, 'day')).toBe('3 Sep 2024')
})

test('what is written reads as the same time, to the minute', () => {
  const write = createTimeWriter(null)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000_000 }), (moment) => {
      expect(readSentAt(write(moment, 'moment'), null)).toEqual({ seconds: Math.floor(moment / 60) * 60, precision: 'local' })
    }),
  )
})

test('time zones are known by their names', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires']) expect(isTimeZone(name)).toBe(true)
  for (const name of ['', 'Berlin', 'Mars/Phobos']) expect(isTimeZone(name)).toBe(false)
})
