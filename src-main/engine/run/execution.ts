import type { Clock } from '../clock.ts'
import { AppError, asAppError } from '../errors.ts'
import type { PlanCounts } from '../plan/plan-schema.ts'
import { mayRepeat } from '../service/call-safety.ts'
import type { CallOutcome, Service, ServiceCall } from '../service/service.ts'
import { createImportedMessages } from '../store/imported-messages.ts'
import { asStoreError, type Store } from '../store/open-store.ts'
import type { NotApplied } from './echo.ts'
import type { EndedOutcome, RowFailure } from '../store/run-rows.ts'
import { createRuns, type RunReason } from '../store/runs.ts'
import { type CallDecision, decideCall, troubleOf } from './decide-call.ts'
import { createJournalWriter, emptyEntries, type JournalEntries } from './journal-writer.ts'
import { createLanes } from './lanes.ts'
import { leaseMs, leaseRenewMs } from './lease.ts'
import { Pacing, type PacingSettings } from './pacing.ts'
import { createProgressTeller, createRateMeter } from './progress-meter.ts'
import { countRun } from './run-counts.ts'
import { createFreshness } from './freshness.ts'
import { createObstacles } from './obstacles.ts'
import { createItemReads, type ReadAnswer } from './item-reads.ts'
import { outcomeOfRead } from './read-outcome.ts'
import { createProof, labelsOf } from './proof.ts'
import { type Readiness, readiness, type RunItem } from './run-item.ts'
import type { RunCounts, RunProgress, RunWait } from './run-schema.ts'
import { cannotTellFailure, holdWords, lossReason, notAppliedFailure, troubleReasons } from './run-words.ts'
import { createRowWindow } from './row-window.ts'

export interface RunSettings extends PacingSettings {
  /** A cached record older than this is read again right before it is written. */
  freshReadAfterSeconds: number
}

export interface ExecutionOptions {
  store: Store
  runId: string
  planId: string
  plan: PlanCounts
  isResumed: boolean
  service: Service
  clock: Clock
  owner: string
  /** Who signs for what this execution does, and for which account. */
  operator: string
  account: { name: string; baseUrl: string }
  settings: RunSettings
  /** By the wall clock. */
  runStartedAtMs: number
  onProgress: (progress: RunProgress) => void
}

type Done = Extract<CallOutcome, { kind: 'done' }>

/** Why an execution ends before the plan does. */
export interface Stop {
  state: 'paused' | 'cancelled'
  reason: RunReason
}

export interface Execution {
  /** Sends nothing more, lets the calls under way end, and settles. The first reason stays, but cancelling outdoes pausing. */
  stop(stop: Stop): void
  /** Breaks off calls under way that may be repeated. */
  breakOff(): void
  progress(): RunProgress
  /** Resolves when the run has stopped and that is recorded; rejects when it could not be recorded or another process took over. */
  settled: Promise<void>
}

/** How long an answer waits for others at most. A commit costs about as much. */
const gatherMs = 0.3
/** Rows are read from the plan in pieces of this many. */
const pieceRows = 200
/** So many rows wait in memory, and up to `mostRows` where too few of them are of different contacts. */
const enoughRows = 1_000
const mostRows = 20_000

/** How long after it was lost a call is looked for, and how long before it is looked for again to be sure. */
const settleAfterMs = 1_000
const settleAgainMs = 5_000
/** So often it has to be missing at the service before it is sent again: a slow one may still arrive. */
const sureAbsences = 2

/** What came of a call or of a read that a call needs. */
type Answer =
  | { kind: 'call'; item: RunItem; call: ServiceCall; outcome: CallOutcome; sentAtMs: number }
  | { kind: 'read'; item: RunItem; answer: ReadAnswer }
  | { kind: 'readFailed'; item: RunItem; error: AppError; sentAtMs: number }

/**
 * Carries out a run whose lease the caller has taken. One function, `turn`, does everything, never awaits and never runs
 * twice at once: it takes in what was answered, decides, writes all of it and the next intents in one transaction, and only
 * then sends. It is called when something was answered, when something is due, and when somebody wants it to stop.
 */
export function startExecution(options: ExecutionOptions): Execution {
  const { store, runId, planId, plan, service, clock, owner } = options
  const runs = createRuns(store)
  const journal = createJournalWriter(store, options)
  const rowWindow = createRowWindow(store, planId, runId, options)
  const lanes = createLanes<RunItem>()
  const read = createItemReads(options)
  const freshness = createFreshness(store, clock, options.settings.freshReadAfterSeconds)
  const proof = createProof()
  const obstacles = createObstacles(store, runId)
  const pacing = new Pacing(options.settings)
  const rate = createRateMeter(clock.monotonicMs())
  const teller = createProgressTeller(options.onProgress, progress)
  const breaker = new AbortController()

  let counts: RunCounts = countRun(store, { id: runId, counts: null }, plan)
  let answers: Answer[] = []
  /** What could not be written, to be tried once more at the end. */
  let unwritten: JournalEntries = emptyEntries()
  let inFlight = 0
  let stopping: Stop | null = null
  let broken: AppError | null = null
  let wait: RunWait | null = null
  let leasedAtMs = clock.nowMs()
  let leaseRenewAtMs = clock.monotonicMs() + leaseRenewMs
  let isTurnDue = false
  let isOver = false
  let alarm: { atMs: number; off: AbortController } | null = null
  const settling = Promise.withResolvers<void>()
  // Whoever waits sees the rejection; nobody has to.
  settling.promise.catch(() => undefined)

  function turnSoon(): void {
    if (isTurnDue || isOver) return
    isTurnDue = true
    setImmediate(turnWhenGathered, clock.monotonicMs())
  }

  /** Answers that come within moments share a transaction, but half of the calls are not kept waiting for the others. */
  function turnWhenGathered(sinceMs: number): void {
    if (answers.length > 0 && answers.length * 2 < inFlight && clock.monotonicMs() - sinceMs < gatherMs) {
      setImmediate(turnWhenGathered, sinceMs)
      return
    }
    isTurnDue = false
    if (isOver) return
    try {
      turn()
    } catch (error) {
      breakDown(error)
    }
  }

  function turn(): void {
    const nowMs = clock.monotonicMs()
    renewLease(nowMs)
    const entries: JournalEntries = { ...unwritten, intents: [] }
    const taken = answers
    answers = []
    for (const answer of taken) takeIn(answer, entries, nowMs)
    const leaving = stopping === null && broken === null ? choose(entries, nowMs) : []
    try {
      write(entries)
    } catch (error) {
      // What is not in the journal does not leave.
      inFlight -= leaving.length
      throw error
    }
    for (const { item, ready } of leaving) send(item, ready, nowMs)
    if (taken.length > 0 || leaving.length > 0) teller.note(nowMs)
    settleOrWait(nowMs)
  }

  /** Looks at both clocks: one stands still while the computer sleeps, and then another process may have taken over. */
  function renewLease(nowMs: number): void {
    const wallMs = clock.nowMs()
    if (nowMs < leaseRenewAtMs && wallMs >= leasedAtMs && wallMs < leasedAtMs + leaseRenewMs) return
    if (!runs.renewLease(runId, owner, wallMs + leaseMs)) throw takenOver()
    leasedAtMs = wallMs
    leaseRenewAtMs = nowMs + leaseRenewMs
  }

  function takeIn(answer: Answer, entries: JournalEntries, nowMs: number): void {
    const { item } = answer
    inFlight -= 1
    proof.endTrial(item)
    switch (answer.kind) {
      case 'read':
        takeInRead(item, answer.answer, entries, nowMs)
        return
      case 'readFailed':
        takeInFailedRead(answer, entries, nowMs)
        return
      case 'call':
        takeInCall(answer, entries, nowMs)
    }
  }

  function takeInRead(item: RunItem, answer: ReadAnswer, entries: JournalEntries, nowMs: number): void {
    if ('seen' in answer && answer.seen !== null) entries.seen.push(answer.seen)
    switch (answer.kind) {
      case 'found':
        item.isFresh = true
        lanes.release(item, nowMs, nowMs)
        return
      case 'missing':
        if (answer.goneUuid !== null) entries.gone.push(answer.goneUuid)
        endRow(item, 'failed', answer.failure, entries, nowMs)
        return
      case 'changed':
        endRow(item, 'held', answer.failure, entries, nowMs)
        return
      case 'settled':
        takeInSettled(item, answer, entries, nowMs)
        return
      case 'verified':
        takeInVerified(item, answer.lost, entries, nowMs)
    }
  }

  function takeInCall({ item, call, outcome, sentAtMs }: Extract<Answer, { kind: 'call' }>, entries: JournalEntries, nowMs: number): void {
    notePace(outcome, sentAtMs, nowMs)
    const decision = decideCall(outcome, { attempts: item.attempts, isOutage: pacing.isOutage }, clock.random())
    const record = { row: item.row, ordinal: item.ordinal, from: 'sent' as const, httpStatus: outcome.status, failure: null, fingerprint: item.fingerprint, done: null }
    switch (decision.kind) {
      case 'done':
        if (outcome.kind === 'done') takeInDone(item, call, outcome, entries, nowMs)
        break
      case 'failed':
        entries.calls.push({ ...record, state: 'failed', failure: decision.failure })
        endRow(item, 'failed', decision.failure, entries, nowMs)
        break
      case 'unknown':
        entries.calls.push({ ...record, state: 'unknown', failure: decision.failure })
        entries.rows.push({ row: item.row, outcome: 'unknown', failure: decision.failure })
        counts = { ...counts, unknown: counts.unknown + 1, pending: counts.pending - 1 }
        item.unsettled = { absences: 0 }
        lanes.release(item, nowMs + settleAfterMs, nowMs)
        break
      case 'again':
      case 'signIn':
        entries.calls.push({ ...record, state: 'pending' })
        tryAgain(item, decision, nowMs)
    }
    if (decision.kind !== 'again' && decision.kind !== 'signIn') rate.add(1)
    if (decision.kind === 'done' || decision.kind === 'failed') counts = { ...counts, calls: counts.calls + 1 }
  }

  /** Compares what the service answered with what was asked: accepted is not applied. */
  function takeInDone(item: RunItem, call: ServiceCall, outcome: Done, entries: JournalEntries, nowMs: number): void {
    const { row, ordinal, changes } = item
    const { lost, wantsLook } = proof.judge(call, outcome)
    if (lost.length > 0) {
      const labels = labelsOf(lost, changes)
      const failure = notAppliedFailure(labels)
      entries.calls.push({ row, ordinal, from: 'sent', state: 'failed', httpStatus: outcome.status, failure, fingerprint: item.fingerprint, done: null })
      if (outcome.record !== null) entries.seen.push({ record: outcome.record, extra: null })
      endRow(item, 'failed', failure, entries, nowMs)
      if (proof.isEnough()) stop({ state: 'paused', reason: lossReason(labels, rowWindow.line(row)) })
      return
    }
    entries.calls.push({ row, ordinal, from: 'sent', state: 'done', httpStatus: outcome.status, failure: null, fingerprint: item.fingerprint, done: { call, outcome } })
    if (wantsLook) item.toVerify = call
    goOn(item, outcome, entries, nowMs)
  }

  function takeInVerified(item: RunItem, lost: readonly NotApplied[], entries: JournalEntries, nowMs: number): void {
    const call = item.toVerify
    item.toVerify = null
    if (lost.length > 0) {
      const labels = labelsOf(lost, item.changes)
      endRow(item, 'failed', notAppliedFailure(labels), entries, nowMs)
      stop({ state: 'paused', reason: lossReason(labels, rowWindow.line(item.row)) })
      return
    }
    if (call !== null) proof.prove(call.kind)
    if (item.ordinal === item.calls.length) endRow(item, 'done', null, entries, nowMs)
    else lanes.release(item, nowMs, nowMs)
  }

  function takeInSettled(item: RunItem, answer: Extract<ReadAnswer, { kind: 'settled' }>, entries: JournalEntries, nowMs: number): void {
    const { row, ordinal, unsettled } = item
    const call = item.calls[ordinal]
    if (unsettled === null || call === undefined) throw new Error(`Row ${row} has nothing to settle.`)
    const record = { row, ordinal, from: 'unknown' as const, httpStatus: null, failure: null, fingerprint: item.fingerprint }
    const reopen = () => {
      item.unsettled = null
      entries.reopened.push(row)
      counts = { ...counts, unknown: counts.unknown - 1, pending: counts.pending + 1 }
    }
    switch (answer.fate) {
      case 'arrived':
        if (call.kind !== 'importMessage' && call.kind !== 'createCustomer') throw new Error(`A call of the kind ${call.kind} is not settled.`)
        entries.calls.push({ ...record, state: 'done', done: { call, outcome: answer.outcome } })
        reopen()
        counts = { ...counts, calls: counts.calls + 1 }
        goOn(item, answer.outcome, entries, nowMs)
        return
      case 'absent':
        unsettled.absences += 1
        if (unsettled.absences < sureAbsences) {
          lanes.release(item, nowMs + settleAgainMs, nowMs)
          return
        }
        entries.calls.push({ ...record, state: 'pending', done: null })
        reopen()
        lanes.release(item, nowMs, nowMs)
        return
      case 'cannotTell':
        entries.rows.push({ row, outcome: 'unknown', failure: cannotTellFailure })
        lanes.finish(item, nowMs)
    }
  }

  function takeInFailedRead({ item, error, sentAtMs }: Extract<Answer, { kind: 'readFailed' }>, entries: JournalEntries, nowMs: number): void {
    const outcome = outcomeOfRead(error)
    notePace(outcome, sentAtMs, nowMs)
    const decision = decideCall(outcome, { attempts: item.attempts, isOutage: pacing.isOutage }, clock.random())
    if (decision.kind === 'failed') {
      // What is done stays done, and what nobody knows stays unknown, when it cannot be looked up.
      if (item.toVerify !== null) takeInVerified(item, [], entries, nowMs)
      else if (item.unsettled !== null) takeInSettled(item, { kind: 'settled', fate: 'cannotTell' }, entries, nowMs)
      else endRow(item, 'failed', decision.failure, entries, nowMs)
    } else if (decision.kind === 'again' || decision.kind === 'signIn') tryAgain(item, decision, nowMs)
    else throw new Error(`A failed read cannot be ${decision.kind}.`)
  }

  function notePace(outcome: CallOutcome, sentAtMs: number, nowMs: number): void {
    const trouble = troubleOf(outcome)
    if (trouble !== null) {
      const afterMs = outcome.kind === 'retry' && trouble === 'rate_limited' ? outcome.afterMs : null
      pacing.onTrouble({ trouble, status: outcome.status, afterMs, sentAtMs }, nowMs, clock.random())
    } else if (outcome.kind !== 'signIn') pacing.onGood()
  }

  function goOn(item: RunItem, outcome: Extract<CallOutcome, { kind: 'done' }>, entries: JournalEntries, nowMs: number): void {
    item.createdUuid ??= item.calls[item.ordinal]?.kind === 'createCustomer' ? (outcome.record?.uuid ?? null) : null
    item.conversationUuid ??= outcome.conversationUuid
    item.ordinal += 1
    item.attempts = 0
    if (item.toVerify === null && item.ordinal === item.calls.length) endRow(item, 'done', null, entries, nowMs)
    else lanes.release(item, nowMs, nowMs)
  }

  function endRow(item: RunItem, outcome: EndedOutcome, failure: RowFailure | null, entries: JournalEntries, nowMs: number): void {
    entries.rows.push({ row: item.row, outcome, failure })
    counts = { ...counts, [outcome]: counts[outcome] + 1, pending: counts.pending - 1 }
    lanes.finish(item, nowMs)
  }

  function tryAgain(item: RunItem, decision: Extract<CallDecision, { kind: 'again' | 'signIn' }>, nowMs: number): void {
    if (decision.kind === 'again') {
      if (decision.countsAsAttempt) item.attempts += 1
      lanes.release(item, nowMs + decision.afterMs, nowMs)
      return
    }
    lanes.release(item, nowMs, nowMs)
    stop({ state: 'paused', reason: decision.failure })
  }

  /** The calls that may leave now; their intents are among the entries. */
  function choose(entries: JournalEntries, nowMs: number): { item: RunItem; ready: Readiness }[] {
    const trouble = pacing.givesUp()
    if (trouble !== null) {
      stop({ state: 'paused', reason: troubleReasons[trouble] })
      return []
    }
    refill()
    const leaving: { item: RunItem; ready: Readiness }[] = []
    while (inFlight < pacing.concurrency && !proof.isOnTrial() && pacing.holdAt(nowMs) === null) {
      const item = lanes.take(nowMs)
      if (item === null) break
      const planned = item.calls[item.ordinal]
      if (planned === undefined && item.toVerify === null) {
        endRow(item, 'done', null, entries, nowMs)
        continue
      }
      const obstacle = planned === undefined || item.unsettled !== null ? null : obstacles(planned, item)
      if (obstacle !== null) {
        endRow(item, 'held', obstacle, entries, nowMs)
        continue
      }
      const kind = item.toVerify?.kind ?? planned?.kind
      if (kind !== undefined && !proof.isProven(kind)) {
        // The first of its kind goes alone.
        if (inFlight > 0) {
          lanes.release(item, nowMs, nowMs)
          break
        }
        proof.beginTrial(item)
      }
      const ready = readiness(item, freshness.isStale)
      if (ready.kind === 'ready' && planned !== undefined) entries.intents.push({ row: item.row, ordinal: item.ordinal, kind: planned.kind, fingerprint: planned.kind === 'importMessage' ? item.fingerprint : null })
      leaving.push({ item, ready })
      inFlight += 1
      pacing.onSent(nowMs)
    }
    return leaving
  }

  function refill(): void {
    const wantsMore = () =>
      !rowWindow.isExhausted() &&
      (lanes.size() < enoughRows || (lanes.size() < mostRows && lanes.readyCount() + inFlight < pacing.concurrency))
    if (!wantsMore()) return
    for (const item of rowWindow.next(pieceRows)) lanes.add(item)
    if (wantsMore()) turnSoon()
  }

  function write(entries: JournalEntries): void {
    unwritten = { ...entries, intents: [] }
    journal.write(entries, clock.nowMs())
    unwritten = emptyEntries()
  }

  function send(item: RunItem, ready: Readiness, sentAtMs: number): void {
    const answered = (answer: Answer) => {
      answers.push(answer)
      turnSoon()
    }
    if (ready.kind === 'ready') {
      const { call } = ready
      service
        .perform(call, mayRepeat(call.kind) ? breaker.signal : undefined)
        .then((outcome) => answered({ kind: 'call', item, call, outcome, sentAtMs }), breakDown)
      return
    }
    read(item, ready, breaker.signal).then(
      (answer) => answered({ kind: 'read', item, answer }),
      (error: unknown) => answered({ kind: 'readFailed', item, error: asAppError(error), sentAtMs }),
    )
  }

  function settleOrWait(nowMs: number): void {
    const before = wait
    wait = stopping === null ? currentWait(nowMs) : null
    if (wait?.kind !== before?.kind || wait?.untilMs !== before?.untilMs) teller.note(nowMs)
    if (inFlight === 0 && answers.length === 0) {
      if (broken !== null) return finishBroken(broken)
      if (stopping !== null) return settle(stopping.state, stopping.reason)
      if (rowWindow.isExhausted() && lanes.size() === 0) return settle('finished', null)
    }
    teller.flush(nowMs)
    setAlarm(nowMs)
  }

  function currentWait(nowMs: number): RunWait | null {
    const toWall = (monotonicMs: number) => Math.round(clock.nowMs() + monotonicMs - nowMs)
    const hold = pacing.holdAt(nowMs)
    if (hold !== null && (hold.kind !== 'rate_cap' || hold.untilMs - nowMs >= 1_000)) {
      return { kind: hold.kind, untilMs: toWall(hold.untilMs), message: holdWords[hold.kind] }
    }
    const dueMs = lanes.nextDueMs()
    if (inFlight > 0 || lanes.readyCount() > 0 || dueMs === null) return null
    return { kind: 'backoff', untilMs: toWall(dueMs), message: holdWords.backoff }
  }

  /** Calls a turn when the next thing is due that no answer brings. */
  function setAlarm(nowMs: number): void {
    const never = Number.POSITIVE_INFINITY
    const heldUntilMs = pacing.holdAt(nowMs)?.untilMs ?? never
    // A lane that was due before waits for something else: an answer, or the end of the hold.
    const laneDueMs = lanes.nextDueMs() ?? never
    const atMs = Math.max(nowMs, Math.min(leaseRenewAtMs, teller.dueMs() ?? never, heldUntilMs, laneDueMs > nowMs ? laneDueMs : never))
    if (alarm !== null && alarm.atMs <= atMs) return
    alarm?.off.abort()
    const off = new AbortController()
    alarm = { atMs, off }
    clock.sleep(atMs - nowMs, off.signal).then(
      () => {
        if (alarm?.off === off) alarm = null
        turnSoon()
      },
      () => undefined,
    )
  }

  function stop(wanted: Stop): void {
    if (isOver || broken !== null) return
    if (stopping === null || (wanted.state === 'cancelled' && stopping.state === 'paused')) stopping = wanted
    turnSoon()
  }

  function settle(state: 'paused' | 'cancelled' | 'finished', reason: RunReason | null): void {
    // Counted afresh, from what is on the disk.
    counts = countRun(store, { id: runId, counts: null }, plan)
    if (state === 'cancelled') createImportedMessages(store).releaseUnsent(runId)
    runs.settle(runId, { state, reason, finishedAtMs: state === 'paused' ? null : clock.nowMs(), counts })
    isOver = true
    alarm?.off.abort()
    wait = reason?.code === 'sign_in.needed' ? { kind: 'sign_in', untilMs: null, message: reason.message } : null
    options.onProgress({ ...progress(), state })
    settling.resolve()
  }

  /** Something that should not happen, or a full disk: nothing more is sent, and what is answered is still recorded if possible. */
  function breakDown(thrown: unknown): void {
    if (isOver) return
    broken ??= asAppError(asStoreError(thrown))
    if (broken.code === 'run.locked') return giveUp(broken)
    if (inFlight === 0 && answers.length === 0) return finishBroken(broken)
    // The answers under way call the next turn; a second failure of the store ends the execution there.
  }

  function finishBroken(error: AppError): void {
    try {
      write(unwritten)
      settle('paused', error.toAnswer())
    } catch (again) {
      error = new AppError(error.code, error.message, error.hint, { cause: new AggregateError([error, again]) })
    }
    giveUp(error)
  }

  function giveUp(error: AppError): void {
    isOver = true
    alarm?.off.abort()
    settling.reject(error)
  }

  function progress(): RunProgress {
    const callsPerSecond = rate.callsPerSecond(clock.monotonicMs())
    const callsLeft = plan.send === 0 ? 0 : (counts.pending * plan.calls) / plan.send
    return {
      ...counts,
      runId,
      state: stopping === null ? 'running' : 'pausing',
      callsPerSecond,
      secondsLeft: callsPerSecond > 0 ? callsLeft / callsPerSecond : null,
      inFlight,
      concurrency: pacing.concurrency,
      wait,
    }
  }

  if (options.isResumed) for (const item of rowWindow.unsettled(mostRows)) lanes.add(item)
  turnSoon()
  return { stop, breakOff: () => breaker.abort(new DOMException('Rollcall is closing.', 'AbortError')), progress, settled: settling.promise }
}

function takenOver(): AppError {
  return new AppError('run.locked', 'Another Rollcall has taken this run over, because this one did not react for a while.', 'Watch it there; here it is over.')
}
