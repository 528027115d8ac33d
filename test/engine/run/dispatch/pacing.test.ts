import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoffMs, Pacing, type TroubleReport } from '../../../../src-main/engine/run/dispatch/pacing.ts'

const limited = (sentAtMs: number, afterMs: number | null = null): TroubleReport => ({
  trouble: 'rate_limited',
  status: 429,
  afterMs,
  sentAtMs,
})
const failed = (sentAtMs: number): TroubleReport => ({ trouble: 'failed', status: 500, afterMs: null, sentAtMs })
const unreachable = (sentAtMs: number): TroubleReport => ({ trouble: 'unreachable', status: null, afterMs: null, sentAtMs })

test('backoff doubles up to a minute, at least half of it certain', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
      const ceiling = Math.min(60_000, 500 * 2 ** (attempt - 1))
      const delayMs = backoffMs(attempt, random)
      expect(delayMs).toBeGreaterThanOrEqual(Math.floor(ceiling / 2))
      expect(delayMs).toBeLessThanOrEqual(ceiling)
    }),
  )
})

describe('concurrency', () => {
  test('is halved once for calls that left together, and grows back slowly', () => {
    const pacing = new Pacing({ concurrency: 16, requestsPerMinute: null })
    for (let call = 0; call < 16; call += 1) pacing.onTrouble(limited(0), 10 + call, 0)
    expect(pacing.concurrency).toBe(8)
    pacing.onTrouble(limited(1_000), 1_010, 0)
    expect(pacing.concurrency).toBe(4)
    for (let call = 0; call < 4; call += 1) pacing.onGood()
    expect(pacing.concurrency).toBe(4)
    for (let call = 0; call < 200; call += 1) pacing.onGood()
    expect(pacing.concurrency).toBe(16)
  })

  test('never leaves 1 … the limit, whatever happens, and all is well again after good answers', () => {
    const event = fc.oneof(
      fc.constant('good' as const),
      fc.record({
        trouble: fc.constantFrom('rate_limited', 'failed', 'unreachable', 'lost'),
        status: fc.constantFrom(null, 429, 500, 503),
        afterMs: fc.option(fc.integer({ min: 0, max: 10_000 })),
      }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(event, fc.integer({ min: 0, max: 5_000 })), { maxLength: 100 }),
        fc.integer({ min: 1, max: 64 }),
        (events, concurrency) => {
          const pacing = new Pacing({ concurrency, requestsPerMinute: null })
          let nowMs = 0
          for (const [one, laterMs] of events) {
            if (one === 'good') pacing.onGood()
            else pacing.onTrouble({ ...one, sentAtMs: nowMs } as TroubleReport, nowMs + laterMs, 0.5)
            nowMs += laterMs
            expect(pacing.concurrency).toBeGreaterThanOrEqual(1)
            expect(pacing.concurrency).toBeLessThanOrEqual(concurrency)
          }
          for (let call = 0; call < 64 * 64; call += 1) pacing.onGood()
          expect(pacing).toMatchObject({ concurrency, isOutage: false })
          expect(pacing.givesUp()).toBeNull()
          expect(pacing.holdAt(nowMs + 100_000)).toBeNull()
        },
      ),
    )
  })
})

describe('holding all calls', () => {
  test('takes the longest time that the service asked for', () => {
    const pacing = new Pacing({ concurrency: 4, requestsPerMinute: null })
    pacing.onTrouble(limited(0, 3_000), 100, 0)
    pacing.onTrouble(limited(0, 1_000), 200, 0)
    expect(pacing.holdAt(3_099)).toEqual({ kind: 'retry_after', untilMs: 3_100 })
    expect(pacing.holdAt(3_100)).toBeNull()
  })

  test('does not begin for single failures, only for an outage', () => {
    const pacing = new Pacing({ concurrency: 4, requestsPerMinute: null })
    for (let call = 0; call < 9; call += 1) pacing.onTrouble(failed(call), call, 0)
    expect(pacing.holdAt(9)).toBeNull()
    expect(pacing.isOutage).toBe(false)
    pacing.onTrouble(failed(10), 10, 0)
    expect(pacing).toMatchObject({ isOutage: true, concurrency: 1 })
    expect(pacing.holdAt(11)?.kind).toBe('backoff')

    const offline = new Pacing({ concurrency: 4, requestsPerMinute: null })
    offline.onTrouble(unreachable(0), 1, 0)
    offline.onTrouble(unreachable(0), 2, 0)
    expect(offline.holdAt(3)).toBeNull()
    offline.onTrouble(unreachable(0), 3, 0)
    expect(offline.holdAt(4)?.kind).toBe('network')
  })
})

describe('giving up', () => {
  const waitOut = (pacing: Pacing, report: (sentAtMs: number) => TroubleReport, maxTries = 1000) => {
    let nowMs = 0
    let tries = 0
    while (pacing.givesUp() === null && tries < maxTries) {
      pacing.onTrouble(report(nowMs), nowMs, 0.5)
      nowMs = Math.max(nowMs + 1, pacing.holdAt(nowMs)?.untilMs ?? 0)
      tries += 1
    }
    return { nowMs, tries }
  }

  test('is a matter of a minute when nothing ever worked, of ten for the network when it did', () => {
    const never = waitOut(new Pacing({ concurrency: 4, requestsPerMinute: null }), unreachable)
    expect(never.nowMs).toBeGreaterThan(60_000)
    expect(never.nowMs).toBeLessThan(120_000)
    const worked = new Pacing({ concurrency: 4, requestsPerMinute: null })
    worked.onGood()
    const { nowMs, tries } = waitOut(worked, unreachable)
    expect(nowMs).toBeGreaterThan(600_000)
    expect(nowMs).toBeLessThan(700_000)
    expect(tries).toBeLessThan(30)
  })

  test('counts what calls have waited for once, however many asked for it', () => {
    const pacing = new Pacing({ concurrency: 4, requestsPerMinute: null })
    // Each asks for half an hour from when it came: together they hold for half an hour and nine seconds.
    for (let call = 0; call < 10; call += 1) pacing.onTrouble(limited(0, 30 * 60_000), call * 1_000, 0)
    expect(pacing.holdAt(0)).toEqual({ kind: 'retry_after', untilMs: 30 * 60_000 + 9_000 })
    expect(pacing.givesUp()).toBeNull()
    pacing.onTrouble(limited(10_000, 60 * 60_000 - 9_999), 10_000, 0)
    expect(pacing.givesUp()).toBe('rate_limited')
  })

  test('does not count the time between two holds', () => {
    const pacing = new Pacing({ concurrency: 4, requestsPerMinute: null })
    pacing.onTrouble(limited(0, 1_000), 0, 0)
    pacing.onTrouble(limited(59 * 60_000, 59 * 60_000), 59 * 60_000, 0)
    expect(pacing.givesUp()).toBeNull()
    pacing.onTrouble(limited(200 * 60_000, 60_000), 200 * 60_000, 0)
    expect(pacing.givesUp()).toBe('rate_limited')
  })

  test('comes after ten lost answers at once, because each try costs a row', () => {
    const pacing = new Pacing({ concurrency: 4, requestsPerMinute: null })
    expect(waitOut(pacing, () => ({ trouble: 'lost', status: null, afterMs: null, sentAtMs: 0 })).tries).toBe(10)
    expect(pacing.givesUp()).toBe('lost')
  })
})

test('requests per minute are never exceeded in any minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 600 }),
      fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 200, maxLength: 400 }),
      (requestsPerMinute, pausesMs) => {
        const pacing = new Pacing({ concurrency: 8, requestsPerMinute })
        const sent: number[] = []
        let nowMs = 0
        for (const pauseMs of pausesMs) {
          nowMs = Math.max(nowMs + pauseMs, pacing.holdAt(nowMs + pauseMs)?.untilMs ?? 0)
          pacing.onSent(nowMs)
          sent.push(nowMs)
        }
        for (const [at, startMs] of sent.entries()) {
          const inMinute = sent.slice(at).filter((atMs) => atMs < startMs + 60_000).length
          expect(inMinute).toBeLessThanOrEqual(requestsPerMinute)
        }
      },
    ),
    { numRuns: 50 },
  )
})
