import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/** Rows of one issue that are read without letting other work in between. */
const rowsAtOnce = 20_000
const remembered = new WeakMap<Store, { name: string; rows: Promise<Uint32Array> }>()

/**
 * The numbers of a ready plan's rows that have any issue, ascending. Looked up once for the plan that is being looked at, until
 * it is revised: a page of a million such rows is a piece of this. Empty for a plan that is not ready.
 */
export async function rowsWithIssues(store: Store, planId: string): Promise<Uint32Array> {
  const plan = tablesOf(store).plans.find(planId)
  if (plan === null || plan.totals === null) return new Uint32Array()
  const name = JSON.stringify([planId, plan.editsThrough, plan.createdAtMs])
  const known = remembered.get(store)
  if (known?.name === name) return known.rows
  const rows = collect(store, planId, plan.totals.rows, plan.totals.issues)
  remembered.set(store, { name, rows })
  rows.catch(() => remembered.delete(store))
  return rows
}

async function collect(
  store: Store,
  planId: string,
  total: number,
  issues: readonly { code: string; column: string | null }[],
): Promise<Uint32Array> {
  const { planRows } = tablesOf(store)
  const hasIssue = new Uint8Array(total + 1)
  for (const { code, column } of issues) {
    for (let after = 0; ;) {
      const rows = planRows.rowsOfIssue(planId, code, column, after, rowsAtOnce)
      for (const row of rows) hasIssue[row] = 1
      if (rows.length < rowsAtOnce) break
      after = rows.at(-1) ?? total
      await setImmediate()
    }
  }
  let count = 0
  for (const mark of hasIssue) count += mark
  const found = new Uint32Array(count)
  let at = 0
  hasIssue.forEach((mark, row) => {
    if (mark === 1) found[at++] = row
  })
  return found
}
