import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/open-store.ts'
import type { RowFilter } from '../../store/plans/plan-rows.ts'
import { tablesOf } from '../../store/tables.ts'
import { createRecentlyUsed, type RecentlyUsed } from '../../text/recently-used.ts'
import { rowRanges } from '../figures/row-ranges.ts'
import { rowsWithIssues } from './rows-with-issues.ts'

/** Rows read without letting other work in between: some ten milliseconds. */
const rowsAtOnce = 10_000
/** The same where the rows with an issue are collected again each time, which takes longer than reading these. */
const rowsAtOnceByIssue = 200_000
/** Lists that are remembered: what is being looked at, in more than one window. */
const listsAtMost = 4
const lists = new WeakMap<Store, RecentlyUsed<Promise<Uint32Array>>>()

/**
 * The numbers of a ready plan's rows that fit a filter, ascending. Looked up once until the plan is revised or released: a page
 * of them is a piece of this. Empty for a plan that is not ready.
 */
export async function cachedRows(store: Store, planId: string, filter: RowFilter): Promise<Uint32Array> {
  const plan = tablesOf(store).plans.find(planId)
  if (plan === null || plan.totals === null) return new Uint32Array()
  const { totals } = plan
  const name = JSON.stringify([planId, plan.correctionsThrough, plan.createdAtMs, totals.send, totals.held, filter])
  const known = lists.get(store) ?? createRecentlyUsed(listsAtMost)
  lists.set(store, known)
  const before = known.get(name)
  if (before !== undefined) return before
  const rows = isByIssuesAlone(filter) ? rowsWithIssues(store, planId, totals) : fittingRows(store, planId, totals.rows, filter)
  known.set(name, rows)
  rows.catch(() => known.forget(name, rows))
  return rows
}

function isByIssuesAlone({ withIssues, class: rowClass, issueCode, search, corrected }: RowFilter): boolean {
  return withIssues && rowClass === null && issueCode === null && search === '' && !corrected
}

async function fittingRows(store: Store, planId: string, total: number, filter: RowFilter): Promise<Uint32Array> {
  const { planRows } = tablesOf(store)
  const found = new Uint32Array(total)
  let count = 0
  const atOnce = filter.issueCode === null && !filter.withIssues && !filter.corrected ? rowsAtOnce : rowsAtOnceByIssue
  for (const { fromRow, toRow } of rowRanges(total, atOnce)) {
    await setImmediate()
    for (const row of planRows.fitting(planId, filter, fromRow - 1, toRow)) found[count++] = row
  }
  return found.slice(0, count)
}
