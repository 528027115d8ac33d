import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import { Pacing } from '../../../../src-main/engine/run/dispatch/pacing.ts'
import { createSharedPacing, roomBeside } from '../../../../src-main/engine/run/dispatch/shared-pacing.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'

const tempStore = tempStores()

const other = (parts: Partial<Parameters<typeof roomBeside>[1][number]> = {}) => ({
  id: 'b',
  inFlight: 0,
  wantsCalls: true,
  servedAtMs: 0,
  ...parts,
})

describe('the room of a run beside others', () => {
  const own = { id: 'a', concurrency: 8, servedAtMs: 0 }

  test.each([
    ['is an equal share', [other({ inFlight: 4 })], 4],
    ['is an equal share of three', [other({ inFlight: 2 }), other({ id: 'c', inFlight: 2 })], 2],
    ['is what the other leaves free, until that keeps to its share', [other({ inFlight: 7 })], 1],
    ['is none while the other may have all', [other({ inFlight: null })], 0],
    ['is a single call of as many runs as calls, whoever had one last', Array.from('cdefghi', (id) => other({ id, servedAtMs: -1 })), 1],
    ['is all beside one that has nothing to send', [other({ wantsCalls: false })], 8],
  ])('%s', (_name, others, room) => {
    expect(roomBeside(own, others)).toBe(room)
  })

  test('where more runs are than calls allowed, they take turns', () => {
    const single = { ...own, concurrency: 1 }
    expect(roomBeside(single, [other({ id: 'b' })])).toBe(1)
    expect(roomBeside({ ...single, id: 'b' }, [other({ id: 'a' })])).toBe(0)
    expect(roomBeside({ ...single, servedAtMs: 5 }, [other({ servedAtMs: 4 })])).toBe(0)
    expect(roomBeside({ ...single, servedAtMs: 5 }, [other({ servedAtMs: 4, wantsCalls: false })])).toBe(1)
    expect(roomBeside({ ...single, servedAtMs: 3 }, [other({ servedAtMs: 4 })])).toBe(1)
    expect(roomBeside({ ...single, servedAtMs: 3 }, [other({ servedAtMs: 4, inFlight: 1 })])).toBe(0)
  })
})

/** Two runs of one account, under way in programs whose clocks began at different times. */
function twoRuns(settings: { concurrency: number; requestsPerMinute: number | null }) {
  const store: Store = tempStore()
  storeRuns(store, { runs: 2, rows: 1 })
  const now = { ms: 1_000_000 }
  const run = (runId: string, owner: string, beganMs: number) => {
    tablesOf(store).runs.takeLease(runId, owner, now.ms + 30_000)
    const monotonicMs = () => now.ms - beganMs
    const clock: Clock = { nowMs: () => now.ms, monotonicMs, random: () => 0, sleep: () => new Promise(() => {}) }
    const pacing = new Pacing(settings)
    const shared = createSharedPacing({ store, runId, clock, pacing })
    let inFlight = 0
    return {
      pacing,
      nowMs: monotonicMs,
      /** Sends as many as may leave now, of those that it has. */
      turn(ready: number, answered = 0): number {
        inFlight -= answered
        shared.adopt(monotonicMs())
        let sent = 0
        for (; sent < ready && inFlight < pacing.concurrency && pacing.holdAt(monotonicMs()) === null; sent += 1) {
          inFlight += 1
          pacing.onSent(monotonicMs())
        }
        shared.tell({ inFlight, isReady: ready > sent, hasSent: sent > 0 })
        return sent
      },
    }
  }
  return { store, now, one: run('run-0', 'elsewhere:1', 990_000), two: run('run-1', 'elsewhere:2', 400_000) }
}

describe('two runs of an account', () => {
  test('have as many calls under way together as one may, and share them evenly', () => {
    const { one, two } = twoRuns({ concurrency: 6, requestsPerMinute: null })
    // Nobody knows yet whether the other has calls under way.
    expect(one.turn(10)).toBe(0)
    expect(two.turn(10)).toBe(3)
    expect(one.turn(10)).toBe(3)
    expect(two.turn(10, 1)).toBe(1)
    expect(one.turn(0, 3)).toBe(0)
    expect(two.turn(10)).toBe(3)
    expect(one.turn(10)).toBe(0)
    expect(two.turn(10, 1)).toBe(0)
    expect(one.turn(10)).toBe(1)
  })

  test('keep to one number of requests per minute, whenever their programs began', () => {
    const { now, one, two } = twoRuns({ concurrency: 8, requestsPerMinute: 60 })
    two.turn(0)
    expect([one.turn(5), two.turn(5)]).toEqual([1, 0])
    now.ms += 900
    expect([two.turn(5), one.turn(5)]).toEqual([0, 0])
    now.ms += 102
    expect([two.turn(5), one.turn(5)]).toEqual([1, 0])
  })

  test('wait both where the service asked one of them to, and each may be told to try at once', () => {
    const { now, one, two } = twoRuns({ concurrency: 8, requestsPerMinute: null })
    one.pacing.onTrouble({ trouble: 'rate_limited', status: 429, afterMs: 5_000, sentAtMs: one.nowMs() }, one.nowMs(), 0)
    one.turn(3)
    expect(two.turn(3)).toBe(0)
    expect(two.pacing.holdAt(two.nowMs())).toEqual({ kind: 'retry_after', untilMs: two.nowMs() + 5_000 })
    two.pacing.release()
    expect(two.turn(3)).toBe(3)
    expect(one.turn(3)).toBe(0)
    now.ms += 5_000
    expect(one.turn(3)).toBe(3)
  })

  test('are told once of a pause: who does not wait for it any longer is not held by it when the service asks for another', () => {
    const { now, one, two } = twoRuns({ concurrency: 8, requestsPerMinute: null })
    const ask = (run: typeof one, afterMs: number) =>
      run.pacing.onTrouble({ trouble: 'rate_limited', status: 429, afterMs, sentAtMs: run.nowMs() }, run.nowMs(), 0)
    ask(one, 60_000)
    expect([one.turn(3), two.turn(3)]).toEqual([0, 0])
    two.pacing.release()
    ask(two, 1_000)
    expect([two.turn(3), one.turn(3)]).toEqual([0, 0])
    now.ms += 1_000
    expect([two.turn(3), one.turn(3)]).toEqual([3, 0])
  })

  test('leave everything to the other when they have ended, or their lease has', () => {
    const { store, now, one, two } = twoRuns({ concurrency: 6, requestsPerMinute: null })
    two.turn(0)
    expect([one.turn(6), two.turn(6)]).toEqual([6, 0])
    now.ms += 30_000
    tablesOf(store).runs.takeLease('run-1', 'elsewhere:2', now.ms + 30_000)
    expect(two.turn(6)).toBe(6)
    tablesOf(store).runs.takeLease('run-0', 'elsewhere:1', now.ms + 30_000)
    const counts = { rows: 1, done: 1, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 1 }
    tablesOf(store).runs.recordStop('run-1', { state: 'finished', reason: null, finishedAtMs: now.ms, counts })
    // What the other was asked to wait for is not for a run that is alone.
    tablesOf(store).sharedPace.setPause({ untilMs: now.ms + 60_000, by: 'retry_after' })
    expect(one.turn(6, 6)).toBe(6)
  })

  test('take turns where one call is allowed: whoever had one says when', () => {
    const { store, now, one, two } = twoRuns({ concurrency: 1, requestsPerMinute: null })
    const told = () => tablesOf(store).sharedPace.others('run-1', now.ms)
    two.turn(0)
    expect(one.turn(2)).toBe(1)
    const share = { id: 'run-0', inFlight: 1, wantsCalls: true, servedAtMs: 1_000_000 }
    expect(told()).toEqual([share])
    now.ms += 10
    expect(one.turn(0)).toBe(0)
    expect(told()).toEqual([share])
    // It goes on as before, but for the time.
    expect(one.turn(2, 1)).toBe(1)
    expect(told()).toEqual([{ ...share, servedAtMs: 1_000_010 }])
  })

  test('say how many calls they have under way; one that is alone says only whether it has any', () => {
    const { store, now, one, two } = twoRuns({ concurrency: 6, requestsPerMinute: null })
    const told = () => tablesOf(store).sharedPace.others('run-1', now.ms)
    two.turn(0)
    one.turn(3)
    expect(told()).toEqual([{ id: 'run-0', inFlight: 3, wantsCalls: true, servedAtMs: 0 }])
    const counts = { rows: 1, done: 1, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 1 }
    tablesOf(store).runs.recordStop('run-1', { state: 'finished', reason: null, finishedAtMs: now.ms, counts })
    one.turn(0, 1)
    expect(told()).toMatchObject([{ inFlight: null, wantsCalls: true }])
    one.turn(0, 2)
    expect(told()).toMatchObject([{ inFlight: 0, wantsCalls: false }])
    // Without a cap nobody is told when the next call may leave.
    expect(tablesOf(store).sharedPace.pace().nextCallMs).toBeNull()
  })

  test('do not wait for a pause that is over', () => {
    const { store, now, one, two } = twoRuns({ concurrency: 6, requestsPerMinute: null })
    two.turn(0)
    tablesOf(store).sharedPace.setPause({ untilMs: now.ms, by: 'retry_after' })
    expect(one.turn(6)).toBe(6)
    expect(tablesOf(store).sharedPace.pace().pause).toEqual({ untilMs: now.ms, by: 'retry_after' })
  })

  test('are not held up for long where the clock on the wall was put back', () => {
    const { store, now, one, two } = twoRuns({ concurrency: 6, requestsPerMinute: 60 })
    two.turn(0)
    tablesOf(store).sharedPace.setNextCall(now.ms + 3_600_000)
    expect(one.turn(1)).toBe(0)
    expect(one.pacing.holdAt(one.nowMs())?.untilMs).toBeLessThan(one.nowMs() + 1_100)
  })
})
