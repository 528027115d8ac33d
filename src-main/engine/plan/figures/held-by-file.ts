import type { PlanSummary } from '../../model/plans/plan-schema.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { guardsOf, isFileGuard } from '../guards/guard-rules.ts'

/** What is held by nothing but file guards: it is going to change once a number is typed. */
export function heldByFile(holds: PlanTotals['holds']): PlanSummary['fileHeld'] {
  const own = holds.filter(({ reason }) => isHeldByFile(reason))
  const sum = (what: 'rows' | 'contacts' | 'calls'): number => own.reduce((total, hold) => total + hold[what], 0)
  return { rows: sum('rows'), contacts: sum('contacts'), calls: sum('calls') }
}

/** Whether a stored reason to be held names file guards alone. */
export function isHeldByFile(reason: string): boolean {
  return guardsOf(reason).every(isFileGuard)
}
