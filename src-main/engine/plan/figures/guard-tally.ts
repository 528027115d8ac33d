import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import { byFieldOrder } from '../../model/contacts/field-order.ts'
import { clearedFields, isFreeRefusal, withdraws } from '../guards/guard-rules.ts'
import type { FieldChange, OptOut, PlannedCall } from '../../model/plans/plan-schema.ts'

export interface GuardedRow {
  changes: readonly FieldChange[]
  calls: readonly PlannedCall[]
  isKnown: boolean
  optOut: OptOut | null
  isOptOutExplicit: boolean
}

/** What a row does that file guards look at. `refuse`: nothing but that, so that it is not held; see `isFreeRefusal`. */
export const rowEffects = ['clear', 'withdraw', 'refuse'] as const
export type RowEffect = (typeof rowEffects)[number]

const noOptOuts = {
  consent: 0,
  blocked: 0,
  unreachable: 0,
  ledger: 0,
  doNotText: 0,
  posts: 0,
  unreadable: 0,
  unconfirmed: 0,
  columnGone: 0,
  unheard: 0,
  undo: 0,
}

export function createGuardTally(start?: GuardFigures) {
  const optOuts = { ...(start?.optOuts ?? noOptOuts) }
  const cleared = new Map(start?.cleared.map((field) => [field.field, { ...field }]))
  let clears = start?.clears ?? 0
  let changed = start?.changed ?? 0
  let known = start?.known ?? 0
  let created = start?.created ?? 0
  let withdrawn = start?.withdrawn ?? 0

  return {
    /** Counts a row that makes calls in (`by` 1) or out (-1). Answers what it does. */
    count(row: GuardedRow, by: 1 | -1): Record<RowEffect, boolean> {
      const isFree = row.isKnown && isFreeRefusal(row.changes, row.isOptOutExplicit)
      if (row.isKnown) known += by
      if (!row.isKnown) created += by
      else if (!isFree) changed += by
      if (row.optOut !== null) optOuts[row.optOut] += by
      const fields = clearedFields(row.changes, row.calls)
      for (const { field, label } of fields) {
        const counted = cleared.get(field) ?? { field, label, contacts: 0 }
        counted.contacts += by
        cleared.set(field, counted)
      }
      if (fields.length > 0) clears += by
      const isWithdrawn = row.isKnown && !row.isOptOutExplicit && withdraws(row.changes)
      if (isWithdrawn) withdrawn += by
      return { clear: fields.length > 0, withdraw: isWithdrawn, refuse: isFree }
    },
    figures(): Omit<GuardFigures, 'total' | 'agreeing'> {
      const fields = [...cleared.values()].filter((field) => field.contacts > 0).map((field) => ({ ...field }))
      return { optOuts: { ...optOuts }, cleared: fields.sort(byFieldOrder), clears, withdrawn, changed, known, created }
    },
  }
}
