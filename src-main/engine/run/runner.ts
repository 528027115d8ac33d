import { randomUUID } from 'node:crypto'
import { runDescriptors, runKindOf } from '../kinds/all-kinds.ts'
import type { Clock } from '../model/clock.ts'
import { AppError } from '../model/errors.ts'
import type { PlanCounts, PlanSeen } from '../model/plans/plan-schema.ts'
import type { Service } from '../service/service.ts'
import { checkpointWal, type Store } from '../store/open-store.ts'
import { undoableRun } from './undoable-run.ts'
import type { StoredRun } from '../store/runs/runs.ts'
import { type Execution, type RunSettings, startExecution } from './dispatch/execution.ts'
import { createExecutions } from './dispatch/executions.ts'
import { heldUntilMs, refuseResume, refuseSendingAgain, refuseUnseen, stopAfterDecision } from './dispatch/run-rules.ts'
import { endPartlyDone } from './journal/end-partly-done.ts'
import { createJournalWriter } from './journal/journal-writer.ts'
import { leaseMs, refuseRunOfAnotherProcess } from '../store/runs/run-lease.ts'
import { tablesOf } from '../store/tables.ts'
import { noteLeftOpen } from './proof/left-open.ts'
import { endUnproven } from './proof/end-unproven.ts'
import type { PacingSettings } from './dispatch/pacing.ts'
import { noteCrashed } from './late/note-crashed.ts'
import type { Patience } from './late/patience.ts'
import { decideUnknown, type UnknownDecision } from './reconcile/decide-unknown.ts'
import { countRun } from './run-counts.ts'
import type { RunProgress } from '../model/runs/run-schema.ts'
import { type TextingRules, type TextingWishes, textingRules } from '../text/texting/texting-rules.ts'
import { stopReasons } from './words/pause-words.ts'

export interface RunnerOptions {
  store: Store
  service: Service
  clock: Clock
  /** Who signs for a run that is started or resumed now. */
  operator: () => string
  account: () => { name: string; baseUrl: string }
  /** This process, as `computer:process`. */
  owner: string
  /** As they are when a run is started or resumed. `freshReadAfterSeconds` is an hour unless it is given. */
  settings: () => PacingSettings & Partial<RunSettings>
  /** When a run may text people, by what its recipe says and when it began; as usual unless given. */
  texting?: (wishes: TextingWishes, startedAtMs: number) => TextingRules
  /** How long to look for what is not there; `usualPatience` unless given. */
  patience?: Patience
  /** Called at most ten times a second for each run, and when it has stopped. */
  onProgress: (progress: RunProgress) => void
  /** Names new runs; random unless given. */
  newId?: () => string
  /** Called when a run has stopped here, whatever for, and all of it is recorded. */
  onStopped?: () => void
}

export type Runner = ReturnType<typeof createRunner>

const usualTexting = (wishes: TextingWishes, startedAtMs: number): TextingRules =>
  textingRules(wishes, { textsPerDay: 2000, timeZone: null }, startedAtMs)

/** How long calls under way may take when Rollcall closes, before those that may be repeated are broken off. */
const closingPatienceMs = 5_000

/**
 * Carries out plans, each once: a run executes a stored plan and nothing else. All functions throw `run.unknown`, and
 * `run.locked` when another process carries out the run.
 */
export function createRunner(options: RunnerOptions) {
  const { store, clock, owner, operator, newId = randomUUID } = options
  const { runs, plans } = tablesOf(store)
  const executions = createExecutions<Execution>(() => checkpointWal(store, 'early'))
  let isClosed = false

  const runSettings = (): RunSettings => {
    const { concurrency, requestsPerMinute, freshReadAfterSeconds = 60 * 60, readsLatestPosts = false } = options.settings()
    return { concurrency, requestsPerMinute, freshReadAfterSeconds, readsLatestPosts }
  }

  /** The ledger names whoever resumes a run, not who started it. */
  const signed = (runId: string, planId: string) => {
    const { name, baseUrl } = options.account()
    return { runId, planId, operator: operator(), account: { name, baseUrl } }
  }

  /** Takes the lease of a run, checking in the same transaction that it is free. */
  const take = (runId: string): StoredRun =>
    store
      .transaction(() => {
        const run = required(runId)
        refuseRunOfAnotherProcess(run, owner, clock.nowMs())
        runs.takeLease(runId, owner, clock.nowMs() + leaseMs)
        return run
      })
      .immediate()

  function required(runId: string): StoredRun {
    const run = runs.find(runId)
    if (run === null) throw new AppError('run.unknown', 'There is no such run.', 'Look in the history for the runs of this account.')
    return run
  }

  /** The plan's counts, once it is ready. */
  function readyPlan(planId: string): PlanCounts {
    const plan = plans.find(planId)
    if (plan === null) throw new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
    if (plan.totals === null) {
      throw new AppError(
        'plan.not_ready',
        'The changes are still being worked out, or that was stopped.',
        'Wait until it is done, or plan the file again.',
      )
    }
    return plan.totals
  }

  function wishesOf(planId: string): TextingWishes {
    return plans.find(planId)?.recipe.sending ?? {}
  }

  function execute(run: StoredRun, plan: PlanCounts, isResumed: boolean, heldUntilMs: number | undefined): void {
    const execution = startExecution({
      ...options,
      ...signed(run.id, run.planId),
      isUndo: runDescriptors[run.kind].isDecidedWhenRead,
      plan,
      isResumed,
      settings: runSettings(),
      runStartedAtMs: run.startedAtMs,
      texting: (options.texting ?? usualTexting)(wishesOf(run.planId), run.startedAtMs),
      heldUntilMs,
    })
    checkpointWal(store, 'late')
    void executions.add(run.id, execution).finally(() => options.onStopped?.())
  }

  function refuseWhenClosed(): void {
    if (isClosed) throw new AppError('run.state', 'Rollcall is closing.', 'Open it again, then start or resume the run.')
  }

  return {
    /**
     * Starts the run of a plan and answers its id. Throws `plan.unknown`, `plan.not_ready`, `run.state` naming the run that the plan
     * has already, and `plan.changed` where it is not the one that was `seen`.
     */
    async start(planId: string, seen: PlanSeen | null = null): Promise<string> {
      refuseWhenClosed()
      const runId = newId()
      const { run, plan } = store
        .transaction(() => {
          const plan = readyPlan(planId)
          const other = runs.idOfPlan(planId)
          if (other !== null) {
            throw new AppError(
              'run.state',
              `This plan has been started already: it is run ${other}.`,
              'Resume that run if it stopped, or plan the file again for another one.',
            )
          }
          const stored = plans.find(planId)
          if (stored === null) throw new Error(`Plan ${planId} is gone.`)
          if (seen !== null) refuseUnseen({ ...plan, correctionsThrough: stored.correctionsThrough }, seen)
          const { undoesRunId } = stored
          // Another undo of the same run may have started since this one was planned.
          if (undoesRunId !== null) undoableRun(store, undoesRunId, clock.nowMs())
          runs.add({
            id: runId,
            planId,
            kind: runKindOf(stored),
            undoesRunId,
            operator: operator(),
            settings: runSettings(),
            startedAtMs: clock.nowMs(),
          })
          tablesOf(store).doNotText.addOfPlan(planId, clock.nowMs())
          noteCrashed(store, clock.nowMs())
          return { run: take(runId), plan }
        })
        .immediate()
      execute(run, plan, false, undefined)
      return runId
    },

    /**
     * Resumes a run that was paused or interrupted; does nothing for one that is under way here. `waits`: not before the moment until
     * which the service asked to wait. Throws `run.state` when it has ended.
     */
    async resume(runId: string, { waits = false }: { waits?: boolean } = {}): Promise<void> {
      refuseWhenClosed()
      await executions.whenStopped(runId, () => {
        const stopped = required(runId)
        refuseResume(stopped, tablesOf(store).runRows.counts(runId).unknown)
        const { planId } = stopped
        const plan = readyPlan(planId)
        const run = take(runId)
        createJournalWriter(store, signed(runId, planId)).reconcileCrashed(clock.nowMs())
        noteCrashed(store, clock.nowMs())
        execute(run, plan, true, heldUntilMs(stopped, waits))
      })
    },

    /** Sends at once what waits until the moment that the service asked for. Does nothing for a run that is not under way here. */
    tryNow(runId: string): void {
      refuseRunOfAnotherProcess(required(runId), owner, clock.nowMs())
      executions.find(runId)?.tryNow()
    },

    /** Resolves when no call is under way any more. A run that has stopped or ended stays as it is. */
    async pause(runId: string): Promise<void> {
      const execution = executions.find(runId)
      if (execution === undefined) {
        refuseRunOfAnotherProcess(required(runId), owner, clock.nowMs())
        return
      }
      execution.stop({ state: 'paused', reason: stopReasons.paused })
      await execution.settled
    },

    /** Ends the run for good; what was not sent is never sent. Resolves when no call is under way. Throws `run.state` when it has finished. */
    async cancel(runId: string): Promise<void> {
      const execution = executions.find(runId)
      execution?.stop({ state: 'cancelled', reason: stopReasons.cancelled })
      await execution?.settled
      const { state, planId } = required(runId)
      if (state === 'cancelled') return
      if (state === 'finished')
        throw new AppError('run.state', 'This run had finished before it could be canceled.', 'Look at its results.')
      const plan = readyPlan(planId)
      take(runId)
      const journal = createJournalWriter(store, signed(runId, planId))
      journal.reconcileCrashed(clock.nowMs())
      journal.endForGood()
      endUnproven(store, { id: runId, planId })
      endPartlyDone(store, { id: runId, planId })
      noteLeftOpen(store, { id: runId, planId }, clock.nowMs())
      const counts = countRun(store, runId, plan)
      tablesOf(store).importedMessages.releaseUnsent(runId)
      tablesOf(store).contactClaims.releaseUnsent(runId)
      runs.recordStop(runId, { state: 'cancelled', reason: stopReasons.cancelled, finishedAtMs: clock.nowMs(), counts })
    },

    /**
     * Takes the person's word for rows that are unknown (all of them when `rows` is null): they count as done, or are sent
     * again when the run is resumed. Answers how many were decided. Throws `run.state` while the run is under way.
     */
    decide(runId: string, decision: UnknownDecision, rows: readonly number[] | null): number {
      executions.refuseUnderWay(runId)
      const run = required(runId)
      refuseSendingAgain(run, decision)
      const { planId } = run
      const plan = readyPlan(planId)
      take(runId)
      const { decided, open } = decideUnknown(store, { id: runId, planId }, decision, rows, clock.nowMs())
      runs.recordStop(runId, { ...stopAfterDecision(run, open), counts: countRun(store, runId, plan) })
      return decided
    },

    /** Resolves when the run is not under way here; rejects with the AppError that kept it from being recorded. */
    async whenSettled(runId: string): Promise<void> {
      required(runId)
      await executions.find(runId)?.settled
    },

    /** The progress of a run that is under way here; null for any other. */
    progress: (runId: string): RunProgress | null => executions.find(runId)?.progress() ?? null,

    /** Pauses what is under way here, so that it can be resumed at the next start. */
    async close(): Promise<void> {
      isClosed = true
      const running = executions.all()
      for (const execution of running) execution.stop({ state: 'paused', reason: stopReasons.closed })
      const patience = new AbortController()
      clock.sleep(closingPatienceMs, patience.signal).then(
        () => running.forEach((execution) => execution.breakOff()),
        () => undefined,
      )
      await Promise.allSettled(running.map((execution) => execution.settled))
      patience.abort()
    },
  }
}
