import { expect, test } from 'vitest'
import { type Waiting, waitOf as waitOfAll } from '../../../../../src-main/engine/run/dispatch/wait/run-wait.ts'

const [nowMs, wallMs] = [1_000, 500_000]
const waitOf = (now: Omit<Waiting, 'quiet'> & Partial<Waiting>, ...times: [number, number]) =>
  waitOfAll({ quiet: () => null, ...now }, ...times)

test('a run tells until when all calls are held, by the wall clock', () => {
  expect(
    waitOf({ hold: { kind: 'network', untilMs: 1_001 }, dueMs: null, isBusy: true, late: null, looksFor: null }, nowMs, wallMs),
  ).toMatchObject({
    kind: 'network',
    untilMs: 500_001,
  })
})

test('a wait of which a person decides is told as such, any other is not', () => {
  const wait = (isLong?: true) =>
    waitOf(
      { hold: { kind: 'retry_after', untilMs: 2_000, ...(isLong && { isLong }) }, dueMs: null, isBusy: true, late: null, looksFor: null },
      nowMs,
      wallMs,
    )
  expect(wait(true)).toEqual({ kind: 'retry_after', untilMs: 501_000, message: expect.any(String), isLong: true })
  expect(wait()).toEqual({ kind: 'retry_after', untilMs: 501_000, message: expect.any(String) })
})

test.each([
  [3_600_000, undefined],
  [3_600_001, true],
])('a person decides of a wait for texts that takes %i ms, too: %s', (inMs, isLong) => {
  const quiet = { kind: 'daily_cap', untilMs: wallMs + inMs, message: 'Tomorrow.' } as const
  const wait = waitOf({ hold: null, dueMs: 3_000, isBusy: false, late: null, quiet: () => quiet, looksFor: null }, nowMs, wallMs)
  expect(wait).toEqual({ ...quiet, ...(isLong && { isLong }) })
})

test('short pauses of a rate cap are not told', () => {
  const cap = (untilMs: number) =>
    waitOf({ hold: { kind: 'rate_cap', untilMs }, dueMs: null, isBusy: true, late: null, looksFor: null }, nowMs, wallMs)
  expect(cap(1_999)).toBeNull()
  expect(cap(2_000)).toMatchObject({ kind: 'rate_cap', untilMs: 501_000 })
})

test('a delayed row is told when nothing else is going on', () => {
  expect(waitOf({ hold: null, dueMs: 3_000, isBusy: false, late: null, looksFor: null }, nowMs, wallMs)).toMatchObject({
    kind: 'backoff',
    untilMs: 502_000,
  })
  expect(waitOf({ hold: null, dueMs: 3_000, isBusy: true, late: null, looksFor: null }, nowMs, wallMs)).toBeNull()
  expect(waitOf({ hold: null, dueMs: null, isBusy: false, late: null, looksFor: null }, nowMs, wallMs)).toBeNull()
})

test('rows that wait for late calls are told, with how many and until when, where nothing else goes on', () => {
  const late = { rows: 2, untilMs: 121_000 }
  expect(waitOf({ hold: null, dueMs: 3_000, isBusy: false, late, looksFor: null }, nowMs, wallMs)).toEqual({
    kind: 'late_calls',
    untilMs: 620_000,
    message: 'Looking whether 2 calls without an answer took effect after all; only their contacts wait.',
  })
  expect(waitOf({ hold: null, dueMs: null, isBusy: false, late: { ...late, rows: 1 }, looksFor: null }, nowMs, wallMs)?.message).toBe(
    'Looking whether a call without an answer took effect after all; only its contact waits.',
  )
  expect(waitOf({ hold: null, dueMs: 3_000, isBusy: true, late, looksFor: null }, nowMs, wallMs)).toBeNull()
  expect(
    waitOf({ hold: { kind: 'retry_after', untilMs: 9_000 }, dueMs: 3_000, isBusy: false, late, looksFor: null }, nowMs, wallMs)?.kind,
  ).toBe('retry_after')
})

test('rows that are only read again are told as such: the service has no problem', () => {
  const wait = (looksFor: 'written' | 'answers', isBusy = false) =>
    waitOf({ hold: null, dueMs: 3_000, isBusy, late: null, looksFor }, nowMs, wallMs)
  expect(wait('written')).toEqual({ kind: 'late_reads', untilMs: 502_000, message: expect.stringContaining('shows it later') })
  expect(wait('answers')).toEqual({ kind: 'late_reads', untilMs: 502_000, message: expect.stringContaining('answers the first messages') })
  expect(wait('answers', true)).toBeNull()
})
