import type { Clock } from '../../model/clock.ts'
import { AppError, asAppError } from '../../model/errors.ts'
import type { PlanCounts } from '../../model/plans/plan-schema.ts'
import type { Service } from '../../service/service.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { Alarm } from './alarm.ts'
import { afterBreakdown, afterTurn, brokenDown, type Course, isForGood, shownState, stopped, turnWork } from './course.ts'
import { createDispatcher, type Leaving } from './dispatcher.ts'
import { endUnseen } from './end/end-unseen.ts'
import { recordEnd, type RunEnd } from './end/record-end.ts'
import type { ExecutionState, Stop } from './execution-state.ts'
import { createFreshness } from './freshness.ts'
import { createItemReads } from '../answer/item-reads.ts'
import { createJournalWriter, emptyEntries, type JournalEntries } from '../journal/journal-writer.ts'
import { createLanes } from './lanes.ts'
import { createLeaseKeeper, type LeaseKeeper, noLease } from './lease-keeper.ts'
import { createLongHold } from './wait/long-hold.ts'
import { Pacing, type PacingSettings } from './pacing.ts'
import { createProgressTeller, createRateMeter } from './progress-meter.ts'
import { createCanary } from '../answer/canary.ts'
import { pauseReason } from './end/pause-reason.ts'
import { createPendingRows } from './pending-rows.ts'
import { createRowFeed } from './row-feed.ts'
import { hasNews, isAllSent, progressOf, type TurnNews } from './run-progress.ts'
import { believableAfterMs, type Patience, patienceWith, usualPatience } from '../late/patience.ts'
import { readProfile } from '../late/service-profile.ts'
import { countRun } from '../run-counts.ts'
import type { RunItem } from './run-item.ts'
import { resumeSent } from './resume-sent.ts'
import { createSender } from './sender.ts'
import { createResolvedConversations, resolvedBefore } from '../proof/posts/resolved-conversations.ts'
import { createSideEffectCheck, type SideEffectCheck } from '../proof/side-effect-check.ts'
import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { RunProgress, RunWait } from '../../model/runs/run-schema.ts'
import { type QuietWait, quietNow, waitNow } from './wait/current-wait.ts'
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
  private readonly handle: ReturnType<typeof createAnswerHandler>['handle']
  private readonly dispatcher: ReturnType<typeof createDispatcher>
  private readonly sideEffects: SideEffectCheck
  private readonly rowFeed: ReturnType<typeof createRowFeed>
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
  private lease: LeaseKeeper
  private isTurnDue = false

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
      resolved: createResolvedConversations(calls.lanesWith(runId, planId, resolvedBefore)),
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
    this.rowFeed = createRowFeed({
      wantsRows: this.dispatcher.wantsRows,
      refill: this.dispatcher.refill,
      onRows: () => this.scheduleTurn(),
      later: (work) => setImmediate(() => this.whileRunning(work)),
    })
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
    if (this.isTurnDue) return
    this.isTurnDue = true
    setImmediate(() => {
      this.isTurnDue = false
      this.unlessOver(() => this.turn())
    })
  }

  private whileRunning(work: () => void): void {
    if (this.course.kind === 'running') this.unlessOver(work)
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
    this.lease.renew(nowMs)
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
        if (work === 'finish') this.endUndecided(entries, nowMs)
        this.write(entries)
      }
    } catch (error) {
      // What is not in the journal does not leave; what was answered is still to be recorded.
      state.inFlight = inFlightBefore
      this.unwritten = { ...entries, intents: [] }
      throw error
    }
    for (const one of leaving) this.sender.send(one, nowMs)
    if (work === 'dispatch') this.rowFeed.schedule()
    this.endOrWait({ answered: answers.length, left: leaving.length }, nowMs)
  }

  private tell(turn: TurnNews, nowMs: number): void {
    const { course, options, state, wait } = this
    this.wait = waitNow(state, course, nowMs, options.clock.nowMs(), () => this.currentQuiet())
    if (hasNews(turn, wait, this.wait)) this.teller.note(nowMs)
  }

  private withReason({ state, reason }: Stop): Stop {
    const busy = {
      askedUntilMs: this.longHold.endsAtMs(),
      undecided: () => this.sideEffects.undecided(),
      quiet: () => this.currentQuiet(),
    }
    return { state, reason: pauseReason(reason, busy) }
  }

  /** Ends rows of which something was still to be seen, or decided, as far as that is not done when the run is resumed. */
  private endUndecided(entries: JournalEntries, nowMs: number): void {
    endUnseen(this.state, isForGood(this.course), entries, nowMs)
    this.sideEffects.breakOff(entries, nowMs, isForGood(this.course))
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

  private endOrWait(turn: TurnNews, nowMs: number): void {
    // Whoever is told may stop the run: that is for the next turn.
    const { course, state, sideEffects } = this
    const { inFlight, lanes, pendingRows } = state
    this.tell(turn, nowMs)
    const isAllDone = pendingRows.isExhausted() && lanes.size() === 0
    const next = afterTurn(course, { inFlight, isAllDone, beginsLast: () => sideEffects.later.beginLast(nowMs) })
    switch (next.kind) {
      case 'turn':
        return this.scheduleTurn()
      case 'finish':
        return this.end({ state: 'finished', reason: null })
      case 'stop':
        return this.end(this.withReason(next.stop))
      case 'fail':
        return this.finishBroken(next.error)
      case 'wait':
        this.teller.flush(nowMs)
        this.setAlarm(nowMs)
    }
  }

  private currentQuiet(): QuietWait | null {
    const { clock, texting } = this.options
    return quietNow(this.state.quiet.values(), texting, clock.nowMs())
  }

  /** Calls a turn when the next thing is due that no answer brings. */
  private setAlarm(nowMs: number): void {
    const never = Number.POSITIVE_INFINITY
    const { pacing, lanes } = this.state
    const dues = [this.lease.dueMs(), this.teller.dueMs(), pacing.holdAt(nowMs)?.untilMs, lanes.nextDueMs(nowMs)]
    this.alarm.ringAt(Math.max(nowMs, Math.min(...dues.map((dueMs) => dueMs ?? never))), nowMs)
  }

  private end(end: RunEnd): void {
    const { store, runId: id, planId, plan, clock, onProgress } = this.options
    const { resolved } = this.state
    const { reason, counts } = recordEnd(store, { id, planId, plan, hasResolved: resolved.hasAny() }, end, clock.nowMs())
    this.state.counts = counts
    this.wait = reason?.code === 'sign_in.needed' ? { kind: 'sign_in', untilMs: null, message: reason.message } : null
    this.leave()
    onProgress({ ...this.progress(), state: end.state })
    this.settling.resolve()
  }

  /** Something that should not happen, or a full disk: nothing more is sent, and what is answered is still recorded if possible. */
  private breakDown(thrown: unknown): void {
    this.course = brokenDown(this.course, asAppError(asStoreError(thrown)))
    this.lease = noLease
    const next = afterBreakdown(this.course, { answers: this.answers.length, inFlight: this.state.inFlight })
    switch (next.kind) {
      case 'leave':
        return this.giveUp(next.error)
      case 'turn':
        return this.scheduleTurn()
      case 'fail':
        return this.finishBroken(next.error)
      case 'wait':
    }
  }

  private finishBroken(error: AppError): void {
    try {
      this.write(this.unwritten)
      this.end({ state: 'paused', reason: error.toAnswer() })
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
    this.course = { kind: 'over', was: shownState(this.course) }
    this.alarm.off()
  }
}
