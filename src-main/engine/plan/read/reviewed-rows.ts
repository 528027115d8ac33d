import type { RowEffect } from '../../model/plans/plan-figures.ts'
import type { RowClass } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { RowFilter } from '../../store/plans/plan-rows.ts'
import { tablesOf } from '../../store/tables.ts'
import { heldByFile } from '../figures/held-by-file.ts'
import { cachedRows } from './row-cache.ts'
import { cachedEffects } from './row-effects.ts'

export interface PlanRowsQuery {
  class?: RowClass | undefined
  /** Rows that only file guards hold are counted among those of the class `send`. */
  asReviewed?: boolean
  /** Just rows that will change and do this. */
  effect?: RowEffect | undefined
  /** Known contacts before those that are created, else in file order. */
  updatedFirst?: boolean
  issueCode?: string | undefined
  /** A piece of a contact's name or number. */
  search?: string
  /** Just the rows with any issue. */
  withIssues?: boolean
  /** Just the rows in which something was corrected. */
  corrected?: boolean
  offset: number
  limit: number
}

/**
 * The rows that a query wants, in the order wanted, where that takes a look at what rows do; null for other queries, which the
 * store answers page by page.
 */
export async function reviewedRows(store: Store, planId: string, query: PlanRowsQuery): Promise<Uint32Array | null> {
  const { class: rowClass, asReviewed = false, effect, updatedFirst = false } = query
  const totals = tablesOf(store).plans.find(planId)?.totals ?? null
  if (totals === null) return null
  // The tab "Will change" then has rows of two classes, and "Needs your OK" a part of one.
  const isSplit = asReviewed && (rowClass === 'send' || rowClass === 'held') && heldByFile(totals.holds).rows !== 0
  if (!isSplit && effect === undefined && !updatedFirst) return null
  const effects = await cachedEffects(store, planId)
  const isChanging = isSplit && rowClass === 'send'
  const candidates = await cachedRows(store, planId, filterOf({ ...query, class: isChanging ? undefined : rowClass }))
  const found = candidates.filter(
    (row) => (effect === undefined || effects.has(effect, row)) && (!isSplit || effects.willChange(row) === isChanging),
  )
  if (!updatedFirst) return found
  const isNew = (row: number): boolean => effects.has({ what: 'created' }, row)
  const known = found.filter((row) => !isNew(row))
  const ordered = new Uint32Array(found.length)
  ordered.set(known)
  ordered.set(found.filter(isNew), known.length)
  return ordered
}

/** The rows that a query wants, ascending or in the order wanted: all of them at once, for what is counted or grouped. */
export async function rowsFitting(store: Store, planId: string, query: Omit<PlanRowsQuery, 'offset' | 'limit'>): Promise<Uint32Array> {
  return (await reviewedRows(store, planId, { ...query, offset: 0, limit: 0 })) ?? cachedRows(store, planId, filterOf(query))
}

function filterOf({ class: rowClass, issueCode, search, withIssues, corrected }: Omit<PlanRowsQuery, 'offset' | 'limit'>): RowFilter {
  return {
    class: rowClass ?? null,
    issueCode: issueCode ?? null,
    search: search?.trim() ?? '',
    withIssues: withIssues ?? false,
    corrected: corrected ?? false,
  }
}
