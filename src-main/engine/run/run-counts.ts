import type { PlanCounts } from '../model/plans/plan-schema.ts'
import type { Store } from '../store/open-store.ts'
import type { EndedOutcome } from '../model/runs/row-outcome.ts'
import { tablesOf } from '../store/tables.ts'
import type { RunCounts } from '../model/runs/run-schema.ts'

/** How many rows of each outcome a run has at this moment, from its journal. They add up to the plan's rows. */
export function countRun(store: Store, runId: string, plan: PlanCounts): RunCounts {
  const { runRows, calls } = tablesOf(store)
  return toRunCounts(plan, runRows.counts(runId), calls.countEnded(runId))
}

export function toRunCounts(plan: PlanCounts, ended: Record<EndedOutcome, number>, calls: number): RunCounts {
  const { rows, send, unchanged, skipped, invalid } = plan
  const { done, failed, unknown } = ended
  const pending = send - done - failed - unknown - ended.held
  return { rows, done, failed, unknown, pending, unchanged, held: plan.held + ended.held, skipped, invalid, calls }
}
