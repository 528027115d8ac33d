import { describe, expect, test } from 'vitest'
import { createProgressTeller, createRateMeter } from '../../../../src-main/engine/run/dispatch/progress-meter.ts'
import type { RunProgress } from '../../../../src-main/engine/model/runs/run-schema.ts'

describe('the rate of calls', () => {
  /** Of three calls, asked for at these times after the meter began at 1,000. */
  const rates = (...asked: [afterMs: number, isOver?: boolean][]) => {
    const meter = createRateMeter(1_000)
    meter.add(3)
    return asked.map(([afterMs, isOver]) => meter.callsPerSecond(1_000 + afterMs, isOver))
  }

  test('is known after a quarter of a second', () => {
    expect(rates([249], [250])).toEqual([0, 12])
  })

  test('is the plain average of a run that was over before that', () => {
    expect(rates([100, true])).toEqual([30])
    expect(rates([0, true])).toEqual([0])
  })

  test('stays the smoothed one of a run that took longer, and follows slowly', () => {
    const meter = createRateMeter(0)
    meter.add(10)
    expect(meter.callsPerSecond(1_000)).toBe(10)
    meter.add(5)
    expect(meter.callsPerSecond(1_100, true)).toBe(10)
    const later = meter.callsPerSecond(2_000)
    expect(later).toBeGreaterThan(5)
    expect(later).toBeLessThan(10)
  })
})

describe('progress', () => {
  function teller() {
    const told: number[] = []
    let made = 0
    const one = createProgressTeller(
      (progress) => told.push(progress.done),
      () => ({ done: (made += 1) }) as RunProgress,
    )
    return { one, told }
  }

  test('is told at once, then at most ten times a second, and the last one is not swallowed', () => {
    const { one, told } = teller()
    expect(one.dueMs()).toBeNull()
    one.note(0)
    expect([told, one.dueMs()]).toEqual([[1], null])
    one.note(10)
    one.note(99)
    expect([told, one.dueMs()]).toEqual([[1], 100])
    one.flush(100)
    expect([told, one.dueMs()]).toEqual([[1, 2], null])
  })

  test('is not told again where nothing has happened', () => {
    const { one, told } = teller()
    one.flush(0)
    one.note(0)
    one.flush(500)
    expect(told).toEqual([1])
  })
})
