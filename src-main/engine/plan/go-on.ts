import { isGone, thisProcess } from '../store/process-owner.ts'
import { createBegunPlans, type PlanMakings, type PlanPlace } from '../store/begun-plans.ts'
import type { Store } from '../store/open-store.ts'

/** The first rows of a plan, that were planned before. */
export interface PlannedPart {
  rows: number
  /** Where reading the file can begin, at or before the row after them; null for its beginning. */
  place: PlanPlace | null
}

/** What planned rows say of contacts is not believed for longer. */
export const goesOnForMs = 24 * 60 * 60 * 1000

/**
 * Finds a plan that was interrupted and that is made of just the same, and takes it over for this process. Null when there is
 * none: then the plan is to be made anew.
 */
export function takeUpPlan(
  store: Store,
  makings: PlanMakings & { fileId: string },
  nowMs: number,
): { planId: string; planned: PlannedPart } | null {
  const begun = createBegunPlans(store)
  const { fileId, ...same } = makings
  for (const plan of begun.madeOf(same)) {
    const isFree = plan.state === 'failed' || plan.builder === null || isGone(plan.builder)
    if (!isFree || nowMs - plan.createdAtMs > goesOnForMs || !begun.takeUp(plan, fileId, thisProcess)) continue
    return { planId: plan.id, planned: { rows: begun.rows(plan.id), place: plan.place } }
  }
  return null
}
