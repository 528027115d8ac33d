import type { HandlersOf } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { asAppError } from '../errors.ts'
import { newPlanId } from '../plan/plan-id.ts'
import { planUndo } from '../plan/plan-undo.ts'
import { planSummary } from '../plan/read-plan.ts'
import { asStoreError } from '../store/open-store.ts'

export function undoProcedures(context: EngineContext): HandlersOf<'undo'> {
  return {
    async 'undo.plan'({ runId, wait }) {
      const account = context.current()
      const { clock } = context
      const planId = newPlanId()
      const abort = new AbortController()
      const planned = planUndo({ store: account.store, runId, planId, clock, signal: abort.signal, onProgress: (progress) => context.emit('plan.progress', progress) })
      if (account.tables.plans.find(planId) === null) await planned // It has refused.
      const done = planned
        .then(() => undefined)
        .catch((error: unknown) => {
          // The plan itself carries why it failed; here only what could not be written to it is left.
          if (planSummary(account.store, planId).state === 'building') account.tables.plans.stop(planId, 'failed', asAppError(asStoreError(error)).toAnswer())
        })
        .finally(() => account.planning.delete(planId))
      account.planning.set(planId, { abort, done })
      if (wait) await done
      return planSummary(account.store, planId)
    },
  }
}
