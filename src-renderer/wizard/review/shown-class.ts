import type { PlanRow, PlanSummary, RowClass } from '../../../src-main/engine/contract.ts'
import { isRowGuard } from '../../words/guard-labels.ts'

/** The tab that a row is in: what only guards of the file hold will change, once a number is typed in the confirmation. */
export function shownClass({ class: rowClass, heldBy = [] }: Pick<PlanRow, 'class' | 'heldBy'>): RowClass {
  return rowClass === 'held' && heldBy.length > 0 && !heldBy.some(isRowGuard) ? 'send' : rowClass
}

/** How many rows are in the tab of a class. */
export function shownCount(plan: PlanSummary, rowClass: RowClass): number {
  if (rowClass === 'send') return plan.send + plan.fileHeld.rows
  return rowClass === 'held' ? plan.held - plan.fileHeld.rows : plan[rowClass]
}
