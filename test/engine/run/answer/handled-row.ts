import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import type { CallOutcome, ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { createAnswerHandler } from '../../../../src-main/engine/run/answer/answer-handler.ts'
import type { Answer } from '../../../../src-main/engine/run/answer/answer-meaning.ts'
import { createCanary, type Echo } from '../../../../src-main/engine/run/answer/canary.ts'
import type { ReadAnswer } from '../../../../src-main/engine/run/answer/read-answer.ts'
import type { ExecutionState, Stop } from '../../../../src-main/engine/run/dispatch/execution-state.ts'
import { createLanes } from '../../../../src-main/engine/run/dispatch/lanes.ts'
import { Pacing } from '../../../../src-main/engine/run/dispatch/pacing.ts'
import { createPendingRows } from '../../../../src-main/engine/run/dispatch/pending-rows.ts'
import { createRateMeter } from '../../../../src-main/engine/run/dispatch/progress-meter.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { createSideEffectCheck } from '../../../../src-main/engine/run/proof/side-effect-check.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { begun, sharedState, update } from './items.ts'

export const startMs = 1_000
export const nowMs = 2_000
export const seen: Echo = { lost: [], isSeen: true }
export const unseen: Echo = { lost: [], isSeen: false }
/** What was made of it is neither what was asked for nor what was there. */
export const otherName: Echo = { lost: [{ field: 'name', asked: 'New', answered: 'Other' }], isSeen: true }
export const lostName: Echo = { lost: [{ field: 'name', asked: 'New', answered: 'Old' }], isSeen: true }
export const counts = { rows: 9, done: 1, failed: 1, unknown: 2, pending: 4, unchanged: 0, held: 1, skipped: 0, invalid: 0, calls: 5 }

/** Makes the function that begins a run of some rows, the first of which has its turn in its lane. `random`: what is drawn. */
export function handledRows() {
  const tempStore = tempStores()
  return function running(item: RunItem, { next = null as RunItem | null, random = 0 } = {}) {
    const stops: Stop[] = []
    const state: ExecutionState = {
      counts,
      inFlight: 1,
      lanes: createLanes<RunItem>(),
      /** Looked into just for the line of a row that stops the run. */
      get pendingRows() {
        const store = tempStore()
        storeRuns(store, { runs: 1, rows: 4 })
        return createPendingRows(store, 'plan-0', 'run-0', begun)
      },
      pacing: new Pacing({ concurrency: 8, requestsPerMinute: null }),
      canary: createCanary(),
      rate: createRateMeter(startMs),
      ...sharedState(),
      stop: (stop) => stops.push(stop),
    }
    state.lanes.add(item)
    if (next !== null) state.lanes.add(next)
    state.lanes.take(startMs)
    const clock: Clock = { nowMs: () => 0, monotonicMs: () => nowMs, sleep: async () => undefined, random: () => random }
    const sideEffects = createSideEffectCheck(state, createFieldLabels([]))
    const { handle } = createAnswerHandler(state, clock, sideEffects)
    const entries = emptyEntries()
    return {
      state,
      sideEffects,
      stops,
      entries,
      item,
      handle: (answer: Answer) => handle(answer, entries, nowMs),
      call: (outcome: CallOutcome, { call = update as ServiceCall, echo = seen, sentAtMs = 1_500 } = {}) =>
        handle({ kind: 'call', item, call, outcome, echo, sentAtMs }, entries, nowMs),
      read: (answer: ReadAnswer, sentAtMs = 1_900) => handle({ kind: 'read', item, answer, sentAtMs }, entries, nowMs),
      readFailed: (code: ErrorCode, sentAtMs = 1_500) =>
        handle({ kind: 'readFailed', item, error: new AppError(code, 'No.', 'Ask.'), sentAtMs }, entries, nowMs),
      /** When the head of the lane may go again, to the millisecond; null where the lane is done with. */
      goesAt(): number | null {
        for (let ms = nowMs; ms <= nowMs + 20_000; ms += 1) if (state.lanes.take(ms) !== null) return ms
        return null
      },
    }
  }
}
