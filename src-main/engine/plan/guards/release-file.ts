import { AppError } from '../../model/errors.ts'
import type { PlanSummary } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { number } from '../../text/counted.ts'
import { heldByFile } from '../figures/held-by-file.ts'
import { planSummary } from '../read/read-plan.ts'
import { isFileGuard } from './guard-rules.ts'
import { readyPlan } from './ready-to-release.ts'
import { releaseGuard, type ReleaseOptions } from './release-guard.ts'

/**
 * Releases all guards of the file, one after the other, where `contacts` is the number of contacts that nothing else holds; else
 * throws `guard.wrong_count` and releases none. Where it is stopped in between, the guards that were released stay so. Throws as
 * `releaseGuard` does.
 */
export async function releaseFileGuards(
  store: Store,
  planId: string,
  contacts: number,
  options: ReleaseOptions = {},
): Promise<PlanSummary> {
  const { totals } = readyPlan(store, planId)
  const held = heldByFile(totals.holds).contacts
  if (contacts !== held) {
    throw new AppError(
      'guard.wrong_count',
      `This import would change ${number(held)} contacts in a way that needs a second look, not ${number(contacts)}. Nothing was released.`,
      `Look at what will change. If all of it is meant, type ${held}.`,
    )
  }
  for (const one of totals.guards) {
    if (isFileGuard(one.guard)) await releaseGuard(store, planId, one.guard, one.contacts, options)
  }
  return planSummary(store, planId)
}
