import type { ErrorAnswer } from '../../model/errors.ts'
import { isGone } from '../../store/process-owner.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'

/** Nobody builds a plan for longer: its process is gone, though another one has its number, or its computer another name. */
const longestBuildMs = 24 * 60 * 60 * 1000

export const interrupted: ErrorAnswer = {
  code: 'cancelled',
  message: 'Rollcall ended before the changes of this file were worked out.',
  hint: 'Nothing was changed. Plan the file again.',
}

/** The state as a person sees it: a plan whose process is gone has failed, and says so. */
export function visiblePlan(plan: Pick<StoredPlan, 'state' | 'error' | 'builder'>): Pick<StoredPlan, 'state' | 'error'> {
  const { state, error, builder } = plan
  return state === 'building' && isAbandoned(builder) ? { state: 'failed', error: interrupted } : { state, error }
}

/**
 * Marks abandoned plans as failed. To be called by `owner` before it builds any itself: those under its own name are from an
 * earlier process that had the same number. Plans of other living processes are left alone.
 */
export function failInterruptedPlans(store: Store, owner: string, nowMs: number): void {
  const { plans } = tablesOf(store)
  for (const { id, builder, createdAtMs } of plans.building()) {
    const isOld = nowMs - createdAtMs > longestBuildMs
    if (builder === owner || isAbandoned(builder) || isOld) plans.stop(id, 'failed', interrupted)
  }
}

function isAbandoned(builder: string | null): boolean {
  return builder === null || isGone(builder)
}
