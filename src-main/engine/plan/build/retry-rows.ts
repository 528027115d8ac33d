import { runDescriptors } from '../../kinds/all-kinds.ts'
import { AppError } from '../../model/errors.ts'
import { visibleState } from '../../store/runs/run-lease.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'

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
 * they may have arrived. Throws `run.unknown`, and `run.state` when the run is not over, is of a kind that is not retried or had no failures.
 */
export function rowsToRetry(store: Store, runId: string, nowMs: number): { plan: StoredPlan; rows: RetriedRows } {
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
  const plan = tablesOf(store).plans.find(run.planId)
  if (plan === null) throw new Error(`Run ${runId} has no plan.`)

  const { planRows } = tablesOf(store)
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
