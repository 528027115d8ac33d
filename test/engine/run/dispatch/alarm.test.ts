import { expect, test } from 'vitest'
import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import { Alarm } from '../../../../src-main/engine/run/dispatch/alarm.ts'

/** What an alarm sleeps, and how it is woken. */
function sleeper() {
  const asleep: { delayMs: number; wake: () => void; signal: AbortSignal | undefined }[] = []
  const sleep: Clock['sleep'] = (delayMs, signal) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      asleep.push({ delayMs, wake: resolve, signal })
    })
  let rings = 0
  return { asleep, alarm: new Alarm({ sleep } as Clock, () => (rings += 1)), rings: () => rings }
}

test('an alarm rings at the earliest time that it was set to', async () => {
  const { asleep, alarm, rings } = sleeper()
  alarm.ringAt(500, 100)
  alarm.ringAt(900, 100)
  expect(asleep.map(({ delayMs }) => delayMs)).toEqual([400])
  alarm.ringAt(300, 100)
  expect(asleep.map(({ delayMs, signal }) => [delayMs, signal?.aborted])).toEqual([
    [400, true],
    [200, false],
  ])
  asleep[1]?.wake()
  await Promise.resolve()
  expect(rings()).toBe(1)
})

test('an alarm for never does not sleep at all, and leaves one that is set', async () => {
  const { asleep, alarm } = sleeper()
  alarm.ringAt(Number.POSITIVE_INFINITY, 100)
  expect(asleep).toEqual([])
  alarm.ringAt(500, 100)
  alarm.ringAt(Number.POSITIVE_INFINITY, 100)
  expect(asleep.map(({ signal }) => signal?.aborted)).toEqual([false])
})

test('an alarm that is set again to the same time goes on sleeping, and once it has rung it can be set anew', async () => {
  const { asleep, alarm, rings } = sleeper()
  alarm.ringAt(500, 100)
  alarm.ringAt(500, 200)
  expect(asleep).toHaveLength(1)
  asleep[0]?.wake()
  await Promise.resolve()
  alarm.ringAt(900, 500)
  expect([rings(), asleep.length]).toEqual([1, 2])
})

test('an alarm that is set while it goes off stays set', async () => {
  const { asleep, alarm } = sleeper()
  alarm.ringAt(500, 100)
  asleep[0]?.wake()
  alarm.ringAt(300, 100)
  await Promise.resolve()
  alarm.ringAt(400, 100)
  expect(asleep.map(({ delayMs }) => delayMs)).toEqual([400, 200])
})
