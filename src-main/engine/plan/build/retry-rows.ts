import { callDescriptors } from '../../kinds/calls/all-calls.ts'
import { runDescriptors } from '../../kinds/all-kinds.ts'
import { AppError } from '../../model/errors.ts'
import { visibleState } from '../../store/runs/run-lease.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Guard, RetriedOutcome } from '../../model/plans/plan-schema.ts'
import { decidedLimits, type GuardLimits } from '../guards/guard-limits.ts'

/** Rows of a run to be planned once more, alone. */
export interface RetriedRows {
  runId: string
  /** What became of them in that run. */
  outcome: RetriedOutcome
  /** Their lines in the file, ascending. */
  lines: readonly number[]
  /** Those of them whose contact that run has created: it is there now, and the rest of the row is still to be done. */
  createdOn: ReadonlySet<number>
  /** Those of them that were held because their contact was changed after the preview. */
  editedOn: ReadonlySet<number>
  /** Those of them that give consent, and were held because another row said of it what cannot be read. */
  doubtedOn: ReadonlySet<number>
  /** What identified the message of the `at`-th of them (from 0); null where it had none. */
  fingerprint(at: number): string | null
}

/**
 * The rows that failed, or were held, in a run that is over, with those that were merged into them, and the plan that they were in. Rows
 * of unknown outcome are not among them: they may have arrived. Throws `run.unknown`, and `run.state` when the run is not over, is of a
 * kind that is not retried, or has no such rows.
 */
export function rowsToRetry(
  store: Store,
  runId: string,
  nowMs: number,
  outcome: RetriedOutcome = 'failed',
): { plan: StoredPlan; rows: RetriedRows } {
  const run = tablesOf(store).runs.find(runId)
  if (run === null) throw new AppError('run.unknown', 'There is no such run.', 'Look in the history for the runs of this account.')
  const { whyNotRetried } = runDescriptors[run.kind]
  if (whyNotRetried !== null) throw new AppError('run.state', whyNotRetried.message, whyNotRetried.hint)
  const state = visibleState(run, nowMs)
  if (state !== 'finished' && state !== 'cancelled') {
    throw new AppError(
      'run.state',
      'This run is not over yet, so more rows may fail.',
      'Let it finish, or resume or cancel it, then try its failed rows again.',
    )
  }
  const takenUpBy = outcome === 'held' ? tablesOf(store).runs.releases().get(runId) : undefined
  if (takenUpBy !== undefined)
    throw new AppError('run.state', `What was held in this run was taken up by run ${takenUpBy}.`, 'Look there for what is held still.')
  const plan = tablesOf(store).plans.find(run.planId)
  if (plan === null) throw new Error(`Run ${runId} has no plan.`)

  const { planRows } = tablesOf(store)
  const numbers: number[] = []
  const lines: number[] = []
  const createdOn = new Set<number>()
  const editedOn = new Set<number>()
  const doubtedOn = new Set<number>()
  const { calls, runRows } = tablesOf(store)
  const found = outcome === 'failed' ? planRows.failedIn(plan.id, runId) : planRows.heldIn(plan.id, runId)
  for (const { row, line } of found) {
    numbers.push(row)
    lines.push(line)
    if (
      outcome === 'failed' &&
      calls.ofRow(runId, row).some(({ kind, state: callState }) => callState === 'done' && callDescriptors[kind].createsContact)
    )
      createdOn.add(line)
    if (outcome === 'held' && runRows.find(runId, [row]).has(row)) editedOn.add(line)
    if (outcome === 'held' && planRows.find(plan.id, row)?.detail.optOut === 'unreadable') doubtedOn.add(line)
  }
  if (lines.length === 0) throw nothingToRetry(outcome)
  const fingerprint = (at: number): string | null => {
    const number = numbers[at]
    return number === undefined ? null : (planRows.find(plan.id, number)?.detail.fingerprint ?? null)
  }
  return { plan, rows: { runId, outcome, lines, createdOn, editedOn, doubtedOn, fingerprint } }
}

function nothingToRetry(outcome: RetriedOutcome): AppError {
  return outcome === 'failed'
    ? new AppError(
        'run.state',
        'No row of this run failed.',
        'There is nothing to try again. Rows of unknown outcome have to be decided one by one.',
      )
    : new AppError('run.state', 'No row of this run is held.', 'There is nothing to release.')
}

/** Limits by which the guards that were not released in a run's plan hold its held rows again, and no other guard of files does. */
export function limitsOfHeld({ totals }: StoredPlan, usual: GuardLimits): GuardLimits {
  const isHeld = (guard: Guard): boolean => totals?.guards.some((one) => one.guard === guard && !one.released) === true
  return decidedLimits(usual, { clear: isHeld('clear'), withdraw: isHeld('withdraw'), mass: isHeld('mass'), sending: true })
}
