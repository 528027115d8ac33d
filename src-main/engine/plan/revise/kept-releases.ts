import { AppError } from '../../model/errors.ts'
import { type Guard, rowGuards } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import { guardsOf } from '../guards/guard-rules.ts'
import { evidenceColumns } from '../guards/release-evidence.ts'
import { releaseRows } from '../guards/release-rows.ts'

/**
 * Releases, in a plan that was made anew, the rows that a person had released one by one in the plan before: where the row would still
 * make the very same calls and the same guards hold it, and with the same evidence, which is judged anew. `hold`: lines of those that the
 * person takes back. Rows of contacts that somebody edited are looked at again.
 */
export function keepReleases(store: Store, before: StoredPlan, planId: string, hold: readonly number[], nowMs: number): void {
  if ((before.totals?.releasedRows ?? 0) === 0) return
  const { planRows } = tablesOf(store)
  for (const { row, line, detail } of planRows.released(before.id)) {
    const { released, evidence: kept = {}, calls } = detail
    const next = planRows.find(planId, row)
    if (released === undefined || hold.includes(line) || next?.line !== line || next.class !== 'held') continue
    const holding = guardsOf(next.reason ?? '').filter((guard) => (rowGuards as readonly Guard[]).includes(guard))
    if (!isStillAnswered(holding, released.guards)) continue
    if (JSON.stringify(next.detail.calls) !== JSON.stringify(calls)) continue
    const [text, date, refusedDate] = [kept[evidenceColumns.text], kept[evidenceColumns.date], kept[evidenceColumns.refusedDate]]
    const evidence = text === undefined ? undefined : { text, date: date ?? '', refusedDate }
    try {
      releaseRows(store, planId, { lines: [line], evidence }, nowMs)
    } catch (error) {
      // It waits for an answer again, such as somebody who has refused since.
      if (!(error instanceof AppError)) throw error
    }
  }
}

/** Whether a row's release counts for what holds it now: of a contact that somebody edited a person is asked again. */
export function isStillAnswered(holding: readonly Guard[], released: readonly Guard[]): boolean {
  return !holding.includes('edited') && holding.every((guard) => released.includes(guard))
}
