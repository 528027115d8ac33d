import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AskedHold, backoffMs, Pacing, patienceMs, type TroubleReport } from '../../../../src-main/engine/run/dispatch/pacing.ts'

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

describe('what calls wait for', () => {
  const minute = 60_000
  const report = (trouble: TroubleReport['trouble'], sentAtMs: number, parts: Partial<TroubleReport> = {}): TroubleReport => ({
    trouble,
    status: null,
    afterMs: null,
    sentAtMs,
    ...parts,
  })
  const create = (requestsPerMinute: number | null = null) => new Pacing({ concurrency: 8, requestsPerMinute })

  test('grows from round to round, not with each call of one', () => {
    const pacing = create()
    pacing.onTrouble(limited(0), 100, 0)
    expect(pacing.holdAt(100)).toEqual({ kind: 'backoff', untilMs: 350 })
    pacing.onTrouble(limited(99), 300, 0)
    expect(pacing.holdAt(300)).toEqual({ kind: 'backoff', untilMs: 350 })
    pacing.onTrouble(limited(100), 400, 0)
    expect(pacing.holdAt(400)).toEqual({ kind: 'backoff', untilMs: 900 })
    pacing.onTrouble(limited(900), 1_000, 0.5)
    expect(pacing.holdAt(1_000)).toEqual({ kind: 'backoff', untilMs: 2_500 })
    pacing.onGood()
    pacing.onTrouble(limited(5_000), 5_000, 0)
    expect(pacing.holdAt(5_000)).toEqual({ kind: 'backoff', untilMs: 5_250 })
  })

  test('is the network where nothing is reached, after three calls, or three that were lost', () => {
    for (const trouble of ['unreachable', 'lost'] as const) {
      const pacing = create()
      pacing.onTrouble(report(trouble, 0), 10, 0)
      pacing.onTrouble(report(trouble, 0), 10, 0)
      expect([pacing.isOutage, pacing.concurrency, pacing.holdAt(10)]).toEqual([false, 8, null])
      pacing.onTrouble(report(trouble, 0), 10, 0)
      expect([pacing.isOutage, pacing.concurrency, pacing.holdAt(10)]).toEqual([true, 1, { kind: 'network', untilMs: 260 }])
      // A call of that round that fails when the wait is over makes a new one; one that fails before does not.
      pacing.onTrouble(report(trouble, 0), 259, 0)
      expect(pacing.holdAt(259)).toEqual({ kind: 'network', untilMs: 260 })
      pacing.onTrouble(report(trouble, 0), 260, 0)
      expect(pacing.holdAt(260)).toEqual({ kind: 'network', untilMs: 510 })
    }
  })

  test('is never an outage where the service asks for less, however often', () => {
    const pacing = create()
    for (let call = 0; call < 100; call += 1) pacing.onTrouble(limited(0), 10, 0)
    expect(pacing).toMatchObject({ isOutage: false, concurrency: 4 })
  })

  test.each([
    [429, 4],
    [503, 4],
    [500, 8],
    [null, 8],
  ])('after %s leaves %d calls at once', (status, concurrency) => {
    const pacing = create()
    pacing.onTrouble(report('failed', 0, { status }), 10, 0)
    expect(pacing.concurrency).toBe(concurrency)
  })

  test('is over with a good answer; a good read shows only that the network is back', () => {
    for (const [trouble, isOver] of [
      ['unreachable', true],
      ['lost', false],
      ['failed', false],
    ] as const) {
      const pacing = create()
      for (let call = 0; call < 10; call += 1) pacing.onTrouble(report(trouble, 0), 10, 0)
      expect(pacing.isOutage).toBe(true)
      pacing.onGoodRead()
      expect([trouble, pacing.isOutage]).toEqual([trouble, !isOver])
      pacing.onGood()
      expect([pacing.isOutage, pacing.givesUp()]).toEqual([false, null])
    }
  })

  test('of calls that reach the service and are not answered is not over with a good read, that of reads is', () => {
    const pacing = create()
    for (let call = 0; call < 3; call += 1) pacing.onTrouble(report('unreachable', 0, { isOfCall: true }), 10, 0)
    pacing.onGoodRead()
    expect(pacing.isOutage).toBe(true)
    pacing.onTrouble(report('unreachable', 0), 10, 0)
    pacing.onGoodRead()
    expect(pacing.isOutage).toBe(false)
  })

  test('a good read before any trouble shows that the service has worked', () => {
    const pacing = create()
    pacing.onGoodRead()
    pacing.onTrouble(report('unreachable', 0, { afterMs: 5 * minute }), 0, 0)
    expect(pacing.givesUp()).toBeNull()
    const never = create()
    never.onTrouble(report('unreachable', 0, { afterMs: 5 * minute }), 0, 0)
    expect(never.givesUp()).toBe('unreachable')
  })

  test('is worth an hour where the service asks for it, a minute where it fails, and of the network as long as it has worked', () => {
    const minutes = (['rate_limited', 'failed', 'unreachable', 'lost'] as const).map((trouble) => [
      patienceMs(trouble, false) / minute,
      patienceMs(trouble, true) / minute,
    ])
    expect(minutes).toEqual([
      [60, 60],
      [1, 1],
      [1, 10],
      [1, 10],
    ])
    const pacing = create()
    pacing.onTrouble(report('failed', 0, { afterMs: minute }), 0, 0)
    expect(pacing.givesUp()).toBeNull()
    pacing.onTrouble(report('failed', 0, { afterMs: minute + 1 }), 0, 0)
    expect(pacing.givesUp()).toBe('failed')
    pacing.onGood()
    pacing.onTrouble(report('failed', 0, { afterMs: minute + 2 }), 0, 0)
    expect(pacing.givesUp()).toBeNull()
  })

  test('is nothing without a cap; with one the calls leave as often as they may', () => {
    const free = create()
    for (let call = 0; call < 100; call += 1) free.onSent(0)
    expect(free.holdAt(0)).toBeNull()
    const capped = create(60)
    let nowMs = 1_000
    const firstMs = nowMs
    for (let call = 0; call < 600; call += 1) {
      const hold = capped.holdAt(nowMs)
      if (hold !== null) expect(hold.kind).toBe('rate_cap')
      nowMs = hold?.untilMs ?? nowMs
      capped.onSent(nowMs)
    }
    expect(nowMs - firstMs).toBeGreaterThan(9.9 * minute)
    expect(nowMs - firstMs).toBeLessThan(10.1 * minute)
  })
})

describe('a cap of requests a minute', () => {
  /** The cap's minute is 60,101 ms. */
  const capped = (everyMs: number) => new Pacing({ concurrency: 8, requestsPerMinute: 60_101 / everyMs })
  const dueMs = (pacing: Pacing) => pacing.holdAt(0)?.untilMs

  test('lets the next call leave when it is due, and not before', () => {
    const pacing = capped(20)
    expect(pacing.holdAt(1_000)).toBeNull()
    pacing.onSent(1_000)
    expect(pacing.holdAt(1_019)).toEqual({ kind: 'rate_cap', untilMs: 1_020 })
    expect(pacing.holdAt(1_020)).toBeNull()
  })

  test('lets calls that left late catch up, by 100 ms at most', () => {
    const pacing = capped(20)
    pacing.onSent(1_000)
    pacing.onSent(1_090)
    expect(dueMs(pacing)).toBe(1_040)
    pacing.onSent(1_140)
    expect(dueMs(pacing)).toBe(1_060)
    pacing.onSent(1_161)
    expect(dueMs(pacing)).toBe(1_081)
  })
})

test('of two reasons to wait until the same time the first one is told', () => {
  const pacing = new Pacing({ concurrency: 8, requestsPerMinute: null })
  const limited = { trouble: 'rate_limited', status: 429, sentAtMs: 0 } as const
  pacing.onTrouble({ ...limited, afterMs: null }, 0, 0)
  pacing.onTrouble({ ...limited, afterMs: 250 }, 0, 0)
  expect(pacing.holdAt(0)).toEqual({ kind: 'backoff', untilMs: 250 })
})

describe('a pause that the service asked for', () => {
  const failing = { trouble: 'failed', status: 500, afterMs: null, sentAtMs: 0 } as const
  test.each<[string, TroubleReport, number, AskedHold | null]>([
    ['where it said until when', { ...failing, afterMs: 5_000 }, 1, { kind: 'retry_after', untilMs: 5_000 }],
    ['where it asked for less', limited(0), 1, { kind: 'backoff', untilMs: 250 }],
    ['not where it has a problem of its own', failing, 10, null],
    ['not where it cannot be reached', unreachable(0), 3, null],
  ])('is for all runs of the account: %s', (_what, report, times, asked) => {
    const pacing = new Pacing({ concurrency: 8, requestsPerMinute: null })
    for (let call = 0; call < times; call += 1) pacing.onTrouble(report, 0, 0)
    expect(pacing.holdAt(0)).not.toBeNull()
    expect(pacing.askedHold).toEqual(asked)
  })
})

describe('what all runs of an account share', () => {
  const shared = { room: 8, nextSlotMs: null, held: null }
  const held = (untilMs: number) => ({ ...shared, held: { kind: 'retry_after', untilMs } as const })
  const create = (requestsPerMinute: number | null = null) => new Pacing({ concurrency: 8, requestsPerMinute })

  test('leaves no room where the others have all calls under way: it is looked again soon', () => {
    const pacing = create()
    pacing.adopt({ ...shared, room: 0 }, 1_000)
    expect([pacing.concurrency, pacing.holdAt(1_049)]).toEqual([0, { kind: 'rate_cap', untilMs: 1_050 }])
    expect(pacing.holdAt(1_050)).toBeNull()
    pacing.adopt({ ...shared, room: 1 }, 2_000)
    expect([pacing.concurrency, pacing.holdAt(2_000)]).toEqual([1, null])
  })

  test('is a next call only where there is a cap, and one that has left', () => {
    const none = create()
    none.adopt({ ...shared, nextSlotMs: 1_020 }, 1_000)
    expect([none.nextCallMs, none.holdAt(1_000)]).toEqual([null, null])
    const capped = create(60)
    capped.adopt(shared, 1_000)
    expect(capped.nextCallMs).toBeNull()
    capped.adopt({ ...shared, nextSlotMs: 1_020 }, 1_000)
    expect(capped.holdAt(1_000)).toEqual({ kind: 'rate_cap', untilMs: 1_020 })
  })

  test('is a pause that ends later than its own, and is for a person to decide where it is longer than an hour', () => {
    const pacing = create()
    pacing.onTrouble(limited(0), 0, 0)
    pacing.adopt(held(250), 0)
    expect(pacing.holdAt(0)).toEqual({ kind: 'backoff', untilMs: 250 })
    pacing.adopt(held(3_600_000), 0)
    expect(pacing.holdAt(0)).toEqual({ kind: 'retry_after', untilMs: 3_600_000 })
    pacing.adopt(held(3_600_001), 0)
    expect(pacing.holdAt(0)).toEqual({ kind: 'retry_after', untilMs: 3_600_001, isLong: true })
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

  test('is not for a single request to wait for more than an hour: that is for a person to decide', () => {
    const pacing = new Pacing({ concurrency: 4, requestsPerMinute: null })
    const day = 24 * 60 * 60_000
    for (let days = 0; days < 3; days += 1) pacing.onTrouble(limited(days * day, day), days * day, 0)
    expect(pacing.holdAt(2 * day)).toEqual({ kind: 'retry_after', untilMs: 3 * day, isLong: true })
    expect(pacing.givesUp()).toBeNull()
    pacing.release()
    expect(pacing.holdAt(2 * day)).toBeNull()
    pacing.onTrouble(limited(3 * day, 60 * 60_000), 3 * day, 0)
    expect(pacing.holdAt(3 * day)).toEqual({ kind: 'retry_after', untilMs: 3 * day + 60 * 60_000 })
    pacing.release()
    pacing.holdAsAsked(9 * day)
    expect(pacing.holdAt(8 * day)).toEqual({ kind: 'retry_after', untilMs: 9 * day, isLong: true })
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
