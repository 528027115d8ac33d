import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import type { PlanOptions } from '../build/build-plan.ts'
import { groupingOf } from '../duplicates/grouping.ts'
import { planTotals } from '../figures/plan-totals.ts'
import { countedRows, createTally, type Tally } from '../figures/tally.ts'
import { decidedLimits, guardLimitsOf, type GuardLimits } from '../guards/guard-limits.ts'
import { isClearing, isMass, isWithdrawal, mayBeMass } from '../guards/guard-rules.ts'
import { changedLines } from './changed-lines.ts'
import { mostRows, replanRows, type ReplannedRows } from './replan-rows.ts'
import type { Revision } from './revision.ts'

/**
 * Plans again the rows that a change of corrections concerns, and those that depend on them: rows about the same contacts.
 * Returns how many; null, without changing anything, where the whole file must be planned again. The
 * answer is `false` where somebody was quicker.
 */
export async function reviseRows(revision: Revision, plan: StoredPlan): Promise<number | null | false> {
  const { store, index, change, signal } = revision
  const { totals } = plan
  const options = await revision.options(plan)
  if (totals?.figures === undefined || !isIndependent(revision, plan, options)) return null
  const lines = await changedLines(index, change.before, change.after, mostRows, signal)
  if (lines === null) return null

  const { replacedRows, plans } = tablesOf(store)
  const limits = options.limits ?? guardLimitsOf(plan.recipe, tablesOf(store).pastLists.of(plan.recipe))
  const first = lines.flatMap((line) => replacedRows.rowOnLine(plan.id, line, totals.rows) ?? [])
  const replanned = await replanRows(revision, plan, { ...options, limits: limitsOf(totals.figures, limits) }, first)
  if (replanned === null) return null
  try {
    const tally = recounted(revision, plan, totals, replanned)
    const figures = tally && figuresAfter(revision, plan, totals.figures, tally, replanned, limits)
    if (tally === null || figures === null) return null
    const isDone = revision.commit(plan, () => {
      replacedRows.replace(plan.id, replanned.before, replanned.otherId, replanned.after)
      const revised = planTotals(store, plan.id, tally, figures, { ...totals, reads: (totals.reads ?? 0) + replanned.reads })
      return replacedRows.setRevised(plan.id, revised, tally.blocks(), change.through)
    })
    return isDone ? replanned.before.length : false
  } finally {
    plans.remove(replanned.otherId)
  }
}

/** Whether rows depend on others about the same contact alone, and on nothing that has changed since they were planned. */
function isIndependent({ store }: Revision, plan: StoredPlan, { recipe, mapping }: Omit<PlanOptions, 'planId'>): boolean {
  if (plan.retriesRunId !== null) return false
  // One of its people may refuse in the row of another group.
  if (importDescriptors[recipe.kind].subject === 'group') return false
  if (plan.totals?.guards.some(({ released }) => released) !== false || plan.totals.releasedRows !== undefined) return false
  if ((groupingOf(recipe, mapping)?.sharedFields.length ?? 0) > 0) return false
  return (tablesOf(store).syncs.latestComplete()?.finishedAtMs ?? 0) <= plan.createdAtMs
}

/** The plan's figures with these rows as they come to; null where the plan is not ready any more. */
function recounted({ store }: Revision, { id, recipe }: StoredPlan, totals: PlanTotals, { before, after }: ReplannedRows): Tally | null {
  const blocks = tablesOf(store).plans.blocks(id)
  if (blocks === null) return null
  const { subject } = importDescriptors[recipe.kind]
  const tally = createTally(recipe.kind, { totals, blocks })
  for (const row of countedRows(before, subject)) tally.remove(row)
  // The n-th row of the other plan is the n-th of these.
  for (const row of countedRows(after, subject)) tally.add({ ...row, row: before[row.row - 1]?.row ?? 0 })
  return tally
}

/** Limits that hold some rows of a plan just as the whole plan does. */
function limitsOf(figures: GuardFigures, limits: GuardLimits): GuardLimits {
  return decidedLimits(limits, {
    clear: isClearing(figures, limits),
    withdraw: isWithdrawal(figures, limits),
    mass: isMass(figures, limits),
    sending: true,
  })
}

/** Null where a guard comes to hold rows that it did not hold before, or the other way round: that concerns all rows. */
function figuresAfter(
  { store }: Revision,
  plan: StoredPlan,
  before: GuardFigures,
  tally: Tally,
  replanned: ReplannedRows,
  limits: GuardLimits,
): GuardFigures | null {
  const counted = tally.guardFigures()
  // Who agrees was not counted as long as nobody was withdrawn.
  if (counted.withdrawn > 0 && before.withdrawn === 0) return null
  const { contacts, planRows } = tablesOf(store)
  const agreeing = (planId: string, rows: readonly StoredPlanRow[]): number =>
    rows.reduce((sum, { row }) => sum + planRows.agreeing(planId, row, row), 0)
  const moved = agreeing(replanned.otherId, replanned.after) - agreeing(plan.id, replanned.before)
  const isSizeOpen = counted.created > limits.newContacts && tablesOf(store).syncs.latestComplete() === null
  // How many contacts the account has is asked for the whole plan alone.
  if (isSizeOpen && before.created <= limits.newContacts) return null
  const after = {
    ...counted,
    total: mayBeMass(counted, limits) ? Math.max(contacts.count(), isSizeOpen ? before.total : 0) : 0,
    ...(isSizeOpen && before.isTotalOpen === true && { isTotalOpen: true }),
    agreeing: counted.withdrawn === 0 ? 0 : before.agreeing + moved,
  }
  const isSame = [isClearing, isWithdrawal, isMass].every((isHeld) => isHeld(before, limits) === isHeld(after, limits))
  return isSame ? after : null
}
