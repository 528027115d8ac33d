import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/open-store.ts'
import type { RowFilter } from '../../store/plans/plan-rows.ts'
import { tablesOf } from '../../store/tables.ts'

/** Rows that are looked at without letting other work in between: some ten milliseconds. */
const rowsAtOnce = 10_000
/** The same where the rows with an issue are collected anew each time, which takes longer than looking at these. */
const rowsAtOnceByIssue = 200_000
/** Lists that are remembered: what is being looked at, in more than one window. */
const listsAtMost = 3
const remembered = new WeakMap<Store, Map<string, Promise<Uint32Array>>>()

/**
 * The numbers of a ready plan's rows that fit a filter, ascending. Looked up once until the plan is revised or released: a page
 * of them is a piece of this. Empty for a plan that is not ready.
 */
export async function cachedRows(store: Store, planId: string, filter: RowFilter): Promise<Uint32Array> {
  const plan = tablesOf(store).plans.find(planId)
  if (plan === null || plan.totals === null) return new Uint32Array()
  const { rows, send, held } = plan.totals
  const name = JSON.stringify([planId, plan.editsThrough, plan.createdAtMs, send, held, filter])
  const lists = remembered.get(store) ?? new Map<string, Promise<Uint32Array>>()
  remembered.set(store, lists)
  const known = lists.get(name) ?? collect(store, planId, rows, filter)
  lists.delete(name)
  lists.set(name, known)
  for (const oldest of lists.keys()) {
    if (lists.size <= listsAtMost) break
    lists.delete(oldest)
  }
  known.catch(() => lists.delete(name))
  return known
}

async function collect(store: Store, planId: string, total: number, filter: RowFilter): Promise<Uint32Array> {
  const { planRows } = tablesOf(store)
  const found = new Uint32Array(total)
  let count = 0
  const atOnce = filter.issueCode === null && !filter.withIssues && !filter.edited ? rowsAtOnce : rowsAtOnceByIssue
  for (let after = 0; after < total; after += atOnce) {
    if (after > 0) await setImmediate()
    for (const row of planRows.fitting(planId, filter, after, after + atOnce)) found[count++] = row
  }
  return found.slice(0, count)
}
