import type { ErrorAnswer } from '../../model/errors.ts'
import { isGone } from '../../store/process-owner.ts'
import { createBegunPlans } from '../../store/begun-plans.ts'
import type { Store } from '../../store/open-store.ts'
import { createPlans, type StoredPlan } from '../../store/plans/plans.ts'
import { goesOnForMs } from '../go-on.ts'

/** Nobody builds a plan for longer: its process is gone, though another one has its number, or its computer another name. */
const longestBuildMs = 24 * 60 * 60 * 1000

const interrupted: ErrorAnswer = {
  code: 'cancelled',
  message: 'Rollcall ended before the changes of this file were worked out.',
  hint: 'Nothing was changed. Plan the file again: where it can, Rollcall goes on where it stopped.',
}

/** The state as a person sees it: a plan whose process is gone has failed, and says so. */
export function visiblePlan(plan: Pick<StoredPlan, 'state' | 'error' | 'builder'>): Pick<StoredPlan, 'state' | 'error'> {
  const { state, error, builder } = plan
  return state === 'building' && isAbandoned(builder) ? { state: 'failed', error: interrupted } : { state, error }
}

/**
 * Gives up the plans that nobody builds any more: those that somebody may go on with are left as they are, the others have
 * failed. To be called by `owner` before it builds any itself: those under its own
 * name are from an earlier process that had the same number. Plans of other living processes are left alone.
 */
export function failInterruptedPlans(store: Store, owner: string, nowMs: number): void {
  const plans = createPlans(store)
  const begun = createBegunPlans(store)
  begun.forget(nowMs - goesOnForMs)
  for (const { id, builder, createdAtMs } of plans.building()) {
    const isOld = nowMs - createdAtMs > longestBuildMs
    if ((builder === owner || isAbandoned(builder) || isOld) && !begun.release(id)) plans.stop(id, 'failed', interrupted)
  }
}

function isAbandoned(builder: string | null): boolean {
  return builder === null || isGone(builder)
}
