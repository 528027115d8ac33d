import type { RunSummary } from '../../../src-main/engine/contract.ts'
import { call, callShell } from '../../engine.ts'
import { openReviewAt } from '../review/open-at.ts'
import { beginWithPlan } from '../wizard-state.svelte.ts'

/** Rows that can be put right and imported again: what failed, and what could not be used. Of an undo none. */
export function rowsToFix({ undo, failed, invalid, forgottenAtSeconds }: RunSummary): number {
  return undo === null && forgottenAtSeconds === null ? failed + invalid : 0
}

/** Opens them as a list of their own, planned as before, in the grid at the first cell that cannot be used. */
export async function fixRows({ id, planId }: RunSummary): Promise<void> {
  const { recipe } = await call('plans.get', { planId })
  const file = await callShell('shell.openFailedRows', { runId: id })
  const plan = await call('plans.start', { fileId: file.id, recipe })
  openReviewAt(plan.id, 'issues')
  await beginWithPlan(plan)
}
