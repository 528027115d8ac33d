import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/open-store.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'

/** Rows of one issue that are read without letting other work in between. */
const rowsAtOnce = 20_000

/** The numbers of a plan's rows that have any issue, ascending; lets other work in between. */
export async function rowsWithIssues(
  store: Store,
  planId: string,
  { rows: total, issues }: Pick<PlanTotals, 'rows' | 'issues'>,
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
