import type { Clock } from '../model/clock.ts'
import type { AppError } from '../model/errors.ts'
import type { CustomerRecord } from '../model/customer.ts'
import type { CallOutcome, ServiceCall } from '../service/service.ts'
import type { RowFailure } from '../store/runs/run-rows.ts'
import { type CallDecision, decideCall, troubleOf } from './answer/decide-call.ts'
import type { NotApplied } from './answer/echo.ts'
import { endRow, type ExecutionState } from './dispatch/execution-state.ts'
import type { ReadAnswer } from './answer/item-reads.ts'
import type { JournalEntries } from './journal/journal-writer.ts'
import { type Echo, labelsOf } from './answer/canary.ts'
import { outcomeOfRead } from './answer/read-outcome.ts'
import { imageBeside, imageOf } from '../model/field-image.ts'
import { undoRow } from '../kinds/undo/undo-row.ts'
import type { RunItem } from './dispatch/run-item.ts'
import { cannotTellFailure, lossReason, neverArrivedFailure, notAppliedFailure } from './run-words.ts'

type Done = Extract<CallOutcome, { kind: 'done' }>
type Settled = Extract<ReadAnswer, { kind: 'settled' }>

/** What came of a call, or of a read that a call needs. Times are monotonic. */
export type Answer =
  | { kind: 'call'; item: RunItem; call: ServiceCall; outcome: CallOutcome; echo: Echo; sentAtMs: number }
  | { kind: 'read'; item: RunItem; answer: ReadAnswer }
  | { kind: 'readFailed'; item: RunItem; error: AppError; sentAtMs: number }

/** How long after it was lost a call is looked for, and how long before it is looked for again to be sure. */
const settleAfterMs = 1_000
const settleAgainMs = 5_000
/** So often it has to be missing at the service before it is sent again: a slow one may still arrive. */
const sureAbsences = 2
/** So often a read is tried whose answer cannot be read: what is no fluke stays that way. */
const attemptsWhenUnreadable = 3
/** So often a call is sent that gets lost each time without arriving. */
const mostLosses = 20

/** Makes the function that takes in an answer: decides, changes the state, and says what to write of it. */
export function createTakeIn(state: ExecutionState, clock: Clock) {
  const { lanes, proof, pacing } = state

  return function takeIn(answer: Answer, entries: JournalEntries, nowMs: number): void {
    switch (answer.kind) {
      case 'read':
        takeInRead(answer.item, answer.answer, entries, nowMs)
        break
      case 'readFailed':
        takeInFailedRead(answer, entries, nowMs)
        break
      case 'call':
        takeInCall(answer, entries, nowMs)
    }
    // A row on trial keeps everything else waiting until its call is sent, and looked up where that is needed.
    const { item } = answer
    const isReady =
      answer.kind === 'read' && (answer.answer.kind === 'found' || (answer.answer.kind === 'undone' && item.ordinal < item.calls.length))
    const goesOn = item.toVerify !== null || isReady
    if (proof.trial() === item && !goesOn) proof.endTrial()
  }

  function takeInRead(item: RunItem, answer: ReadAnswer, entries: JournalEntries, nowMs: number): void {
    pacing.onGoodRead()
    item.attempts = 0
    if ('seen' in answer && answer.seen !== null) entries.seen.push(answer.seen)
    switch (answer.kind) {
      case 'found':
        item.isFresh = true
        item.beforeImage = answer.seen === null ? null : imageBeside(item.changes, answer.seen.record)
        lanes.release(item, nowMs, nowMs)
        return
      case 'missing':
        if (answer.goneUuid !== null) entries.gone.push(answer.goneUuid)
        endRow(state, item, 'failed', answer.failure, entries, nowMs)
        return
      case 'changed':
        endRow(state, item, 'held', answer.failure, entries, nowMs)
        return
      case 'settled':
        takeInSettled(item, answer, entries, nowMs)
        return
      case 'verified':
        takeInVerified(item, answer.lost, entries, nowMs)
        return
      case 'undone':
        takeInUndone(item, answer.seen.record, entries, nowMs)
    }
  }

  /** Decides what is taken back of a contact as it is now, and prepares that call. A call that is done already is not made again. */
  function takeInUndone(item: RunItem, now: CustomerRecord, entries: JournalEntries, nowMs: number): void {
    const { undo } = item
    if (undo === null) throw new Error(`Row ${item.row} takes nothing back.`)
    const { fields, call } = undoRow(undo.written, now)
    undo.decided = fields
    item.isFresh = true
    const isDone = item.ordinal > 0
    item.calls = isDone ? item.calls.slice(0, item.ordinal) : call === null ? [] : [call]
    if (isDone || call === null) {
      endRow(state, item, 'done', null, entries, nowMs)
      return
    }
    const restored = fields.filter(({ fate }) => fate === 'restore').map(({ change }) => change.field)
    for (const field of restored) undo.sent.add(field)
    item.beforeImage = imageOf(restored, now)
    lanes.release(item, nowMs, nowMs)
  }

  function takeInCall(
    { item, call, outcome, echo, sentAtMs }: Extract<Answer, { kind: 'call' }>,
    entries: JournalEntries,
    nowMs: number,
  ): void {
    // One that gets lost again says more about itself than about the service.
    if (outcome.kind !== 'unknown' || item.losses === 0) notePace(outcome, sentAtMs, nowMs)
    const decision = decideCall(outcome, { attempts: item.attempts, isOutage: pacing.isOutage }, clock.random())
    const record = {
      row: item.row,
      ordinal: item.ordinal,
      from: 'sent' as const,
      httpStatus: outcome.status,
      failure: null,
      fingerprint: item.fingerprint,
      done: null,
    }
    switch (decision.kind) {
      case 'done':
        if (outcome.kind === 'done') takeInDone(item, call, outcome, echo, entries, nowMs)
        break
      case 'failed':
        entries.calls.push({ ...record, state: 'failed', failure: decision.failure })
        endRow(state, item, 'failed', decision.failure, entries, nowMs)
        if (decision.failure.code === 'service.not_applied')
          noteLoss(
            item,
            call,
            item.changes.map(({ label }) => label),
          )
        break
      case 'unknown':
        entries.calls.push({ ...record, state: 'unknown', failure: decision.failure })
        entries.rows.push({ row: item.row, outcome: 'unknown', failure: decision.failure })
        state.counts = { ...state.counts, unknown: state.counts.unknown + 1, pending: state.counts.pending - 1 }
        item.unsettled = { absences: 0, failure: decision.failure }
        lanes.release(item, nowMs + settleAfterMs, nowMs)
        break
      case 'again':
      case 'signIn':
        entries.calls.push({ ...record, state: 'pending' })
        tryAgain(item, decision, nowMs)
    }
    if (decision.kind !== 'again' && decision.kind !== 'signIn') state.rate.add(1)
    if (decision.kind === 'done' || decision.kind === 'failed') countCall()
  }

  /** Compares what the service answered with what was asked: accepted is not applied. */
  function takeInDone(item: RunItem, call: ServiceCall, outcome: Done, echo: Echo, entries: JournalEntries, nowMs: number): void {
    const { row, ordinal, fingerprint } = item
    const record = { row, ordinal, from: 'sent' as const, httpStatus: outcome.status, fingerprint }
    const { lost, wantsLook } = proof.judge(call, echo)
    if (lost.length > 0) {
      const labels = labelsOf(lost, item.changes)
      const failure = notAppliedFailure(labels)
      entries.calls.push({ ...record, state: 'failed', failure, done: null })
      if (outcome.record !== null) entries.seen.push({ record: outcome.record, extra: null })
      endRow(state, item, 'failed', failure, entries, nowMs)
      noteLoss(item, call, labels)
      return
    }
    entries.calls.push({ ...record, state: 'done', failure: null, done: { call, outcome } })
    if (wantsLook) item.toVerify = call
    goOn(item, outcome, entries, nowMs)
  }

  function takeInVerified(item: RunItem, lost: readonly NotApplied[], entries: JournalEntries, nowMs: number): void {
    const call = item.toVerify
    if (call === null) throw new Error(`Row ${item.row} has nothing to look up.`)
    item.toVerify = null
    if (lost.length > 0) {
      const labels = labelsOf(lost, item.changes)
      endRow(state, item, 'failed', notAppliedFailure(labels), entries, nowMs)
      noteLoss(item, call, labels)
      return
    }
    proof.prove(call)
    if (item.ordinal === item.calls.length) endRow(state, item, 'done', null, entries, nowMs)
    else lanes.release(item, nowMs, nowMs)
  }

  function takeInSettled(item: RunItem, answer: Settled, entries: JournalEntries, nowMs: number): void {
    const { row, ordinal, unsettled } = item
    const call = item.calls[ordinal]
    if (unsettled === null || call === undefined) throw new Error(`Row ${row} has nothing to settle.`)
    const record = { row, ordinal, from: 'unknown' as const, httpStatus: null, failure: null, fingerprint: item.fingerprint, done: null }
    switch (answer.fate) {
      case 'arrived': {
        if (call.kind !== 'importMessage' && call.kind !== 'createCustomer')
          throw new Error(`A call of the kind ${call.kind} is not settled.`)
        entries.calls.push({ ...record, state: 'done', done: { call, outcome: answer.outcome } })
        countCall()
        reopen(item, entries)
        if (answer.lost.length > 0) endRow(state, item, 'failed', notAppliedFailure(labelsOf(answer.lost, item.changes)), entries, nowMs)
        else goOn(item, answer.outcome, entries, nowMs)
        return
      }
      case 'absent': {
        unsettled.absences += 1
        if (unsettled.absences < sureAbsences) {
          lanes.release(item, nowMs + settleAgainMs, nowMs)
          return
        }
        reopen(item, entries)
        item.losses += 1
        if (item.losses < mostLosses) {
          entries.calls.push({ ...record, state: 'pending' })
          lanes.release(item, nowMs, nowMs)
          return
        }
        const failure = neverArrivedFailure(unsettled.failure, item.losses)
        entries.calls.push({ ...record, state: 'failed', failure })
        countCall()
        endRow(state, item, 'failed', failure, entries, nowMs)
        return
      }
      case 'cannotTell':
        entries.rows.push({ row, outcome: 'unknown', failure: cannotTellFailure(unsettled.failure) })
        lanes.finish(item, nowMs)
    }
  }

  function takeInFailedRead(
    { item, error, sentAtMs }: Extract<Answer, { kind: 'readFailed' }>,
    entries: JournalEntries,
    nowMs: number,
  ): void {
    const outcome = outcomeOfRead(error)
    const isUnreadable = error.code === 'service.shape'
    // The service is there, and not at the end of its strength.
    if (!isUnreadable) notePace(outcome, sentAtMs, nowMs)
    if (isUnreadable && item.attempts + 1 >= attemptsWhenUnreadable) return giveUpReading(item, error.toAnswer(), entries, nowMs)
    const decision = decideCall(outcome, { attempts: item.attempts, isOutage: pacing.isOutage && !isUnreadable }, clock.random())
    switch (decision.kind) {
      case 'again':
      case 'signIn':
        tryAgain(item, decision, nowMs)
        return
      case 'failed':
        giveUpReading(item, decision.failure, entries, nowMs)
        return
      case 'done':
      case 'unknown':
        throw new Error(`A failed read cannot be ${decision.kind}.`)
    }
  }

  /** What is done stays done, and what nobody knows stays unknown, when it cannot be looked up. */
  function giveUpReading(item: RunItem, failure: RowFailure, entries: JournalEntries, nowMs: number): void {
    if (item.toVerify !== null) takeInVerified(item, [], entries, nowMs)
    else if (item.unsettled !== null) takeInSettled(item, { kind: 'settled', fate: 'cannotTell' }, entries, nowMs)
    else endRow(state, item, 'failed', failure, entries, nowMs)
  }

  function notePace(outcome: CallOutcome, sentAtMs: number, nowMs: number): void {
    const trouble = troubleOf(outcome)
    if (trouble !== null) {
      const afterMs = outcome.kind === 'retry' && trouble === 'rate_limited' ? outcome.afterMs : null
      pacing.onTrouble({ trouble, status: outcome.status, afterMs, sentAtMs }, nowMs, clock.random())
    } else if (outcome.kind !== 'signIn') pacing.onGood()
  }

  function noteLoss(item: RunItem, call: ServiceCall, labels: readonly string[]): void {
    if (proof.noteLoss(call)) state.stop({ state: 'paused', reason: lossReason(labels, state.rowWindow.line(item.row)) })
  }

  function goOn(item: RunItem, outcome: Done, entries: JournalEntries, nowMs: number): void {
    item.createdUuid ??= item.calls[item.ordinal]?.kind === 'createCustomer' ? (outcome.record?.uuid ?? null) : null
    item.conversationUuid ??= outcome.conversationUuid
    item.ordinal += 1
    item.attempts = 0
    item.losses = 0
    if (item.toVerify === null && item.ordinal === item.calls.length) endRow(state, item, 'done', null, entries, nowMs)
    else lanes.release(item, nowMs, nowMs)
  }

  function tryAgain(item: RunItem, decision: Extract<CallDecision, { kind: 'again' | 'signIn' }>, nowMs: number): void {
    if (decision.kind === 'again') {
      if (decision.countsAsAttempt) item.attempts += 1
      lanes.release(item, nowMs + decision.afterMs, nowMs)
      return
    }
    lanes.release(item, nowMs, nowMs)
    state.stop({ state: 'paused', reason: decision.failure })
  }

  /** A row that counted as unknown goes on after all. */
  function reopen(item: RunItem, entries: JournalEntries): void {
    item.unsettled = null
    entries.reopened.push(item.row)
    state.counts = { ...state.counts, unknown: state.counts.unknown - 1, pending: state.counts.pending + 1 }
  }

  function countCall(): void {
    state.counts = { ...state.counts, calls: state.counts.calls + 1 }
  }
}
