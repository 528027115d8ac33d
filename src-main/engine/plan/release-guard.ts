import { AppError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'
import { createPlanRows } from '../store/plan-rows.ts'
import { createPlans, type PlanTotals, type StoredPlan } from '../store/plans.ts'
import { blockRange, moveRows, type ClassBlocks } from './class-blocks.ts'
import { wrongCountWords } from './guard-words.ts'
import { guardsOf, holdReason } from './guards.ts'
import type { Guard, PlanSummary } from './plan-schema.ts'
import { planSummary } from './read-plan.ts'

/**
 * Releases a guard of a plan: what no other guard holds is going to be sent. `contacts` is the number that the person
 * typed in; unless it is exactly the guard's number of contacts, throws `guard.wrong_count`. Releasing a guard again does
 * nothing. Throws `plan.unknown`, `plan.not_ready`, and `run.state` when the plan has a run already. All or nothing.
 */
export function releaseGuard(store: Store, planId: string, guard: Guard, contacts: number): PlanSummary {
  store.transaction(() => {
    const plans = createPlans(store)
    const plan = plans.find(planId)
    const blocks = plans.blocks(planId)
    if (plan === null) throw new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
    const { totals } = plan
    if (totals === null || blocks === null) {
      throw new AppError('plan.not_ready', 'The changes are still being worked out, or that was stopped.', 'Wait until it is done, or plan the file again.')
    }
    const held = totals.guards.find((one) => one.guard === guard)
    if (contacts !== (held?.contacts ?? 0)) {
      const { message, hint } = wrongCountWords(guard, held?.contacts ?? 0, contacts)
      throw new AppError('guard.wrong_count', message, hint)
    }
    if (held === undefined || held.released) return
    refuseWhenRun(plan)
    plans.setTotals(planId, released(store, planId, guard, totals, blocks), blocks)
  }).immediate()
  return planSummary(store, planId)
}

function refuseWhenRun({ runId }: StoredPlan): void {
  if (runId === null) return
  throw new AppError(
    'run.state',
    `This plan has been started already: it is run ${runId}. What was held then stays held.`,
    'Plan the file again: what was held is held there again, and can be released before it runs.',
  )
}

/** Changes the rows and the blocks; answers the totals that go with them. */
function released(store: Store, planId: string, guard: Guard, totals: PlanTotals, blocks: ClassBlocks): PlanTotals {
  const next = { ...totals, guards: totals.guards.map((one) => (one.guard === guard ? { ...one, released: true } : one)) }
  const holds = new Map<string, PlanTotals['holds'][number]>()
  for (const hold of totals.holds) {
    const left = guardsOf(hold.reason).filter((one) => one !== guard)
    const reason = holdReason(left)
    if (reason !== hold.reason) setHold(store, planId, hold, left.length === 0 ? null : reason, blocks)
    if (left.length === 0) {
      next.send += hold.rows
      next.held -= hold.rows
      next.calls += hold.calls
      next.contacts += hold.contacts
      continue
    }
    const known = holds.get(reason) ?? { reason, rows: 0, contacts: 0, calls: 0 }
    holds.set(reason, { reason, rows: known.rows + hold.rows, contacts: known.contacts + hold.contacts, calls: known.calls + hold.calls })
  }
  return { ...next, holds: [...holds.values()] }
}

/** Block by block, because the blocks tell where held rows are. */
function setHold(store: Store, planId: string, hold: PlanTotals['holds'][number], left: string | null, blocks: ClassBlocks): void {
  const planRows = createPlanRows(store)
  const changed = blocks.held.map((count, block) => (count === 0 ? 0 : planRows.setHold(planId, blockRange(block), hold.reason, left)))
  if (changed.reduce((sum, count) => sum + count, 0) !== hold.rows) {
    throw new AppError('store.damaged', 'The plan does not add up any more; nothing was released.', 'Plan the file again.')
  }
  if (left === null) moveRows(blocks, 'held', 'send', changed)
}
