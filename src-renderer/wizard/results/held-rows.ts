import type { RunSummary } from '../../../src-main/engine/contract.ts'
import { go } from '../../app/route.svelte.ts'
import { call } from '../../engine.ts'
import { beginWithPlan } from '../wizard-state.svelte.ts'

/** Shows what a run held, compared afresh, where it can be released: of an undo, what it could still take back. */
export async function lookAtHeldRows({ id, undo }: RunSummary): Promise<void> {
  if (undo === null) return beginWithPlan(await call('plans.retry', { runId: id, outcome: 'held' }))
  const plan = await call('undo.plan', { runId: undo.undoesRunId })
  go({ page: 'undo', planId: plan.id })
}
