import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import type { CachedContact } from '../../../../src-main/engine/store/contacts/contacts.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { LiveWith } from '../../../../src-main/engine/model/runs/live-with.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { createAnswerHandler } from '../../../../src-main/engine/run/answer/answer-handler.ts'
import { createCanary, noEcho } from '../../../../src-main/engine/run/answer/canary.ts'
import { createDispatcher, mostRows } from '../../../../src-main/engine/run/dispatch/dispatcher.ts'
import type { ExecutionState, Stop } from '../../../../src-main/engine/run/dispatch/execution-state.ts'
import { createLanes } from '../../../../src-main/engine/run/dispatch/lanes.ts'
import { Pacing } from '../../../../src-main/engine/run/dispatch/pacing.ts'
import { createPendingRows } from '../../../../src-main/engine/run/dispatch/pending-rows.ts'
import { createRateMeter } from '../../../../src-main/engine/run/dispatch/progress-meter.ts'
import type { InVain, RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { createSideEffectCheck } from '../../../../src-main/engine/run/proof/side-effect-check.ts'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import { emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { textingRules } from '../../../../src-main/engine/text/texting/texting-rules.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { markRestored } from '../../../../src-main/engine/store/backups/restored-mark.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import {
  begun,
  callError,
  consent,
  creation,
  done,
  failure,
  itemWith,
  lostUntil,
  message,
  sharedState,
  toVerify,
  update,
} from '../answer/items.ts'

const tempStore = tempStores()
const texting = textingRules({}, { textsPerDay: 2000, timeZone: 'America/New_York' }, 0)
/** By the clock on the wall; 19:00 in New York unless a test says otherwise. */
let wallMs = 0
beforeEach(() => {
  wallMs = 0
})
const clock: Clock = { nowMs: () => wallMs, monotonicMs: () => 0, random: () => 0, sleep: () => new Promise(() => {}) }

interface Parts {
  concurrency?: number
  requestsPerMinute?: number | null
  /** Rows of the plan that wait to be read; its other rows have ended. */
  rowsToRead?: number
  /** What the records hold from before. */
  prepare?: (store: Store) => void
  /** The contacts that are cached with their identifiers. */
  known?: readonly CustomerRecord[]
}

function station(items: readonly RunItem[], parts: Parts = {}) {
  const { concurrency = 4, requestsPerMinute = null, rowsToRead = 0, prepare, known = [] } = parts
  const store = tempStore()
  prepare?.(store)
  storeRuns(store, { runs: 1, rows: Math.max(5, rowsToRead) })
  if (rowsToRead > 0) store.exec('DELETE FROM run_rows')
  const stops: Stop[] = []
  const state: ExecutionState = {
    counts: { rows: 5, done: 0, failed: 0, unknown: 0, pending: 5, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0 },
    inFlight: 0,
    lanes: createLanes<RunItem>(),
    pendingRows: createPendingRows(store, 'plan-0', 'run-0', begun),
    pacing: new Pacing({ concurrency, requestsPerMinute }),
    canary: createCanary(),
    rate: createRateMeter(0),
    ...sharedState(),
    stop: (stop) => void stops.push(stop),
  }
  for (const item of items) state.lanes.add(item)
  const sideEffects = createSideEffectCheck(state, createFieldLabels([]))
  const cached = (uuid: string): CachedContact | null => {
    const record = known.find((one) => one.uuid === uuid)
    return record === undefined ? null : { id: 1, record, readAtMs: 0, seenAtMs: 0 }
  }
  const freshness = { known: cached, forget: () => undefined, isStale: () => false }
  const { handle, decideAlone } = createAnswerHandler(state, clock, sideEffects)
  const { dispatch, wantsRows, refill } = createDispatcher(state, {
    store,
    runId: 'run-0',
    clock,
    freshness,
    sideEffects,
    texting,
    decideAlone,
  })
  const entries = emptyEntries()
  return { store, state, stops, entries, sideEffects, dispatch: (nowMs = 0) => dispatch(entries, nowMs), handle, wantsRows, refill }
}

/** A call of a row that had no good answer. */
const inVain = (ordinal: number): InVain => ({ ordinal, times: 1, attempts: 1, refused: null, wantsLook: false })

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
    expect(entries).toMatchObject({
      intents: [],
      rows: [{ row: 3, outcome: 'held', failure: { code: 'held.claimed', message: expect.stringContaining('run run-1') } }],
    })
    expect(state.counts).toMatchObject({ held: 1, pending: 4 })
  })

  test('is looked for all the same where this run has lost it', () => {
    const lost = message1({ phase: lostUntil(9_000) })
    const { dispatch, entries } = sentElsewhere(lost)
    expect(dispatch()).toMatchObject([{ item: lost, ready: { kind: 'needsReconciling' } }])
    expect(entries).toMatchObject({ intents: [], rows: [] })
  })
})

describe('the first call of a kind', () => {
  test('goes alone, and everything else waits until it has passed', () => {
    const [first, second] = [itemWith({ lane: 'a' }), itemWith({ lane: 'b', row: 4 })]
    const { dispatch, handle, entries, state } = station([first, second])
    expect(dispatch()).toMatchObject([{ item: first, ready: { kind: 'needsFreshRead' } }])
    expect(dispatch()).toEqual([])
    expect(state.canary.current()).toBe(first)
    state.inFlight -= 1
    const seen = { record: { uuid: 'u1', name: 'Old', notes: 'N' }, extra: null }
    handle({ kind: 'read', item: first, answer: { kind: 'found', seen }, sentAtMs: 0 }, entries, 0)
    expect(dispatch()).toMatchObject([{ item: first, ready: { kind: 'ready' } }])
    expect(dispatch()).toEqual([])

    state.inFlight -= 1
    handle({ kind: 'call', item: first, call: update, outcome: done(), echo: noEcho, sentAtMs: 0 }, entries, 0)
    expect(dispatch()).toMatchObject([{ item: first, ready: { kind: 'needsVerifying', before: { record: seen.record } } }])
    expect(dispatch()).toEqual([])

    state.inFlight -= 1
    handle(
      { kind: 'read', item: first, answer: { kind: 'verified', lost: [], isShown: true, isLate: true, seen: null }, sentAtMs: 0 },
      entries,
      0,
    )
    expect(state.canary.hasPassed(update)).toBe(true)
    expect(state.canary.current()).toBeNull()
    expect(dispatch().map(({ item }) => item)).toEqual([second])
    expect(entries.intents).toMatchObject([{ row: 3, ordinal: 0, beforeImage: null }])
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
    const record = { uuid: 'u1', name: 'Else' }
    handle(
      {
        kind: 'call',
        item,
        call: update,
        outcome: done({ record }),
        echo: { lost: [{ field: 'name', asked: 'New', answered: 'Else' }], isSeen: true },
        sentAtMs: 0,
      },
      entries,
      0,
    )
    expect(stops).toMatchObject([
      { state: 'paused', reason: { code: 'run.not_applied', message: expect.stringContaining('Name (row 4)') } },
    ])
    // What the service answered instead is not forgotten.
    expect(entries.seen).toEqual([{ record, extra: null, agoMs: 0 }])
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
        outcome: { kind: 'retry', status: 500, afterMs: 40, reason: 'failed', mayArrive: true, error: callError },
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
      {
        kind: 'call',
        item,
        call: message,
        outcome: { kind: 'unknown', status: null, busy: null, error: callError },
        echo: noEcho,
        sentAtMs: 0,
      },
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

  test('that is not there when it cannot arrive any more goes again, and its row is open as before', () => {
    const { state, entries, dispatch, handle, item } = lose()
    const absent = (nowMs: number) => {
      dispatch(nowMs)
      state.inFlight -= 1
      handle({ kind: 'read', item, answer: { kind: 'reconciled', fate: 'absent' }, sentAtMs: nowMs }, entries, nowMs)
    }
    absent(1_000)
    expect(state.counts).toMatchObject({ unknown: 1, pending: 4 })
    absent(119_999)
    expect(state.counts).toMatchObject({ unknown: 1, pending: 4 })
    expect([...state.late.values()]).toEqual([120_000])
    absent(120_000)
    expect(state.counts).toMatchObject({ unknown: 0, pending: 5, calls: 0 })
    expect(state.late.size).toBe(0)
    expect(entries.reopened).toEqual([3])
    expect(entries.calls.map(({ from, state: to }) => [from, to])).toEqual([
      ['sent', 'unknown'],
      ['unknown', 'pending'],
    ])
    expect(dispatch(120_000)).toMatchObject([{ item, ready: { kind: 'needsProofRead' } }])
  })

  test('says something about the service the first time, and later about itself', () => {
    expect(lose().state.pacing.givesUp()).toBeNull()
    const times = (losses: number) => {
      const { state, handle, entries, item } = lose({ losses })
      for (let call = 0; call < 9; call += 1) {
        state.lanes.takeThis(item, 1e9)
        handle(
          {
            kind: 'call',
            item,
            call: message,
            outcome: { kind: 'unknown', status: null, busy: null, error: callError },
            echo: noEcho,
            sentAtMs: 0,
          },
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
    const untold = (nowMs: number) => {
      dispatch(nowMs)
      state.inFlight -= 1
      handle({ kind: 'read', item, answer: { kind: 'reconciled', fate: 'cannotTell', why: 'otherPost' }, sentAtMs: nowMs }, entries, nowMs)
      expect(state.counts).toMatchObject({ unknown: 1, pending: 4 })
    }
    untold(1_000)
    expect(dispatch(3_000)).toEqual([])
    untold(120_000)
    entries.calls.length = 0
    expect(dispatch(120_000)).toMatchObject([{ item: next, ready: { kind: 'needsProofRead' } }])
  })
})

describe('reads that fail', () => {
  const failed = (code: 'service.unreachable' | 'service.shape', times: number) => {
    const item = itemWith({ phase: toVerify(update), ordinal: 1 })
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

describe('rows are read from the plan', () => {
  const reading = (rowsToRead: number) => station([], { rowsToRead })

  test('at once where there are fewer than calls at once, soon where there are few, and not where there are enough', () => {
    const { state, wantsRows, refill } = reading(300)
    expect(wantsRows()).toBe('now')
    refill()
    expect([state.lanes.size(), wantsRows()]).toEqual([50, 'soon'])
    refill()
    refill()
    expect([state.lanes.size(), wantsRows()]).toEqual([150, 'soon'])
    refill()
    expect([state.lanes.size(), wantsRows()]).toEqual([200, 'no'])
  })

  test('not where there are no more', () => {
    const { state, wantsRows, refill } = reading(49)
    refill()
    expect([state.lanes.size(), wantsRows()]).toEqual([49, 'no'])
    while (state.lanes.take(0) !== null);
    expect(wantsRows()).toBe('no')
  })

  test('of calls that are under way as of those that may go; of one contact not without end', () => {
    const { state, wantsRows } = reading(300)
    for (let row = 1; row < mostRows; row += 1) state.lanes.add(itemWith({ row }))
    state.inFlight = 2
    expect([state.lanes.readyCount(), wantsRows()]).toEqual([1, 'now'])
    state.inFlight = 3
    expect(wantsRows()).toBe('no')
    state.inFlight = 0
    state.lanes.add(itemWith({ row: mostRows }))
    expect(wantsRows()).toBe('no')
  })
})

describe('a contact for which another call may still take effect', () => {
  const quietly = (item: RunItem, sentAtMs: number, contact = 'u1') => {
    const here = station([item])
    here.state.canary.pass(update)
    // The second of its kind.
    here.state.canary.nextProof(update, null)
    tablesOf(here.store).unansweredCalls.note([contact], { runId: 'another', row: 1, ordinal: 0, sentAtMs })
    return here
  }

  test('gets no call before that', () => {
    const item = itemWith()
    const { dispatch, state, entries } = quietly(item, -20_000)
    expect([dispatch(5_000), dispatch(104_999)]).toEqual([[], []])
    expect([...state.late]).toEqual([[item, 105_000]])
    expect([entries.intents, entries.quiet]).toEqual([[], []])
  })

  test('is read once it cannot any more', () => {
    const item = itemWith()
    const { dispatch, state, entries } = quietly(item, -120_000)
    state.late.set(item, 9)
    expect(dispatch()).toMatchObject([{ item, ready: { kind: 'needsFreshRead', uuid: 'u1' } }])
    expect([entries.quiet, state.late.size]).toEqual([['u1'], 0])
  })

  test('keeps no other one waiting, nor the looking for what was lost', () => {
    const other = itemWith()
    const { dispatch, state } = quietly(other, 0, 'u2')
    state.late.set(other, 9)
    expect(dispatch()).toMatchObject([{ item: other, ready: { kind: 'ready' } }])
    expect(state.late.size).toBe(0)
    const lost = message1({ phase: lostUntil(9_000) })
    expect(quietly(lost, 0).dispatch()).toMatchObject([{ item: lost, ready: { kind: 'needsReconciling' } }])
  })
})

describe('what leaves', () => {
  /** Rows of which no proof is wanted. */
  const passed = (items: readonly RunItem[]) => {
    for (const item of items) item.proof = { kind: 'none' }
    return station(items)
  }

  test('is as many calls as may be under way at once', () => {
    const items = [1, 2, 3, 4, 5].map((row) => itemWith({ row, lane: `lane ${row}` }))
    const { dispatch, state, entries } = passed(items)
    state.inFlight = 1
    expect(dispatch()).toHaveLength(3)
    expect([state.inFlight, entries.intents.map(({ row }) => row)]).toEqual([4, [1, 2, 3]])
    state.inFlight = 3
    state.pacing.onTrouble({ trouble: 'rate_limited', status: 429, afterMs: 50, sentAtMs: 0 }, 0, 0)
    state.inFlight = 0
    expect(dispatch(49)).toEqual([])
    expect(dispatch(50)).toHaveLength(2)
  })

  test('is written with what its fields were, with its message, and with the number that it creates', () => {
    const beforeImage = { name: 'Old', notes: 'Other' }
    const items = [
      itemWith({ row: 1, lane: 'a', contact: { isFresh: true, beforeImage }, fingerprint: 'f1' }),
      message1({ row: 2, lane: 'b' }),
      itemWith({ row: 3, lane: 'c', calls: [creation], contact: { isFresh: true, beforeImage: null } }),
      itemWith({ row: 4, lane: 'd', calls: [creation] }),
    ]
    const { dispatch, entries } = passed(items)
    expect(dispatch().map(({ ready }) => ready.kind)).toEqual(['ready', 'ready', 'ready', 'needsAbsence'])
    expect(entries.intents).toEqual([
      { row: 1, ordinal: 0, kind: 'updateCustomer', fingerprint: null, creates: null, beforeImage: { name: 'Old' } },
      { row: 2, ordinal: 0, kind: 'importMessage', fingerprint: 'f', creates: null, beforeImage: null },
      { row: 3, ordinal: 0, kind: 'createCustomer', fingerprint: null, creates: creation.customer.phone, beforeImage: null },
    ])
  })

  test('is nothing of a row whose calls are all done: it is done', () => {
    const { dispatch, state, entries } = passed([itemWith({ ordinal: 1 })])
    expect(dispatch()).toEqual([])
    expect(entries.rows).toMatchObject([{ row: 3, outcome: 'done', failure: null }])
    expect([state.counts.done, state.lanes.size()]).toEqual([1, 0])
  })

  test('is first of all a read for what an undo has to decide, whatever was planned', () => {
    const undo = { uuid: 'u7', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: null }
    const { dispatch } = passed([itemWith({ calls: [], undo })])
    expect(dispatch()).toMatchObject([{ ready: { kind: 'needsUndoRead', uuid: 'u7' } }])
  })
})

describe('what the journal notes of a call that leaves', () => {
  const noted = (item: RunItem) => {
    const { dispatch, entries } = station([item])
    expect(dispatch()).toMatchObject([{ item, ready: { kind: 'ready' } }])
    return entries
  }
  const before = { record: { uuid: 'u1', name: 'Old' }, posts: null }
  const fresh = { isFresh: true, beforeImage: { name: 'Old' } } as const

  test.each<[string, RunItem['proof'], object[]]>([
    ['alone', { kind: 'wanted', how: 'alone', before }, [{ row: 3, ordinal: 0, state: 'open', proof: expect.anything(), isFirst: true }]],
    ['as a sample', { kind: 'wanted', how: 'sample', before }, [{ row: 3, ordinal: 0, state: 'open', proof: expect.anything() }]],
    ['for nothing but what is sent along', { kind: 'wanted', how: 'along', before }, []],
    ['for nothing', { kind: 'none' }, []],
  ])('is that it has to prove something, %s', (_what, proof, proofs) => {
    const item = itemWith({ contact: fresh, proof })
    expect(noted(item).proofs).toEqual(proofs)
    expect(item.proving).toBe(proofs.length > 0 ? 0 : undefined)
  })

  test.each([
    [true, { resolved: true }],
    [false, null],
  ])('is that its conversation was resolved before, where it was: %s', (isResolved, beforeImage) => {
    const item = message1({ contact: fresh, proof: { kind: 'wanted', how: 'alone', before: { record: null, posts: null, isResolved } } })
    expect(noted(item).intents).toMatchObject([{ row: 3, beforeImage }])
  })
})

describe('a message is looked for before it leaves', () => {
  const read = (prepare?: Parts['prepare']) =>
    station([message1({ proof: { kind: 'none' } })], prepare === undefined ? {} : { prepare })
      .dispatch()
      .map(({ ready }) => ready.kind)

  test('where the service took it before and did not show it, or the records were put back', () => {
    expect(read()).toEqual(['ready'])
    expect(read((store) => tablesOf(store).importedMessages.refuse('f', 1))).toEqual(['needsLook'])
    expect(read((store) => tablesOf(store).importedMessages.refuse('g', 1))).toEqual(['ready'])
    expect(read((store) => markRestored(store, 1, 2))).toEqual(['needsLook'])
  })
})

describe('other runs of the account are told', () => {
  const telling = (items: readonly RunItem[], parts: Parts = {}) => {
    const here = station(items, parts)
    const { runs, sharedPace } = tablesOf(here.store)
    runs.takeLease('run-0', 'elsewhere:1', 30_000)
    return { ...here, wantsCalls: () => sharedPace.others('another', 0)[0]?.wantsCalls, pace: sharedPace.pace }
  }

  test('whether a run has anything to send: what it is asked to wait with is not', () => {
    const ready = telling([itemWith()], { requestsPerMinute: 60 })
    ready.state.pacing.onSent(0)
    expect([ready.dispatch(), ready.wantsCalls()]).toEqual([[], true])
    const asked = telling([itemWith()])
    asked.state.pacing.onTrouble({ trouble: 'rate_limited', status: 429, afterMs: 50, sentAtMs: 0 }, 0, 0)
    expect([asked.dispatch(), asked.wantsCalls()]).toEqual([[], false])
    const none = telling([])
    expect([none.dispatch(), none.wantsCalls()]).toEqual([[], false])
  })

  test('when the next call may leave, once one has', () => {
    const { dispatch, pace } = telling([itemWith({ proof: { kind: 'none' } })], { requestsPerMinute: 60 })
    expect(dispatch()).toHaveLength(1)
    expect(pace().nextCallMs).toBeGreaterThan(1_000)
    const none = telling([], { requestsPerMinute: 60 })
    tablesOf(none.store).sharedPace.setNextCall(50_000)
    none.dispatch()
    expect(none.pace().nextCallMs).toBe(50_000)
  })
})

describe('a conversation that was resolved before its messages came', () => {
  const closing = (parts: Partial<RunItem>) => {
    const item = message1({ ordinal: 1, contact: { isFresh: true, beforeImage: null }, ...parts })
    const { dispatch, state } = station([item])
    state.profile = { ...state.profile, importReopens: true }
    state.resolved.note(item, true)
    return dispatch().map(({ ready }) => ready.kind)
  }

  test('is resolved again after the last one, though not by what takes something back', () => {
    expect(closing({})).toEqual(['needsConversation'])
    const undo = { uuid: 'u7', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: [] }
    expect(closing({ undo })).toEqual([])
    expect(closing({ putBack: { target: { uuid: 'u1' }, changes: [], rounds: 1, isCutShort: false } })).toEqual([])
  })
})

describe('what a call has to prove is decided when its turn comes', () => {
  const passed = (item: RunItem, livesWith: LiveWith[] = []) => {
    const here = station([item])
    for (const call of [update, consent, message]) {
      here.state.canary.pass(call)
      // The second of its kind.
      here.state.canary.nextProof(call, null)
    }
    here.state.profile = { ...here.state.profile, livesWith: new Set(livesWith) }
    return here
  }

  test.each<[string, Partial<RunItem>, LiveWith[], RunItem['proof']]>([
    ['nothing, of a kind that has passed', {}, [], { kind: 'none' }],
    ['what a change clears, where that is sent along', {}, ['texts'], { kind: 'wanted', how: 'along', before: null }],
    ['nothing, where what is altered counts as asked for', {}, ['altered-texts'], { kind: 'none' }],
    ['nothing, of a call that clears nothing', { calls: [consent] }, ['texts'], { kind: 'none' }],
    ['whether its conversation is resolved, of a message', { calls: [message] }, [], { kind: 'wanted', how: 'along', before: null }],
  ])('%s', (_what, parts, livesWith, proof) => {
    const item = itemWith(parts)
    expect(passed(item, livesWith).dispatch()).toHaveLength(1)
    expect(item.proof).toEqual(proof)
  })

  const { phone } = message
  const numbered = (...uuids: string[]) => {
    const read = (store: Store) =>
      uuids.forEach((uuid) => tablesOf(store).contacts.putRead({ record: { uuid, phone, phoneRaw: phone }, extra: null }, 1))
    return { prepare: read }
  }
  test.each<[string, Partial<RunItem>, Parts, string | null]>([
    ['by its identifier', {}, { known: [{ uuid: 'u1' }] }, 'u1'],
    ['not at all where that is not cached', {}, {}, null],
    [
      'by that of the contact which its row has created',
      { calls: [{ ...update, uuid: null }], made: { contactUuid: 'u9', conversationUuid: null } },
      { known: [{ uuid: 'u9' }] },
      'u9',
    ],
    ['by its number', { calls: [message] }, numbered('u1'), 'u1'],
    ['not by a number that two have', { calls: [message] }, numbered('u1', 'u2'), null],
    ['not at all where it is about to be created', { calls: [creation] }, {}, null],
  ])('by what is known of its contact: %s', (_what, parts, records, uuid) => {
    const item = itemWith(parts)
    expect(station([item], records).dispatch()).toHaveLength(1)
    expect(item.known?.uuid ?? null).toBe(uuid)
  })

  const undo = { uuid: 'u7', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: null }
  test.each<[string, Partial<RunItem>, string]>([
    ['is looked for', { phase: lostUntil(9_000), calls: [message] }, 'needsReconciling'],
    ['puts something back', { putBack: { target: { uuid: 'u1' }, changes: [], rounds: 1, isCutShort: false } }, 'ready'],
    ['has yet to be decided, of an undo', { undo, calls: [] }, 'needsUndoRead'],
  ])('nothing of a call that %s', (_what, parts, kind) => {
    const item = itemWith(parts)
    const { dispatch, state } = station([item])
    expect(dispatch()).toMatchObject([{ item, ready: { kind } }])
    expect([item.proof, state.canary.current()]).toEqual([{ kind: 'open' }, null])
  })

  test.each([
    [{ kind: 'wanted', how: 'sample', before: null }, 'sample'],
    [{ kind: 'none' }, null],
  ] as const)('by the next of its kind where one that was to prove it does not leave: %j', (proof, next) => {
    const { dispatch, state, store } = passed(message1({ proof }))
    storeRuns(store, { runs: 1, rows: 1, from: 1 })
    tablesOf(store).importedMessages.claim('f', 'run-1', 1, 0)
    expect(dispatch()).toEqual([])
    expect(state.canary.nextProof(message, null)).toBe(next)
  })
})

describe('when the run is about to stop', () => {
  test('nothing new leaves, what is done is still looked up', () => {
    const [next, written] = [itemWith({ proof: { kind: 'none' } }), itemWith({ lane: 'b', row: 4, ordinal: 1, phase: toVerify(update) })]
    const { dispatch, sideEffects } = station([next, written])
    sideEffects.stopForLoss(failure, itemWith({ row: 5 }), 'updateCustomer')
    expect(dispatch()).toMatchObject([{ item: written, ready: { kind: 'needsVerifying' } }])
  })

  const before = { record: { uuid: 'u2' }, posts: null }
  test.each<[string, Partial<RunItem>, number]>([
    ['does not go alone any more', {}, 3],
    ['goes on where its call has left already', { attempts: 1 }, 4],
  ])('because a side effect is certain, what was to show it %s', (_what, parts, row) => {
    const suspect = itemWith({ ordinal: 1 })
    const contact = { isFresh: true, beforeImage: null } as const
    const other = itemWith({ row: 4, lane: 'b', contact, proof: { kind: 'wanted', how: 'alone', before }, ...parts })
    const { dispatch, entries, sideEffects, state } = station([suspect, other])
    expect(state.lanes.take(0)).toBe(suspect)
    state.canary.begin(other)
    const changes = [{ field: 'notes', before: 'Old', after: null }]
    const target = { uuid: 'u1', name: 'New', notes: 'Old' }
    const proven = { call: update, before: target, changes, target, lost: [{ field: 'name', label: 'Name' }] }
    sideEffects.suspect({ item: suspect, proven, next: { kind: 'ends', outcome: 'done', failure: null }, done: 1 }, entries, 0)
    expect(sideEffects.isConfirmed()).toBe(true)
    expect(dispatch().map(({ item }) => item.row)).toEqual([row])
  })
})

test('the first call of a kind that another run was quicker with keeps nothing waiting', () => {
  const [first, second] = [message1(), itemWith({ lane: 'b', row: 4 })]
  const { dispatch, state, entries, store } = station([first, second])
  state.canary.pass(update)
  // The second of its kind.
  state.canary.nextProof(update, null)
  state.inFlight = 1
  expect(dispatch()).toEqual([])
  expect(state.canary.current()).toBe(first)
  storeRuns(store, { runs: 1, rows: 1, from: 1 })
  tablesOf(store).importedMessages.claim('f', 'run-1', 1, 0)
  expect(dispatch()).toEqual([])
  state.inFlight = 0
  expect(dispatch().map(({ item }) => item)).toEqual([second])
  expect(state.canary.current()).toBeNull()
  expect(entries.rows).toMatchObject([{ row: 3, outcome: 'held' }])
})

test('what nobody else can show to be a side effect is decided at once: what is put back leaves in the same turn', () => {
  const item = itemWith({ ordinal: 1, calls: [update] })
  const { dispatch, entries, refill, sideEffects, state } = station([item], { rowsToRead: 5 })
  expect(state.lanes.take(0)).toBe(item)
  const changes = [{ field: 'notes', before: 'Old', after: null }]
  const target = { uuid: 'u1', name: 'New', notes: 'Old' }
  const next = { kind: 'ends', outcome: 'done', failure: null } as const
  sideEffects.suspect({ item, proven: { call: update, before: target, changes, target }, next, done: 1 }, entries, 0)
  // A row that is not read yet could show it, and so could one that is under way.
  expect(dispatch()).toEqual([])
  refill()
  state.inFlight = 1
  expect([dispatch(), sideEffects.isConfirmed()]).toEqual([[], false])
  state.inFlight = 0
  expect(dispatch()).toMatchObject([{ item, ready: { kind: 'ready', call: { kind: 'updateCustomer', customer: { notes: 'Old' } } } }])
})

describe('while it is looked into whether the service takes more away, a contact that has not got it', () => {
  const before = (record: Partial<CustomerRecord>) => ({ record: { uuid: 'u2', ...record }, posts: null })
  /** Whether its row is passed over, whose contact refuses texts, while an agreement was taken away from another one. */
  const isPassedOver = (parts: Partial<RunItem>) => {
    const suspect = itemWith({ ordinal: 1 })
    const item = itemWith({ row: 4, lane: 'b', proof: { kind: 'wanted', how: 'alone', before: before({ consent: false }) }, ...parts })
    const { sideEffects, state, entries } = station([suspect, item])
    const changes = [{ field: 'consent', before: true, after: null }]
    const next = { kind: 'ends', outcome: 'done', failure: null } as const
    const proven = { call: update, before: { uuid: 'u1', consent: true }, changes, target: null }
    expect(state.lanes.take(0)).toBe(suspect)
    sideEffects.suspect({ item: suspect, proven, next, done: 1 }, entries, 0)
    return sideEffects.passOver(item)
  }

  test.each([
    [true, 1],
    [false, 0],
  ])('is not even read: its consent is %s', (agrees, leaving) => {
    const [suspect, other] = [itemWith({ ordinal: 1 }), itemWith({ row: 4, lane: 'b', calls: [{ ...update, uuid: 'u2' }] })]
    const here = station([suspect, other], { known: [{ uuid: 'u2', consent: agrees }], rowsToRead: 5 })
    expect(here.state.lanes.take(0)).toBe(suspect)
    const changes = [{ field: 'consent', before: true, after: null }]
    const proven = { call: update, before: { uuid: 'u1', consent: true }, changes, target: null }
    here.sideEffects.suspect({ item: suspect, proven, next: { kind: 'ends', outcome: 'done', failure: null }, done: 1 }, here.entries, 0)
    expect(here.dispatch()).toHaveLength(leaving)
    expect(other.proof.kind).toBe(agrees ? 'wanted' : 'open')
  })

  test('gets no call, for it cannot show that', () => {
    expect(isPassedOver({})).toBe(true)
    expect(isPassedOver({ proof: { kind: 'wanted', how: 'alone', before: before({ consent: true }) } })).toBe(false)
    // What an earlier call of the row came to does not matter.
    expect(isPassedOver({ ordinal: 1, calls: [consent, update], inVain: inVain(0) })).toBe(true)
  })

  test('is followed to its end where its call has left, and may be carried out yet', () => {
    expect(isPassedOver({ inVain: inVain(0) })).toBe(false)
    expect(isPassedOver({ proof: { kind: 'wanted', how: 'alone', before: before({ consent: false }), isKept: true } })).toBe(false)
  })
})

describe('a text at night', () => {
  const hourMs = 3_600_000
  const call = {
    kind: 'sendToPhone',
    phone: '+12025550100',
    groupUuid: null,
    post: { as: 'message', body: 'Hello', attachments: [], resolve: false },
  } as const satisfies RunItem['calls'][number]
  const read = { contact: { isFresh: true, beforeImage: null }, permittedUntilMs: Number.POSITIVE_INFINITY } as const
  const before = { record: null, posts: null }
  const text = (parts: Partial<RunItem> = {}) => itemWith({ calls: [call], fingerprint: 'f', lane: 'a', ...read, ...parts })

  test('waits for the morning, lets others go, and is read afresh then', () => {
    wallMs = 2 * hourMs
    const item = text({ proof: { kind: 'wanted', how: 'alone', before } })
    const other = message1({ row: 4, lane: 'b', fingerprint: 'g', proof: { kind: 'none' } })
    const here = station([item, other])
    expect(here.dispatch(2 * hourMs).map(({ item: one }) => one)).toEqual([other])
    expect([...here.state.quiet]).toEqual([[item, { kind: 'quiet_hours', untilMs: 13 * hourMs, zone: 'America/New_York' }]])
    expect(item).toMatchObject({ contact: { isFresh: false, mustRead: true }, proof: { kind: 'wanted', how: 'alone', before: null } })
    // Who agreed in the evening may have refused by the morning.
    expect(item).not.toHaveProperty('permittedUntilMs')
    expect(here.entries.intents).toMatchObject([{ row: 4 }])
    expect(here.entries.intents[0]).not.toHaveProperty('texts')

    here.state.inFlight = 0
    wallMs = 13 * hourMs
    expect(here.dispatch(13 * hourMs)).toMatchObject([{ item, ready: { kind: 'needsProofRead' } }])
    expect(here.state.quiet.size).toBe(0)
  })

  test('follows the clock on the wall, which goes on while the computer sleeps', () => {
    wallMs = 2 * hourMs
    const here = station([text({ proof: { kind: 'none' } })])
    expect(here.dispatch(2 * hourMs)).toEqual([])
    // Half a second is no sleep: the time of the other clock still counts.
    wallMs = 13 * hourMs - 500
    expect(here.dispatch(13 * hourMs - 1000)).toEqual([])
    wallMs = 13 * hourMs
    expect(here.dispatch(3 * hourMs)).toHaveLength(1)
  })

  test.each([
    [1_000, 0],
    [1_001, 1],
  ])('does not follow it where it is %d ms off: the clocks drift apart by that', (offMs, leaves) => {
    wallMs = 2 * hourMs
    const here = station([text({ proof: { kind: 'none' } })])
    expect(here.dispatch(2 * hourMs)).toEqual([])
    wallMs = 13 * hourMs
    expect(here.dispatch(13 * hourMs - offMs)).toHaveLength(leaves)
  })

  test('keeps what was read before a call that has left already', () => {
    wallMs = 2 * hourMs
    const item = text({ proof: { kind: 'wanted', how: 'alone', before, isKept: true } })
    station([item]).dispatch(2 * hourMs)
    expect(item.proof).toMatchObject({ before })
  })

  test('is read, and looked for, at any time: only the text itself waits', () => {
    wallMs = 2 * hourMs
    expect(station([text({ phase: lostUntil(9 * hourMs) })]).dispatch(2 * hourMs)).toMatchObject([{ ready: { kind: 'needsReconciling' } }])
  })

  test('leaves as long as what was read of its contact allows that', () => {
    const at = (nowMs: number) => {
      const item = text({ proof: { kind: 'none' }, permittedUntilMs: 5 })
      const [leaving] = station([item]).dispatch(nowMs)
      return [leaving?.ready.kind, item.permittedUntilMs]
    }
    expect(at(5)).toEqual(['ready', 5])
    expect(at(6)).toEqual(['needsPermission', undefined])
  })

  test('that never may leave ends its row, and nothing leaves', () => {
    const here = station([text({ calls: [{ ...call, phone: '+870773111632' }] })])
    expect(here.dispatch()).toEqual([])
    expect(here.entries.rows).toMatchObject([{ row: 3, outcome: 'failed', failure: { code: 'send.never_day' } }])
    expect(here.state.lanes.size()).toBe(0)
  })

  test('is noted with its day when it leaves by day', () => {
    const here = station([text({ proof: { kind: 'none' } })])
    here.dispatch()
    expect(here.entries.intents).toMatchObject([{ row: 3, texts: { day: '1969-12-31', people: 1 } }])
  })
})
