import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { refuseForgotten } from '../account/forget.ts'
import { newPlanId } from '../plan/build/plan-id.ts'
import { planUndo } from '../undo/plan-undo.ts'
import { undoOutlook } from '../undo/undo-outlook.ts'
import { planSummary } from '../plan/read/read-plan.ts'
import { keepPlanning } from './plan/planning-task.ts'

export function undoProcedures(context: EngineContext): HandlersOf<'undo'> {
  return {
    'undo.outlook': ({ runId }) => undoOutlook(context.current().store, runId, context.clock.nowMs()),
    async 'undo.plan'({ runId, wait }) {
      const account = context.current()
      const { clock } = context
      refuseForgotten(account.store, runId)
      const planId = newPlanId()
      const { planned, done } = keepPlanning(context, account, planId, (onProgress, signal) =>
        planUndo({ store: account.store, runId, planId, clock, signal, onProgress }),
      )
      if (account.tables.plans.find(planId) === null) await planned // It has refused.
      if (wait) await done
      return planSummary(account.store, planId)
    },
  }
}
