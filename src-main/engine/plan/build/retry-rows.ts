import { AppError } from '../../model/errors.ts'
import { visibleState } from '../../store/runs/run-lease.ts'
import type { Store } from '../../store/open-store.ts'
import { createPlanRows } from '../../store/plans/plan-rows.ts'
import { createPlans, type StoredPlan } from '../../store/plans/plans.ts'
import { createRuns } from '../../store/runs/runs.ts'

/** Rows of a run that are to be planned once more, alone. */
export interface RetriedRows {
  runId: string
  /** Their lines in the file, ascending. */
  lines: readonly number[]
  /** What identified the message of the `at`-th of them (from 0); null where it had none. */
  fingerprint(at: number): string | null
}

/**
 * The rows that failed in a run that is over, with those that were merged into them, and the plan that they were in. Rows of unknown outcome are not among them:
 * they may have arrived. Throws `run.unknown`, and `run.state` when the run is not over, was an undo or had no failures.
 */
export function rowsToRetry(store: Store, runId: string, nowMs: number): { plan: StoredPlan; rows: RetriedRows } {
  const run = createRuns(store).find(runId)
  if (run === null) throw new AppError('run.unknown', 'There is no such run.', 'Look in the history for the runs of this account.')
  if (run.kind === 'undo')
    throw new AppError(
      'run.state',
      'This run took another one back; its rows cannot be planned again.',
      'Undo the other run once more: what is left is tried again.',
    )
  const state = visibleState(run, nowMs)
  if (state !== 'finished' && state !== 'cancelled') {
    throw new AppError(
      'run.state',
      'This run is not over yet, so more rows may fail.',
      'Let it finish, or resume or cancel it, then try its failed rows again.',
    )
  }
  const plan = createPlans(store).find(run.planId)
  if (plan === null) throw new Error(`Run ${runId} has no plan.`)

  const planRows = createPlanRows(store)
  const numbers: number[] = []
  const lines: number[] = []
  for (const { row, line } of planRows.failedIn(plan.id, runId)) {
    numbers.push(row)
    lines.push(line)
  }
  if (lines.length === 0)
    throw new AppError(
      'run.state',
      'No row of this run failed.',
      'There is nothing to try again. Rows of unknown outcome have to be decided one by one.',
    )
  const fingerprint = (at: number): string | null => {
    const number = numbers[at]
    return number === undefined ? null : (planRows.find(plan.id, number)?.detail.fingerprint ?? null)
  }
  return { plan, rows: { runId, lines, fingerprint } }
}
