import { AppError } from '../../model/errors.ts'
import type { Store } from '../../store/open-store.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'

/** A plan of which something can be released. Throws `plan.unknown`, `plan.not_ready`, and `run.state` when the plan has a run already. */
export function readyToRelease(store: Store, planId: string): { plan: StoredPlan; totals: PlanTotals } {
  const { plan, totals } = readyPlan(store, planId)
  refuseWhenRun(plan)
  return { plan, totals }
}

/** Throws `plan.unknown` and `plan.not_ready`. */
export function readyPlan(store: Store, planId: string): { plan: StoredPlan; totals: PlanTotals } {
  const plan = tablesOf(store).plans.find(planId)
  if (plan === null) throw new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
  const { totals } = plan
  if (totals !== null) return { plan, totals }
  throw new AppError(
    'plan.not_ready',
    'The changes are still being worked out, or that was stopped.',
    'Wait until it is done, or plan the file again.',
  )
}

/** Throws `run.state`. */
export function refuseWhenRun({ runId }: StoredPlan): void {
  if (runId === null) return
  throw new AppError(
    'run.state',
    `This plan has been started already: it is run ${runId}. What was held then stays held.`,
    `Release it from that run, with "rollcall held ${runId}" or in the history.`,
  )
}
