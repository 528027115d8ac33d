import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { byFieldOrder } from '../../model/contacts/field-order.ts'
import { guardWords } from './guard-words.ts'
import { clearedFields, guardsOf } from './guard-rules.ts'
import { guards, type FieldChange, type OptOut, type PlannedCall } from '../../model/plans/plan-schema.ts'

export interface GuardedRow {
  changes: readonly FieldChange[]
  calls: readonly PlannedCall[]
  isKnown: boolean
  optOut: OptOut | null
}

export function createGuardFigures(start?: GuardFigures) {
  const optOuts = { ...(start?.optOuts ?? { consent: 0, blocked: 0, unreachable: 0, ledger: 0, doNotText: 0, posts: 0, unconfirmed: 0 }) }
  const cleared = new Map(start?.cleared.map((field) => [field.field, { ...field }]))
  let clears = start?.clears ?? 0
  let changed = start?.changed ?? 0

  return {
    /** Counts a row that makes calls in (`by` 1) or out (-1). Answers whether it empties a field. */
    count(row: GuardedRow, by: 1 | -1): boolean {
      if (row.isKnown) changed += by
      if (row.optOut !== null) optOuts[row.optOut] += by
      const fields = clearedFields(row.changes, row.calls)
      for (const { field, label } of fields) {
        const counted = cleared.get(field) ?? { field, label, contacts: 0 }
        counted.contacts += by
        cleared.set(field, counted)
      }
      if (fields.length > 0) clears += by
      return fields.length > 0
    },
    figures(total: number): GuardFigures {
      const fields = [...cleared.values()].filter((field) => field.contacts > 0).map((field) => ({ ...field }))
      return { optOuts: { ...optOuts }, cleared: fields.sort(byFieldOrder), clears, changed, total }
    },
  }
}

/** What each guard holds, in words, from what is held. */
export function heldGuards(holds: PlanTotals['holds'], figures: GuardFigures, isTotalKnown: boolean): PlanTotals['guards'] {
  return guards.flatMap((guard) => {
    const own = holds.filter(({ reason }) => guardsOf(reason).includes(guard))
    const rows = own.reduce((sum, hold) => sum + hold.rows, 0)
    const contacts = own.reduce((sum, hold) => sum + hold.contacts, 0)
    if (rows === 0) return []
    return [{ guard, rows, contacts, released: false, message: guardWords(guard, { contacts, ...figures, isTotalKnown }) }]
  })
}
