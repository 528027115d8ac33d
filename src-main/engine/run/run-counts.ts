import type { PlanCounts } from '../model/plan-schema.ts'
import { createCalls } from '../store/runs/calls.ts'
import type { Store } from '../store/open-store.ts'
import { createRunRows, type EndedOutcome } from '../store/runs/run-rows.ts'
import type { StoredRun } from '../store/runs/runs.ts'
import type { RunCounts } from '../model/run-schema.ts'

/** How many rows of each outcome a run has at this moment, from its journal. They add up to the plan's rows. */
export function countRun(store: Store, run: Pick<StoredRun, 'id' | 'counts'>, plan: PlanCounts): RunCounts {
  return run.counts ?? toRunCounts(plan, createRunRows(store).counts(run.id), createCalls(store).countEnded(run.id))
}

export function toRunCounts(plan: PlanCounts, ended: Record<EndedOutcome, number>, calls: number): RunCounts {
  const { rows, send, unchanged, skipped, invalid } = plan
  const { done, failed, unknown } = ended
  const pending = send - done - failed - unknown - ended.held
  return { rows, done, failed, unknown, pending, unchanged, held: plan.held + ended.held, skipped, invalid, calls }
}
