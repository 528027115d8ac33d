import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { believableAfterMs, nextLookMs, patienceWith, usualPatience, windowLeftMs } from '../../../../src-main/engine/run/late/patience.ts'

test('a call may arrive for two minutes, and as much longer as reads are late', () => {
  expect(usualPatience).toEqual({ arrivalMs: 120_000, storedMs: 60_000, answersMs: 5_000, untoldMs: 15_000 })
  expect(patienceWith(usualPatience, null)).toEqual(usualPatience)
  expect(patienceWith(usualPatience, 0)).toEqual(usualPatience)
  expect(patienceWith(usualPatience, 8_000)).toMatchObject({ arrivalMs: 128_000 })
})

test('"not stored" is said after 60 seconds, or three times the lag where that is longer', () => {
  expect(patienceWith(usualPatience, 20_000).storedMs).toBe(60_000)
  expect(patienceWith(usualPatience, 20_001).storedMs).toBe(60_003)
})

test('a read that does not show what was written is believed after 60 seconds, or three times the lag that was learnt', () => {
  expect(believableAfterMs(usualPatience, null)).toBe(60_000)
  expect([0, 500, 667, 40_000].map((lagMs) => believableAfterMs(usualPatience, lagMs))).toEqual([2_000, 2_000, 2_001, 120_000])
})

describe('what is left of a window', () => {
  test.each([
    [0, 0, 100],
    [0, 1, 99],
    [0, 99, 1],
    [0, 100, 0],
    [0, 5_000, 0],
    // The clock was set back.
    [5_000, 0, 100],
  ])('that began at %i is, at %i, %i of 100', (beganAtMs, nowMs, leftMs) => {
    expect(windowLeftMs(beganAtMs, nowMs, 100)).toBe(leftMs)
  })

  test('is never more than the window', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.nat(), (began, now, window) => {
        const left = windowLeftMs(began, now, window)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(window)
      }),
    )
  })
})

test('looks are further and further apart, and the last one is at the end of the window', () => {
  const looks = (what: 'lost' | 'written', windowMs: number, lagMs: number | null) => {
    const at: number[] = []
    for (let nowMs = 0; nowMs < windowMs && at.length < 50;) {
      nowMs += nextLookMs(what, { looks: at.length, leftMs: windowMs - nowMs, lagMs })
      at.push(nowMs)
    }
    return at
  }
  expect(looks('lost', 120_000, null)).toEqual([1_000, 4_000, 13_000, 40_000, 80_000, 120_000])
  // The first one not before reads can show it.
  expect(looks('lost', 128_000, 8_000)).toEqual([8_000, 11_000, 20_000, 47_000, 87_000, 127_000, 128_000])
  expect(looks('lost', 120_000, 500)[0]).toBe(1_000)
  expect(looks('written', 60_000, null).slice(0, 7)).toEqual([250, 750, 1_750, 3_750, 7_750, 12_750, 17_750])
  expect(looks('written', 60_000, 3_000)[0]).toBe(3_000)
  expect(looks('written', 60_000, null).at(-1)).toBe(60_000)
  expect(nextLookMs('lost', { looks: 3, leftMs: -5, lagMs: null })).toBe(0)
})
