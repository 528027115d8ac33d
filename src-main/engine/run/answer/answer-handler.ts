import { createdPhone } from '../../kinds/calls/all-calls.ts'
import type { Clock } from '../../model/clock.ts'
import type { AppError } from '../../model/errors.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import { endRow, type ExecutionState } from '../dispatch/execution-state.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import { lossReason } from '../run-words.ts'
import { callStep, type Situation } from './call-step.ts'
import type { Echo } from './canary.ts'
import { troubleOf } from './decide-call.ts'
import type { ReadAnswer } from './item-reads.ts'
import { outcomeOfRead } from './read-outcome.ts'
import { createRefusalWatch } from './refusal-watch.ts'
import { failedReadStep, readStep } from './read-step.ts'
import type { RowStep } from './row-step.ts'
import { partlyDone } from './row-progress.ts'

/** The outcome of a call, or of a read that a call needs. Times are monotonic. */
export type Answer =
  | { kind: 'call'; item: RunItem; call: ServiceCall; outcome: CallOutcome; echo: Echo; sentAtMs: number }
  | { kind: 'read'; item: RunItem; answer: ReadAnswer }
  | { kind: 'readFailed'; item: RunItem; error: AppError; sentAtMs: number }

type CallAnswer = Extract<Answer, { kind: 'call' }>
type FailedRead = Extract<Answer, { kind: 'readFailed' }>

/** Makes the function that handles an answer: what it means is decided by `callStep` and its like, and carried out here. */
export function createAnswerHandler(state: ExecutionState, clock: Clock) {
  const { lanes, canary, pacing } = state
  const refusals = createRefusalWatch()

  return function handle(answer: Answer, entries: JournalEntries, nowMs: number): void {
    const { item } = answer
    const { phase } = item
    const step = stepOf(answer, nowMs)
    carryOut(item, step, entries, nowMs)
    if (phase.kind === 'verify' && step.notApplied === undefined && item.phase.kind !== 'verify') canary.pass(phase.call)
    const attempted = answer.kind === 'call' ? answer.call : phase.kind === 'verify' ? phase.call : null
    if (step.notApplied !== undefined && attempted !== null && canary.noteLoss(attempted)) {
      state.stop({ state: 'paused', reason: lossReason(step.notApplied, state.pendingRows.line(item.row)) })
    }
    if (canary.current() === item && !staysAlone(answer, step)) canary.end()
  }

  function stepOf(answer: Answer, nowMs: number): RowStep {
    switch (answer.kind) {
      case 'call':
        return stepOfCall(answer, nowMs)
      case 'read':
        pacing.onGoodRead()
        return readStep(answer.item, answer.answer)
      case 'readFailed':
        return stepOfFailedRead(answer, nowMs)
    }
  }

  function stepOfCall({ item, call, outcome, echo, sentAtMs }: CallAnswer, nowMs: number): RowStep {
    // One that gets lost again says more about itself than about the service.
    if (outcome.kind !== 'unknown' || item.losses === 0) notePace(outcome, sentAtMs, nowMs)
    const verdict = outcome.kind === 'done' ? canary.check(call, echo) : { lost: [], wantsLook: false }
    const step = callStep(item, call, outcome, verdict, situation())
    if (step.call?.state !== 'pending') state.rate.add(1)
    const refused = refusals.note(call, outcome)
    // Of the last row there is nothing left to stop.
    return refused === null || state.counts.pending <= 1 ? step : { ...step, pauses: refused }
  }

  function stepOfFailedRead({ item, error, sentAtMs }: FailedRead, nowMs: number): RowStep {
    // Where the answer cannot be read, the service is there, and not at the end of its strength.
    if (error.code !== 'service.shape') notePace(outcomeOfRead(error), sentAtMs, nowMs)
    return failedReadStep(item, error, situation())
  }

  function situation(): Situation {
    return { isOutage: pacing.isOutage, random: clock.random() }
  }

  function notePace(outcome: CallOutcome, sentAtMs: number, nowMs: number): void {
    const trouble = troubleOf(outcome)
    if (trouble !== null) {
      const afterMs = outcome.kind === 'retry' && trouble === 'rate_limited' ? outcome.afterMs : null
      pacing.onTrouble({ trouble, status: outcome.status, afterMs, sentAtMs }, nowMs, clock.random())
    } else if (outcome.kind !== 'signIn') pacing.onGood()
  }

  function carryOut(item: RunItem, step: RowStep, entries: JournalEntries, nowMs: number): void {
    const { row, ordinal, fingerprint } = item
    const planned = item.calls[ordinal]
    const creates = planned === undefined ? null : createdPhone(planned)
    if (step.seen) entries.seen.push(step.seen)
    if (step.goneUuid) entries.gone.push(step.goneUuid)
    if (step.call !== undefined) entries.calls.push({ row, ordinal, fingerprint, creates, ...step.call })
    if (step.countsAsCall === true) count('calls', 1)
    if (step.reopens === true) {
      entries.reopened.push(row)
      count('unknown', -1)
      count('pending', 1)
    }
    // A call that was accepted and not applied is not done.
    const isLastLost = item.phase.kind === 'verify' && step.notApplied !== undefined
    Object.assign(item, step.item)
    applyNext(item, step.next, entries, nowMs, item.ordinal - (isLastLost ? 1 : 0))
    if (step.pauses !== undefined) state.stop({ state: 'paused', reason: step.pauses })
  }

  function applyNext(item: RunItem, next: RowStep['next'], entries: JournalEntries, nowMs: number, done: number): void {
    switch (next.kind) {
      case 'goes':
        lanes.release(item, nowMs + next.afterMs, nowMs)
        return
      case 'ends': {
        const { outcome, failure } = partlyDone(item, done, next.outcome, next.failure)
        endRow(state, item, outcome, failure, entries, nowMs)
        return
      }
      case 'isLost':
        entries.rows.push({ row: item.row, outcome: 'unknown', failure: next.failure })
        count('unknown', 1)
        count('pending', -1)
        lanes.release(item, nowMs + next.lookAfterMs, nowMs)
        return
      case 'staysUnknown':
        entries.rows.push({ row: item.row, outcome: 'unknown', failure: next.failure })
        lanes.finish(item, nowMs)
    }
  }

  function count(what: 'calls' | 'unknown' | 'pending', by: number): void {
    state.counts = { ...state.counts, [what]: state.counts[what] + by }
  }
}

/** The canary keeps everything else waiting until its call is sent, and looked up where that is needed. */
function staysAlone(answer: Answer, { next }: RowStep): boolean {
  if (next.kind !== 'goes') return false
  const isReady = answer.kind === 'read' && (answer.answer.kind === 'found' || answer.answer.kind === 'undone')
  return isReady || answer.item.phase.kind === 'verify'
}
