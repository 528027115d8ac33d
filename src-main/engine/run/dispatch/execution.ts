import type { Clock } from '../../model/clock.ts'
import { AppError, asAppError } from '../../model/errors.ts'
import type { PlanCounts } from '../../model/plans/plan-schema.ts'
import { mayImportAgain } from '../../kinds/calls/all-calls.ts'
import type { Service } from '../../service/service.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import { tablesOf } from '../../store/tables.ts'
import { Alarm } from './alarm.ts'
import { afterBreakdown, afterTurn, brokenDown, type Course, shownState, stopped, turnWork } from './course.ts'
import { createDispatcher, type Leaving } from './dispatcher.ts'
import { endRow, type ExecutionState, type Stop } from './execution-state.ts'
import { createFreshness } from './freshness.ts'
import { createItemReads } from '../answer/item-reads.ts'
import { createJournalWriter, emptyEntries, type JournalEntries } from '../journal/journal-writer.ts'
import { endPartlyDone } from '../journal/end-partly-done.ts'
import { createLanes } from './lanes.ts'
import { createLeaseKeeper } from './lease-keeper.ts'
import { createLongHold } from './long-hold.ts'
import { Pacing, type PacingSettings } from './pacing.ts'
import { createProgressTeller, createRateMeter } from './progress-meter.ts'
import { createCanary } from '../answer/canary.ts'
import { notSeenFailure } from '../words/row-words.ts'
import { pauseReason } from './pause-reason.ts'
import { createPendingRows } from './pending-rows.ts'
import { isAllSent, progressOf } from './run-progress.ts'
import { believableAfterMs, type Patience, patienceWith, usualPatience } from '../late/patience.ts'
import { readProfile } from '../late/service-profile.ts'
import { countRun } from '../run-counts.ts'
import type { RunItem } from './run-item.ts'
import { resumeSent } from './resume-sent.ts'
import { createSender } from './sender.ts'
import { createResolvedConversations, resolvedBefore } from '../proof/posts/resolved-conversations.ts'
import { noteLeftOpen, withLeftOpen } from '../proof/left-open.ts'
import { createSideEffectCheck, type SideEffectCheck } from '../proof/side-effect-check.ts'
import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { RunProgress, RunWait } from '../../model/runs/run-schema.ts'
import { type QuietWait, quietNow, waitNow } from './current-wait.ts'
import type { TextingRules } from '../../text/texting/texting-rules.ts'
import { createAnswerHandler } from '../answer/answer-handler.ts'
import type { Answer } from '../answer/answer-meaning.ts'

export interface RunSettings extends PacingSettings {
  /** A cached record older than this is read again right before it is written. */
  freshReadAfterSeconds: number
  /** Whether the latest posts of a contact are read right before it gets permission. */
  readsLatestPosts?: boolean
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
  /** Until when to wait before the first call, as the service asked before the run was paused; by the wall clock. */
  heldUntilMs: number | undefined
  /** How long to look for what is not there; `usualPatience` unless given. */
  patience?: Patience
  /** When it may text people. */
  texting: TextingRules
}

export interface Execution {
  /** Sends nothing more, lets the calls under way end, and stops. The first reason stays, but cancelling outdoes pausing. */
  stop(stop: Stop): void
  /** Breaks off calls under way that may be repeated. */
  breakOff(): void
  /** Does not wait any longer for what the service asked for. */
  tryNow(): void
  progress(): RunProgress
  /** Resolves when the run has stopped and that is recorded; rejects when it could not be recorded or another process took over. */
  settled: Promise<void>
}

/**
 * Carries out a run whose lease the caller has taken. One function, `turn`, does everything, never awaits and never runs
 * twice at once: it handles what was answered, decides, writes all of it and the next intents in one transaction, and only
 * then sends. It is called when something was answered, when something is due, and when somebody wants it to stop.
 */
export function startExecution(options: ExecutionOptions): Execution {
  return new RunExecution(options)
}

class RunExecution implements Execution {
  readonly settled: Promise<void>
  private readonly options: ExecutionOptions
  private readonly state: ExecutionState
  private readonly journal: ReturnType<typeof createJournalWriter>
  private readonly lease: ReturnType<typeof createLeaseKeeper>
  private readonly handle: ReturnType<typeof createAnswerHandler>['handle']
  private readonly dispatcher: ReturnType<typeof createDispatcher>
  private readonly sideEffects: SideEffectCheck
  private readonly sender: ReturnType<typeof createSender>
  private readonly teller: ReturnType<typeof createProgressTeller>
  private readonly alarm: Alarm
  private readonly longHold: ReturnType<typeof createLongHold>
  private readonly settling = Promise.withResolvers<void>()
  private course: Course = { kind: 'running' }
  private answers: Answer[] = []
  /** What could not be written, to be tried once more at the end. */
  private unwritten: JournalEntries = emptyEntries()
  private wait: RunWait | null = null
  private isTurnDue = false
  private isRefillDue = false

  constructor(options: ExecutionOptions) {
    const { store, runId, planId, plan, clock, owner } = options
    const { calls, contacts, customFields, runs } = tablesOf(store)
    this.options = options
    this.settled = this.settling.promise
    // Whoever waits sees the rejection; nobody has to.
    this.settled.catch(() => undefined)
    const patience = options.patience ?? usualPatience
    const profile = readProfile(store, clock.nowMs())
    const { arrivalMs } = patienceWith(patience, profile.lagMs)
    const believableMs = believableAfterMs(patience, profile.lagMs)
    this.state = {
      counts: countRun(store, runId, plan),
      inFlight: 0,
      lanes: createLanes<RunItem>(),
      pendingRows: createPendingRows(store, planId, runId, { ...options, arrivalMs, believableMs }),
      pacing: new Pacing(options.settings),
      canary: createCanary(),
      rate: createRateMeter(clock.monotonicMs()),
      patience,
      profile,
      late: new Map(),
      quiet: new Map(),
      unseen: new Set(),
      watched: new Set(),
      resolved: createResolvedConversations(options.isResumed ? calls.lanesWith(runId, planId, resolvedBefore) : []),
      stop: (stop) => this.stop(stop),
    }
    if (options.heldUntilMs !== undefined) this.state.pacing.holdAsAsked(clock.monotonicMs() + options.heldUntilMs - clock.nowMs())
    this.longHold = createLongHold(this.state.pacing, clock)
    this.journal = createJournalWriter(store, options)
    this.lease = createLeaseKeeper(runs, { runId, owner, clock })
    const freshness = createFreshness(contacts, clock, options.settings.freshReadAfterSeconds)
    const sideEffects = createSideEffectCheck(this.state, createFieldLabels(customFields.all()))
    this.sideEffects = sideEffects
    const { handle, decideAlone } = createAnswerHandler(this.state, clock, sideEffects)
    this.handle = handle
    this.dispatcher = createDispatcher(this.state, { store, runId, clock, freshness, sideEffects, decideAlone, texting: options.texting })
    this.sender = createSender({
      service: options.service,
      read: createItemReads({ ...options, watchesTexts: sideEffects.watchesTexts }),
      onAnswer: (answer) => this.answered(answer),
      onBreakdown: (error) => {
        this.state.inFlight -= 1
        this.breakDown(error)
      },
    })
    this.teller = createProgressTeller(options.onProgress, () => this.progress())
    this.alarm = new Alarm(clock, () => this.scheduleTurn())
    if (options.isResumed) resumeSent(this.state, store, runId, sideEffects)
    this.scheduleTurn()
  }

  stop(stop: Stop): void {
    this.course = stopped(this.course, stop)
    this.scheduleTurn()
  }

  breakOff(): void {
    this.sender.breakOff()
  }

  tryNow(): void {
    this.state.pacing.release()
    this.scheduleTurn()
  }

  progress(): RunProgress {
    const { options, state } = this
    const { counts, inFlight, pacing, rate } = state
    return progressOf({
      runId: options.runId,
      state: shownState(this.course),
      counts,
      planned: options.plan,
      callsPerSecond: rate.callsPerSecond(options.clock.monotonicMs(), isAllSent(counts, inFlight)),
      inFlight,
      concurrency: pacing.concurrency,
      wait: this.wait,
    })
  }

  /** Answers that come while a turn is under way share the next one, and its transaction. */
  private scheduleTurn(): void {
    if (this.isTurnDue || this.course.kind === 'over') return
    this.isTurnDue = true
    setImmediate(() => {
      this.isTurnDue = false
      this.unlessOver(() => this.turn())
    })
  }

  /** Rows are read after calls have left, while their answers are on their way. */
  private scheduleRefill(): void {
    if (this.isRefillDue || this.dispatcher.wantsRows() === 'no') return
    this.isRefillDue = true
    setImmediate(() => {
      this.isRefillDue = false
      if (this.course.kind === 'running') this.unlessOver(() => this.refillAndContinue())
    })
  }

  private refillAndContinue(): void {
    const wasShort = this.dispatcher.wantsRows() === 'now'
    this.dispatcher.refill()
    if (wasShort) this.scheduleTurn()
    else this.scheduleRefill()
  }

  private unlessOver(work: () => void): void {
    if (this.course.kind === 'over') return
    try {
      work()
    } catch (error) {
      this.breakDown(error)
    }
  }

  private turn(): void {
    const { state } = this
    const nowMs = this.options.clock.monotonicMs()
    // After a breakdown only what was answered is recorded, if that can be.
    if (this.course.kind !== 'broken') this.lease.renew(nowMs)
    this.longHold.watch(nowMs)
    const entries: JournalEntries = { ...this.unwritten, intents: [] }
    const answers = this.answers
    this.answers = []
    state.inFlight -= answers.length
    for (const answer of answers) this.handle(answer, entries, nowMs)
    const work = turnWork(this.course, state.inFlight)
    const inFlightBefore = state.inFlight
    let leaving: Leaving[] = []
    try {
      if (work === 'dispatch') leaving = this.dispatch(entries, nowMs)
      else {
        if (work === 'finish') this.endUnverified(entries, nowMs)
        this.write(entries)
      }
    } catch (error) {
      // What is not in the journal does not leave; what was answered is still to be recorded.
      state.inFlight = inFlightBefore
      this.unwritten = { ...entries, intents: [] }
      throw error
    }
    for (const one of leaving) this.sender.send(one, nowMs)
    if (work === 'dispatch') this.scheduleRefill()
    if (answers.length > 0 || leaving.length > 0) this.teller.note(nowMs)
    this.endOrWait(nowMs)
  }

  private reasonOf(reason: RunReason | null): RunReason | null {
    return pauseReason(reason, {
      askedUntilMs: this.longHold.endsAtMs(),
      undecided: () => this.sideEffects.undecided(),
      quiet: () => (this.state.inFlight > 0 ? null : this.currentQuiet()),
    })
  }

  /**
   * A row that was only to be looked up is done: its calls are. Unless the run can be resumed, and the row takes something back, which is
   * done only when it was seen, or is to prove what the service does: both are looked up then. One that was to prove what nothing has
   * proven, or was looked for in vain, is not said to be done where nobody looks any more, if it can be imported again.
   */
  private endUnverified(entries: JournalEntries, nowMs: number): void {
    const { course, state } = this
    const isForGood = course.kind === 'stopping' && course.stop.state === 'cancelled'
    for (const item of [...state.unseen]) {
      if (item.phase.kind !== 'verify' || item.putBack !== undefined || ((item.undo !== null || item.proving !== undefined) && !isForGood))
        continue
      const { call, looks } = item.phase
      const isSeen = item.proving === undefined || !mayImportAgain(call.kind) || (looks === 0 && state.canary.hasPassed(call))
      item.phase = { kind: 'call' }
      state.canary.end(item)
      endRow(state, item, isSeen ? 'done' : 'failed', isSeen ? null : notSeenFailure, entries, nowMs)
    }
    this.sideEffects.breakOff(entries, nowMs, isForGood)
  }

  private dispatch(entries: JournalEntries, nowMs: number): Leaving[] {
    const { clock } = this.options
    const isDurable = this.state.pendingRows.sendOnce()
    const leaving = this.journal.decideAndWrite(entries, clock.nowMs(), isDurable, () => this.dispatcher.dispatch(entries, nowMs))
    this.unwritten = emptyEntries()
    return leaving
  }

  private write(entries: JournalEntries): void {
    this.journal.write(entries, this.options.clock.nowMs())
    this.unwritten = emptyEntries()
  }

  private answered(answer: Answer): void {
    this.answers.push(answer)
    this.scheduleTurn()
  }

  private endOrWait(nowMs: number): void {
    const { state, course } = this
    const before = this.wait
    this.wait = course.kind === 'stopping' ? null : waitNow(state, nowMs, this.options.clock.nowMs(), () => this.currentQuiet())
    if (this.wait?.kind !== before?.kind || this.wait?.untilMs !== before?.untilMs) this.teller.note(nowMs)
    const isQuiet = state.inFlight === 0 && this.answers.length === 0
    const isAllDone = state.pendingRows.isExhausted() && state.lanes.size() === 0
    if (isQuiet && isAllDone && course.kind === 'running' && this.sideEffects.later.beginLast(nowMs)) return this.scheduleTurn()
    const next = afterTurn(course, { isQuiet, isAllDone })
    if (next.kind === 'fail') return this.finishBroken(next.error)
    if (next.kind === 'end') return this.end(next.state, next.state === 'paused' ? this.reasonOf(next.reason) : next.reason)
    this.teller.flush(nowMs)
    this.setAlarm(nowMs)
  }

  private currentQuiet(): QuietWait | null {
    const { clock, texting } = this.options
    return quietNow(this.state.quiet.values(), texting, clock.nowMs())
  }

  /** Calls a turn when the next thing is due that no answer brings. */
  private setAlarm(nowMs: number): void {
    const never = Number.POSITIVE_INFINITY
    const { pacing, lanes } = this.state
    // After a breakdown the lease is not renewed: it would be due for ever.
    const leaseDueMs = this.course.kind === 'broken' ? null : this.lease.dueMs()
    const dues = [leaseDueMs, this.teller.dueMs(), pacing.holdAt(nowMs)?.untilMs, lanes.nextDueMs(nowMs)]
    this.alarm.ringAt(Math.max(nowMs, Math.min(...dues.map((dueMs) => dueMs ?? never))), nowMs)
  }

  private end(end: 'paused' | 'cancelled' | 'finished', reason: RunReason | null): void {
    const { store, runId, plan, clock, onProgress } = this.options
    const { runs, importedMessages, contactClaims, proofs } = tablesOf(store)
    const run = { id: runId, planId: this.options.planId }
    if (end === 'cancelled') endPartlyDone(store, run)
    if (this.state.resolved.hasAny()) {
      if (end !== 'paused') noteLeftOpen(store, run, clock.nowMs())
      else if (reason !== null) reason = withLeftOpen(store, run, reason, clock.nowMs())
    }
    // Counted afresh, from what is on the disk.
    this.state.counts = countRun(store, runId, plan)
    if (end !== 'paused') importedMessages.releaseUnsent(runId)
    if (end !== 'paused') contactClaims.releaseUnsent(runId)
    if (end === 'cancelled' || (end === 'finished' && this.state.counts.unknown === 0)) proofs.forgetRun(runId)
    runs.recordStop(runId, { state: end, reason, finishedAtMs: end === 'paused' ? null : clock.nowMs(), counts: this.state.counts })
    this.wait = reason?.code === 'sign_in.needed' ? { kind: 'sign_in', untilMs: null, message: reason.message } : null
    this.leave()
    onProgress({ ...this.progress(), state: end })
    this.settling.resolve()
  }

  /** Something that should not happen, or a full disk: nothing more is sent, and what is answered is still recorded if possible. */
  private breakDown(thrown: unknown): void {
    this.course = brokenDown(this.course, asAppError(asStoreError(thrown)))
    if (this.course.kind !== 'broken') return
    const { error } = this.course
    const next = afterBreakdown(this.course, { answersWait: this.answers.length > 0, inFlight: this.state.inFlight })
    if (next === 'leave') this.giveUp(error)
    else if (next === 'turn') this.scheduleTurn()
    else if (next === 'fail') this.finishBroken(error)
  }

  private finishBroken(error: AppError): void {
    try {
      this.write(this.unwritten)
      this.end('paused', error.toAnswer())
    } catch (again) {
      error = new AppError(error.code, error.message, error.hint, { cause: new AggregateError([error, again]) })
    }
    this.giveUp(error)
  }

  private giveUp(error: AppError): void {
    this.leave()
    this.settling.reject(error)
  }

  private leave(): void {
    if (this.course.kind !== 'over') this.course = { kind: 'over', was: shownState(this.course) }
    this.alarm.off()
  }
}
