import type { RunSummary } from '../../../src-main/engine/contract.ts'
import { go } from '../../app/route.svelte.ts'
import { call } from '../../engine.ts'
import { openReviewAt } from '../review/open-at.ts'
import { beginWithPlan } from '../wizard-state.svelte.ts'

/** Shows what a run held, compared afresh, where it can be released: of an undo, what it could still take back. The rows that need an OK
 * come first. */
export async function lookAtHeldRows({ id, undo }: Pick<RunSummary, 'id' | 'undo'>): Promise<void> {
  if (undo === null) {
    const plan = await call('plans.retry', { runId: id, outcome: 'held' })
    openReviewAt(plan.id, 'held')
    return beginWithPlan(plan)
  }
  const plan = await call('undo.plan', { runId: undo.undoesRunId })
  openReviewAt(plan.id, 'held')
  go({ page: 'undo', planId: plan.id })
}
