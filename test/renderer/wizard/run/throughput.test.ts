import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThroughput, shownSeconds, topOf } from '../../../../src-renderer/wizard/run/throughput.ts'

const callsOf = (seconds: readonly { calls: number }[]) => seconds.map(({ calls }) => calls)

describe('the calls of a run by the second', () => {
  it('shows nothing for what was done before anybody watched', () => {
    const throughput = createThroughput()
    throughput.note(5_000, false, 10_000)
    expect(callsOf(throughput.series(11_000))).toEqual([0])
  })

  it('leaves out the second that is not over', () => {
    const throughput = createThroughput()
    throughput.note(0, false, 10_000)
    throughput.note(40, false, 10_900)
    throughput.note(45, false, 11_100)
    expect(callsOf(throughput.series(11_200))).toEqual([40])
    expect(callsOf(throughput.series(12_000))).toEqual([40, 5])
  })

  it('shows seconds in which nothing was told as empty, waiting if the run was', () => {
    const throughput = createThroughput()
    throughput.note(0, false, 10_000)
    throughput.note(3, true, 10_500)
    expect(throughput.series(14_000)).toEqual([
      { calls: 3, isWaiting: true },
      { calls: 0, isWaiting: true },
      { calls: 0, isWaiting: true },
      { calls: 0, isWaiting: true },
    ])
  })

  it('loses and invents no call, whenever it is told or asked', () => {
    const step = fc.record({ calls: fc.nat(50), afterMs: fc.nat(3_000), isAsked: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const throughput = createThroughput()
        let atMs = 1_700_000_000_000
        let total = 7
        throughput.note(total, false, atMs)
        for (const { calls, afterMs, isAsked } of steps) {
          atMs += afterMs
          total += calls
          if (isAsked) throughput.series(atMs)
          throughput.note(total, false, atMs)
        }
        const series = throughput.series(atMs + 1_000)
        expect(series.length).toBeLessThanOrEqual(shownSeconds)
        expect(callsOf(series).reduce((sum, calls) => sum + calls, 0)).toBe(total - 7)
      }),
    )
  })

  it('keeps no more than it shows', () => {
    const throughput = createThroughput()
    for (let second = 0; second < 500; second += 1) throughput.note(second * 2, false, second * 1_000)
    expect(callsOf(throughput.series(500_000))).toEqual(Array.from({ length: shownSeconds }, () => 2))
  })
})

describe('the top of the plot', () => {
  it.each([
    [[], 1],
    [[1], 1],
    [[3, 0, 4], 5],
    [[9], 10],
    [[180], 200],
    [[1_000], 1_000],
  ])('of %j is %i', (calls, top) => {
    expect(topOf(calls.map((each) => ({ calls: each, isWaiting: false })))).toBe(top)
  })
})
