import type { Clock } from '../model/clock.ts'
import { AppError, asAppError } from '../model/errors.ts'
import type { PlanCounts } from '../model/plan-schema.ts'
import { mayRepeat } from '../service/call-safety.ts'
import type { Service } from '../service/service.ts'
import { createContacts } from '../store/contacts/contacts.ts'
import { createImportedMessages } from '../store/runs/imported-messages.ts'
import { asStoreError, type Store } from '../store/open-store.ts'
import { createRuns, type RunReason } from '../store/runs/runs.ts'
import { createChoose, type Leaving, mostRows } from './dispatch/dispatcher.ts'
import { endRow, type ExecutionState, type Stop } from './dispatch/execution-state.ts'
import { createFreshness } from './dispatch/freshness.ts'
import { createItemReads } from './answer/item-reads.ts'
import { createJournalWriter, emptyEntries, type JournalEntries } from './journal/journal-writer.ts'
import { createLanes } from './dispatch/lanes.ts'
import { createLeaseKeeper } from './dispatch/lease-keeper.ts'
import { Pacing, type PacingSettings } from './dispatch/pacing.ts'
import { createProgressTeller, createRateMeter } from './dispatch/progress-meter.ts'
import { createProof, echoOf, noEcho } from './answer/canary.ts'
import { createRowWindow } from './dispatch/pending-rows.ts'
import { countRun } from './run-counts.ts'
import type { RunItem } from './dispatch/run-item.ts'
import type { RunProgress, RunWait } from '../model/run-schema.ts'
import { holdWords } from './run-words.ts'
import { type Answer, createTakeIn } from './take-in.ts'

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
  isUndo: boolean
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

export interface Execution {
  /** Sends nothing more, lets the calls under way end, and settles. The first reason stays, but cancelling outdoes pausing. */
  stop(stop: Stop): void
  /** Breaks off calls under way that may be repeated. */
  breakOff(): void
  progress(): RunProgress
  /** Resolves when the run has stopped and that is recorded; rejects when it could not be recorded or another process took over. */
  settled: Promise<void>
}

/**
 * Carries out a run whose lease the caller has taken. One function, `turn`, does everything, never awaits and never runs
 * twice at once: it takes in what was answered, decides, writes all of it and the next intents in one transaction, and only
 * then sends. It is called when something was answered, when something is due, and when somebody wants it to stop.
 */
export function startExecution(options: ExecutionOptions): Execution {
  const { store, runId, planId, plan, service, clock, owner } = options
  const runs = createRuns(store)
  // Those that are looked at before a call leaves are those that are written on when it is answered.
  const contacts = createContacts(store)
  const journal = createJournalWriter(store, options, contacts)
  const lease = createLeaseKeeper(runs, { runId, owner, clock })
  const state: ExecutionState = {
    counts: countRun(store, { id: runId, counts: null }, plan),
    inFlight: 0,
    lanes: createLanes<RunItem>(),
    rowWindow: createRowWindow(store, planId, runId, options),
    pacing: new Pacing(options.settings),
    proof: createProof(),
    rate: createRateMeter(clock.monotonicMs()),
    stop,
  }
  const { lanes, rowWindow, pacing, proof } = state
  const { isStale } = createFreshness(contacts, clock, options.settings.freshReadAfterSeconds)
  const takeIn = createTakeIn(state, clock)
  const { choose, wantsRows, refill } = createChoose(state, { store, runId, isStale })
  /** All that it looks up is read at once: beginning and ending a read takes as long as the read itself. */
  const chooseAtOnce = store.transaction(choose)
  const read = createItemReads(options)
  const teller = createProgressTeller(options.onProgress, progress)
  const breaker = new AbortController()

  let answers: Answer[] = []
  /** What could not be written, to be tried once more at the end. */
  let unwritten: JournalEntries = emptyEntries()
  let stopping: Stop | null = null
  let broken: AppError | null = null
  let wait: RunWait | null = null
  let isTurnDue = false
  let isRefillDue = false
  let isOver = false
  let alarm: { atMs: number; off: AbortController } | null = null
  const settling = Promise.withResolvers<void>()
  // Whoever waits sees the rejection; nobody has to.
  settling.promise.catch(() => undefined)

  /** Answers that come while a turn is under way share the next one, and its transaction. */
  function turnSoon(): void {
    if (isTurnDue || isOver) return
    isTurnDue = true
    setImmediate(() => {
      isTurnDue = false
      unlessOver(turn)
    })
  }

  /** Rows are read after calls have left, while their answers are on their way. */
  function refillSoon(): void {
    if (isRefillDue || wantsRows() === 'no') return
    isRefillDue = true
    setImmediate(() => {
      isRefillDue = false
      if (stopping === null && broken === null) unlessOver(refillAndGoOn)
    })
  }

  function refillAndGoOn(): void {
    const wasShort = wantsRows() === 'now'
    refill()
    if (wasShort) turnSoon()
    else refillSoon()
  }

  function unlessOver(work: () => void): void {
    if (isOver) return
    try {
      work()
    } catch (error) {
      breakDown(error)
    }
  }

  function turn(): void {
    const nowMs = clock.monotonicMs()
    // After a breakdown only what was answered is recorded, if that can be.
    if (broken === null) lease.renew(nowMs)
    const entries: JournalEntries = { ...unwritten, intents: [] }
    const taken = answers
    answers = []
    state.inFlight -= taken.length
    for (const answer of taken) takeIn(answer, entries, nowMs)
    const isStopping = stopping !== null || broken !== null
    const inFlightBefore = state.inFlight
    let leaving: Leaving[] = []
    try {
      if (!isStopping) leaving = chooseAtOnce(entries, nowMs)
      else if (state.inFlight === 0) endUnverified(entries, nowMs)
      write(entries)
    } catch (error) {
      // What is not in the journal does not leave; what was answered is still to be recorded.
      state.inFlight = inFlightBefore
      unwritten = { ...entries, intents: [] }
      throw error
    }
    for (const one of leaving) send(one, nowMs)
    if (!isStopping) refillSoon()
    if (taken.length > 0 || leaving.length > 0) teller.note(nowMs)
    settleOrWait(nowMs)
  }

  /** A row that was only to be looked up is done: its calls are. */
  function endUnverified(entries: JournalEntries, nowMs: number): void {
    const item = proof.trial()
    if (item === null || item.toVerify === null || item.ordinal < item.calls.length) return
    item.toVerify = null
    proof.endTrial()
    endRow(state, item, 'done', null, entries, nowMs)
  }

  function write(entries: JournalEntries): void {
    journal.write(entries, clock.nowMs())
    unwritten = emptyEntries()
  }

  function answered(answer: Answer): void {
    answers.push(answer)
    turnSoon()
  }

  function send({ item, ready }: Leaving, sentAtMs: number): void {
    if (ready.kind === 'ready') {
      const { call } = ready
      service.perform(call, mayRepeat(call.kind) ? breaker.signal : undefined).then(
        (outcome) =>
          answered({ kind: 'call', item, call, outcome, echo: outcome.kind === 'done' ? echoOf(call, outcome) : noEcho, sentAtMs }),
        (error: unknown) => {
          state.inFlight -= 1
          breakDown(error)
        },
      )
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
    if (state.inFlight === 0 && answers.length === 0) {
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
    const dueMs = lanes.nextDueMs(nowMs)
    if (state.inFlight > 0 || lanes.readyCount() > 0 || dueMs === null) return null
    return { kind: 'backoff', untilMs: toWall(dueMs), message: holdWords.backoff }
  }

  /** Calls a turn when the next thing is due that no answer brings. */
  function setAlarm(nowMs: number): void {
    const never = Number.POSITIVE_INFINITY
    const heldUntilMs = pacing.holdAt(nowMs)?.untilMs ?? never
    const atMs = Math.max(nowMs, Math.min(lease.dueMs(), teller.dueMs() ?? never, heldUntilMs, lanes.nextDueMs(nowMs) ?? never))
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

  function settle(end: 'paused' | 'cancelled' | 'finished', reason: RunReason | null): void {
    // Counted afresh, from what is on the disk.
    state.counts = countRun(store, { id: runId, counts: null }, plan)
    if (end === 'cancelled') createImportedMessages(store).releaseUnsent(runId)
    runs.settle(runId, { state: end, reason, finishedAtMs: end === 'paused' ? null : clock.nowMs(), counts: state.counts })
    isOver = true
    alarm?.off.abort()
    wait = reason?.code === 'sign_in.needed' ? { kind: 'sign_in', untilMs: null, message: reason.message } : null
    options.onProgress({ ...progress(), state: end })
    settling.resolve()
  }

  /** Something that should not happen, or a full disk: nothing more is sent, and what is answered is still recorded if possible. */
  function breakDown(thrown: unknown): void {
    if (isOver) return
    broken ??= asAppError(asStoreError(thrown))
    if (broken.code === 'run.locked') return giveUp(broken)
    // The answers under way bring the next turn, as do those that wait already.
    if (answers.length > 0) turnSoon()
    else if (state.inFlight === 0) finishBroken(broken)
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
    const isAllSent = state.counts.pending === 0 && state.inFlight === 0
    const callsPerSecond = state.rate.callsPerSecond(clock.monotonicMs(), isAllSent)
    const callsLeft = plan.send === 0 ? 0 : (state.counts.pending * plan.calls) / plan.send
    return {
      ...state.counts,
      runId,
      state: stopping === null ? 'running' : stopping.state === 'cancelled' ? 'cancelling' : 'pausing',
      callsPerSecond,
      secondsLeft: isAllSent ? 0 : callsPerSecond > 0 ? callsLeft / callsPerSecond : null,
      inFlight: state.inFlight,
      concurrency: pacing.concurrency,
      wait,
    }
  }

  if (options.isResumed) for (const item of rowWindow.unsettled(mostRows)) lanes.add(item)
  turnSoon()
  return {
    stop,
    breakOff: () => breaker.abort(new DOMException('Rollcall is closing.', 'AbortError')),
    progress,
    settled: settling.promise,
  }
}
