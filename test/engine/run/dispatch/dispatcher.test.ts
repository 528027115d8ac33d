import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { createAnswerHandler } from '../../../../src-main/engine/run/answer/answer-handler.ts'
import { createCanary, noEcho } from '../../../../src-main/engine/run/answer/canary.ts'
import { createDispatcher } from '../../../../src-main/engine/run/dispatch/dispatcher.ts'
import type { ExecutionState, Stop } from '../../../../src-main/engine/run/dispatch/execution-state.ts'
import { createLanes } from '../../../../src-main/engine/run/dispatch/lanes.ts'
import { Pacing } from '../../../../src-main/engine/run/dispatch/pacing.ts'
import { createPendingRows } from '../../../../src-main/engine/run/dispatch/pending-rows.ts'
import { createRateMeter } from '../../../../src-main/engine/run/dispatch/progress-meter.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { callError, done, failure, itemWith, message, update } from '../answer/items.ts'

const tempStore = tempStores()
const clock: Clock = { nowMs: () => 0, monotonicMs: () => 0, random: () => 0, sleep: () => new Promise(() => {}) }

function station(items: readonly RunItem[], concurrency = 4) {
  const store = tempStore()
  storeRuns(store, { runs: 1, rows: 5 })
  const stops: Stop[] = []
  const state: ExecutionState = {
    counts: { rows: 5, done: 0, failed: 0, unknown: 0, pending: 5, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0 },
    inFlight: 0,
    lanes: createLanes<RunItem>(),
    pendingRows: createPendingRows(store, 'plan-0', 'run-0', { isResumed: false, isUndo: false }),
    pacing: new Pacing({ concurrency, requestsPerMinute: null }),
    canary: createCanary(),
    rate: createRateMeter(0),
    stop: (stop) => void stops.push(stop),
  }
  for (const item of items) state.lanes.add(item)
  const { dispatch } = createDispatcher(state, { store, runId: 'run-0', isStale: () => false })
  const handle = createAnswerHandler(state, clock)
  const entries = emptyEntries()
  return { store, state, stops, entries, dispatch: (nowMs = 0) => dispatch(entries, nowMs), handle }
}

const message1 = (parts: Partial<RunItem> = {}) => itemWith({ calls: [message], fingerprint: 'f', lane: 'a', ...parts })

describe('a message that another run has sent meanwhile', () => {
  const sentElsewhere = (item: RunItem) => {
    const here = station([item])
    storeRuns(here.store, { runs: 1, rows: 1, from: 1 })
    tablesOf(here.store).importedMessages.claim('f', 'run-1', 1, 0)
    return here
  }

  test('is not sent: its row is held', () => {
    const { dispatch, entries, state } = sentElsewhere(message1())
    expect(dispatch()).toEqual([])
    expect(entries).toMatchObject({ intents: [], rows: [{ row: 3, outcome: 'held', failure: { code: 'held.elsewhere' } }] })
    expect(state.counts).toMatchObject({ held: 1, pending: 4 })
  })

  test('is looked for all the same where this run has lost it', () => {
    const lost = message1({ phase: { kind: 'lost', absences: 0, failure } })
    const { dispatch, entries } = sentElsewhere(lost)
    expect(dispatch()).toMatchObject([{ item: lost, ready: { kind: 'needsReconciling' } }])
    expect(entries).toMatchObject({ intents: [], rows: [] })
  })
})

describe('the first call of a kind', () => {
  test('goes alone, and everything else waits until it has passed', () => {
    const [first, second] = [itemWith({ lane: 'a' }), itemWith({ lane: 'b', row: 4 })]
    const { dispatch, handle, entries, state } = station([first, second])
    expect(dispatch().map(({ item }) => item)).toEqual([first])
    expect(dispatch()).toEqual([])
    expect(state.canary.current()).toBe(first)

    state.inFlight -= 1
    handle({ kind: 'call', item: first, call: update, outcome: done(), echo: noEcho, sentAtMs: 0 }, entries, 0)
    expect(dispatch()).toMatchObject([{ item: first, ready: { kind: 'needsVerifying' } }])
    expect(dispatch()).toEqual([])

    state.inFlight -= 1
    handle({ kind: 'read', item: first, answer: { kind: 'verified', lost: [], seen: null } }, entries, 0)
    expect(state.canary.hasPassed(update)).toBe(true)
    expect(state.canary.current()).toBeNull()
    expect(dispatch().map(({ item }) => item)).toEqual([second])
    expect(entries.intents).toMatchObject([{ row: 3, ordinal: 0, beforeImage: null }, { row: 4 }])
    expect(state.counts).toMatchObject({ done: 1, calls: 1, pending: 4 })
  })

  test('waits until nothing else is under way', () => {
    const item = itemWith()
    const { dispatch, state } = station([item])
    state.inFlight = 1
    expect(dispatch()).toEqual([])
    expect(state.canary.current()).toBe(item)
    state.inFlight = 0
    expect(dispatch().map((one) => one.item)).toEqual([item])
  })

  test('that was not applied stops the run before the next one', () => {
    const item = itemWith()
    const { dispatch, handle, entries, stops, state } = station([item])
    dispatch()
    const record = { uuid: 'u1', name: 'Old' }
    handle(
      {
        kind: 'call',
        item,
        call: update,
        outcome: done({ record }),
        echo: { lost: [{ field: 'name', asked: 'New', answered: 'Old' }], isSeen: true },
        sentAtMs: 0,
      },
      entries,
      0,
    )
    expect(stops).toMatchObject([
      { state: 'paused', reason: { code: 'run.not_applied', message: expect.stringContaining('Name (line 4)') } },
    ])
    // What the service answered instead is not forgotten.
    expect(entries.seen).toEqual([{ record, extra: null }])
    expect(entries.calls).toMatchObject([{ row: 3, ordinal: 0, state: 'failed', from: 'sent' }])
    expect(state.counts).toMatchObject({ failed: 1, calls: 1, pending: 4 })
  })

  test('goes alone once more when it is to be tried again', () => {
    const item = itemWith()
    const { dispatch, handle, entries, state } = station([item])
    dispatch()
    state.inFlight -= 1
    handle(
      {
        kind: 'call',
        item,
        call: update,
        outcome: { kind: 'retry', status: 500, afterMs: 40, reason: 'failed', error: callError },
        echo: noEcho,
        sentAtMs: 0,
      },
      entries,
      0,
    )
    expect(state.canary.current()).toBeNull()
    expect(item.attempts).toBe(1)
    expect(dispatch(39)).toEqual([])
    expect(dispatch(40).map((one) => one.item)).toEqual([item])
    expect(state.canary.current()).toBe(item)
  })
})

describe('a lost call', () => {
  const lose = (parts: Partial<RunItem> = {}) => {
    const item = message1(parts)
    const here = station([item])
    here.state.canary.pass(message)
    here.dispatch()
    here.state.inFlight -= 1
    here.handle(
      { kind: 'call', item, call: message, outcome: { kind: 'unknown', status: null, error: callError }, echo: noEcho, sentAtMs: 0 },
      here.entries,
      0,
    )
    return { ...here, item }
  }

  test('counts its row as unknown, and is looked for a second later', () => {
    const { state, entries, dispatch, item } = lose()
    expect(state.counts).toMatchObject({ unknown: 1, pending: 4, calls: 0 })
    expect(entries.rows).toMatchObject([{ row: 3, outcome: 'unknown', failure }])
    expect(dispatch(999)).toEqual([])
    expect(dispatch(1_000)).toMatchObject([{ item, ready: { kind: 'needsReconciling' } }])
  })

  test('that is not there either time goes again, and its row is open as before', () => {
    const { state, entries, dispatch, handle, item } = lose()
    const absent = (nowMs: number) => {
      dispatch(nowMs)
      state.inFlight -= 1
      handle({ kind: 'read', item, answer: { kind: 'reconciled', fate: 'absent' } }, entries, nowMs)
    }
    absent(1_000)
    expect(state.counts).toMatchObject({ unknown: 1, pending: 4 })
    absent(6_000)
    expect(state.counts).toMatchObject({ unknown: 0, pending: 5, calls: 0 })
    expect(entries.reopened).toEqual([3])
    expect(entries.calls.map(({ from, state: to }) => [from, to])).toEqual([
      ['sent', 'unknown'],
      ['unknown', 'pending'],
    ])
    expect(dispatch(6_000)).toMatchObject([{ item, ready: { kind: 'ready' } }])
  })

  test('says something about the service the first time, and later about itself', () => {
    expect(lose().state.pacing.givesUp()).toBeNull()
    const times = (losses: number) => {
      const { state, handle, entries, item } = lose({ losses })
      for (let call = 0; call < 9; call += 1) {
        state.lanes.takeThis(item, 1e9)
        handle(
          { kind: 'call', item, call: message, outcome: { kind: 'unknown', status: null, error: callError }, echo: noEcho, sentAtMs: 0 },
          entries,
          0,
        )
      }
      return state.pacing.givesUp()
    }
    expect(times(0)).toBe('lost')
    expect(times(1)).toBeNull()
  })

  test("that stays unknown lets the contact's next row go", () => {
    const next = message1({ row: 4, fingerprint: 'g' })
    const { state, entries, dispatch, handle, item } = lose()
    state.lanes.add(next)
    dispatch(1_000)
    state.inFlight -= 1
    handle({ kind: 'read', item, answer: { kind: 'reconciled', fate: 'cannotTell' } }, entries, 1_000)
    expect(state.counts).toMatchObject({ unknown: 1, pending: 4 })
    expect(dispatch(1_000)).toMatchObject([{ item: next, ready: { kind: 'ready' } }])
  })
})

describe('reads that fail', () => {
  const failed = (code: 'service.unreachable' | 'service.shape', times: number) => {
    const item = itemWith({ phase: { kind: 'verify', call: update }, ordinal: 1 })
    const { state, handle, entries } = station([item])
    for (let read = 0; read < times; read += 1) {
      state.lanes.takeThis(item, 1e9)
      handle({ kind: 'readFailed', item, error: new AppError(code, 'No.', 'Ask.'), sentAtMs: 0 }, entries, 0)
    }
    return state
  }

  test('tell of the service, unless just their answer could not be read', () => {
    expect(failed('service.unreachable', 3).pacing.isOutage).toBe(true)
    const unreadable = failed('service.shape', 3)
    expect(unreadable.pacing.isOutage).toBe(false)
    // What was to be looked up is done, and has passed for want of anything against it.
    expect(unreadable.canary.hasPassed(update)).toBe(true)
    expect(unreadable.counts).toMatchObject({ done: 1, pending: 4 })
  })
})

describe('when waiting was in vain', () => {
  test('the run pauses and nothing leaves', () => {
    const { state, dispatch, stops } = station([itemWith()])
    for (let call = 0; call < 10; call += 1) state.pacing.onTrouble({ trouble: 'lost', status: null, afterMs: null, sentAtMs: 0 }, 0, 0)
    expect(dispatch(1e9)).toEqual([])
    expect(stops).toMatchObject([{ state: 'paused', reason: { code: 'service.no_answer' } }])
  })
})
