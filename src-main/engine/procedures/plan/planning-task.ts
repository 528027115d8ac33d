import type { OpenAccount } from '../../account/open-account.ts'
import type { EngineContext } from '../engine-context.ts'
import { asAppError } from '../../model/errors.ts'
import type { PlanProgress } from '../../model/plans/plan-schema.ts'
import { planSummary } from '../../plan/read/read-plan.ts'
import { asStoreError } from '../../store/open-store.ts'

const nothingYet = { rowsRead: 0, bytesRead: 0, bytesTotal: 0, lookedUp: 0, lookUps: 0 }

/**
 * Puts planning among what is under way for the account. Whoever looks at the plan is told when it ends, also when it failed or
 * was stopped: the plan itself says why. `done` resolves then, and never rejects; `planned` is what `begin` returned.
 */
export function keepPlanning(
  context: EngineContext,
  account: OpenAccount,
  planId: string,
  begin: (onProgress: (progress: PlanProgress) => void, signal: AbortSignal) => Promise<unknown>,
): { planned: Promise<unknown>; done: Promise<void> } {
  let last: PlanProgress = { planId, phase: 'reading', ...nothingYet }
  let isThere = false
  const tell = (progress: PlanProgress): void => {
    last = progress
    context.emit('plan.progress', progress)
  }
  const planned = account.tasks.run(
    { kind: 'plan', id: planId },
    async (signal) => {
      const begun = begin(tell, signal)
      isThere = account.tables.plans.find(planId) !== null
      try {
        await begun
      } catch (error) {
        // Why it failed could not be written to it by itself.
        if (isThere && planSummary(account.store, planId).state === 'building')
          account.tables.plans.stop(planId, 'failed', asAppError(asStoreError(error)).toAnswer())
        throw error
      }
    },
    () => {
      if (isThere && last.phase !== 'done') tell({ ...last, phase: 'done' })
    },
  )
  return { planned, done: planned.catch(() => undefined) }
}
