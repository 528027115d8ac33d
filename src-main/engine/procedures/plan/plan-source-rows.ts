import type { OpenAccount } from '../../account/open-account.ts'
import type { PlanRow } from '../../model/plans/plan-schema.ts'
import { readCorrectedLines } from '../read-corrected.ts'
import { storedFile } from '../file-procedures.ts'
import { tablesOf } from '../../store/tables.ts'

/** The rows of a page with what was corrected in each, and with their cells where they are asked for. */
export async function withSourceRows(
  account: OpenAccount,
  planId: string,
  rows: readonly PlanRow[],
  withCells: boolean,
): Promise<PlanRow[]> {
  const plan = account.tables.plans.find(planId)
  if (plan === null || rows.length === 0) return [...rows]
  const file = storedFile(account, plan.fileId)
  const { planRows } = tablesOf(account.store)
  const shown = withCells ? rows : rows.filter(({ row }) => planRows.isCorrected(planId, row))
  if (shown.length === 0) return [...rows]
  const lines = shown.map(({ line }) => line)
  const sources = await readCorrectedLines(account, file, plan.dialect, lines, plan.correctionsThrough)
  return rows.map((row) => {
    const source = sources.get(row.line)
    if (source === undefined) return row
    const { cells, corrected } = source
    return {
      ...row,
      ...(withCells && { cells }),
      ...(corrected !== undefined && corrected.corrections.length > 0 && { corrections: corrected.corrections }),
    }
  })
}
