import { expect, test } from 'vitest'
import { createLongHold } from '../../../../../src-main/engine/run/dispatch/wait/long-hold.ts'
import { Pacing } from '../../../../../src-main/engine/run/dispatch/pacing.ts'

const hourMs = 3_600_000

/** A run that the service asks to wait, both clocks of which begin apart. */
function asked(afterMs: number) {
  const pacing = new Pacing({ concurrency: 8, requestsPerMinute: null })
  const wall = { ms: 9_000_000 }
  const longHold = createLongHold(pacing, { nowMs: () => wall.ms })
  const ask = (forMs: number, nowMs: number) =>
    pacing.onTrouble({ trouble: 'rate_limited', status: 429, afterMs: forMs, sentAtMs: nowMs }, nowMs, 0)
  ask(afterMs, 0)
  longHold.watch(0)
  return { pacing, wall, longHold, ask }
}

test('a long time that the service asked for ends by the wall clock where the computer slept meanwhile', () => {
  const { pacing, wall, longHold } = asked(2 * hourMs)
  expect(longHold.endsAtMs()).toBe(wall.ms + 2 * hourMs)
  wall.ms += 2 * hourMs - 1
  longHold.watch(1_000)
  expect(pacing.holdAt(1_000)).toMatchObject({ untilMs: 2 * hourMs })
  wall.ms += 1
  longHold.watch(1_001)
  expect([pacing.holdAt(1_001), longHold.endsAtMs()]).toEqual([null, null])
})

test('it is the last one that counts where the service asks for longer', () => {
  const { pacing, wall, longHold, ask } = asked(2 * hourMs)
  ask(5 * hourMs, 1_000)
  longHold.watch(1_000)
  expect(longHold.endsAtMs()).toBe(wall.ms + 5 * hourMs)
  wall.ms += 3 * hourMs
  longHold.watch(2_000)
  expect(pacing.holdAt(2_000)).toMatchObject({ untilMs: 5 * hourMs + 1_000 })
})

test('a time that is not long ends by the monotonic clock alone', () => {
  const { pacing, wall, longHold } = asked(hourMs)
  expect(longHold.endsAtMs()).toBeNull()
  wall.ms += 2 * hourMs
  longHold.watch(1_000)
  expect(pacing.holdAt(1_000)).toMatchObject({ untilMs: hourMs })
})
