import { expect, test } from 'vitest'
import type { RunWait } from '../../../../src-main/engine/model/runs/run-schema.ts'
import { hasNews, progressOf, type RunStanding, type TurnNews } from '../../../../src-main/engine/run/dispatch/run-progress.ts'

const counts = { rows: 100, done: 60, failed: 0, unknown: 0, pending: 40, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 60 }
const standing: RunStanding = {
  runId: 'r',
  state: 'running',
  counts,
  planned: { send: 100, calls: 200 },
  callsPerSecond: 10,
  inFlight: 4,
  concurrency: 8,
  wait: null,
}

test.each<[string, Partial<RunStanding>, number | null]>([
  ['the rows left make as many calls each as all rows do', {}, 8],
  ['nobody knows without a rate', { callsPerSecond: 0 }, null],
  ['nor where nothing has gone well for so long that the rate is next to nothing', { callsPerSecond: 1e-30 }, null],
  ['nor of a call an hour', { callsPerSecond: 1 / 3600 }, null],
  ['a call in somewhat less than an hour is a rate', { callsPerSecond: 1 / 3599 }, 80 * 3599],
  ['nothing is left once all is sent and answered', { counts: { ...counts, pending: 0 }, inFlight: 0, callsPerSecond: 0 }, 0],
  ['answers are still waited for', { counts: { ...counts, pending: 0 }, inFlight: 1, callsPerSecond: 0 }, null],
  ['nobody knows after the first calls, which go alone', { counts: { ...counts, calls: 9 } }, null],
  ['and somebody does after ten', { counts: { ...counts, calls: 10 } }, 8],
  ['nor while nothing leaves until a call shows', { wait: { kind: 'late_reads', untilMs: 1, message: 'M.' } }, null],
  ['nor while lost calls are looked for', { wait: { kind: 'late_calls', untilMs: 1, message: 'M.' } }, null],
  ['what the service asks to wait is over in a while', { wait: { kind: 'retry_after', untilMs: 1, message: 'M.' } }, 8],
  ['a plan without calls takes no time', { planned: { send: 0, calls: 0 } }, 0],
])('time left: %s', (_what, parts, secondsLeft) => {
  expect(progressOf({ ...standing, ...parts }).secondsLeft).toBe(secondsLeft)
})

test('progress is the counts and how the run stands', () => {
  const { planned: _planned, counts: _counts, ...others } = standing
  expect(progressOf(standing)).toEqual({ ...counts, ...others, secondsLeft: 8 })
})

const wait: RunWait = { kind: 'backoff', untilMs: 5, message: 'M.' }
const none = { answered: 0, left: 0 }
test.each<[string, TurnNews, RunWait | null, RunWait | null, boolean]>([
  ['something was answered', { answered: 1, left: 0 }, null, null, true],
  ['something left', { answered: 0, left: 1 }, wait, wait, true],
  ['it waits now', none, null, wait, true],
  ['it does not wait any more', none, wait, null, true],
  ['it waits for something else', none, wait, { ...wait, kind: 'network' }, true],
  ['it waits until later', none, wait, { ...wait, untilMs: 6 }, true],
  ['nothing happened while it waits', none, wait, { ...wait }, false],
  ['nothing happened', none, null, null, false],
])('who watches a run is told after a turn where %s', (_what, turn, before, now, has) => {
  expect(hasNews(turn, before, now)).toBe(has)
})
