import { isDeepStrictEqual } from 'node:util'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { doneElsewhereNote, notDoneElsewhereFailure } from '../words/row-words.ts'

/**
 * Makes the function to be called where a row turns out not to be done that may have been: rows of other runs that have sent nothing, because
 * this one had done the same, see `createDoneElsewhere`, have failed with it. A run that has ended counts them as it would have.
 */
export function createTrustingRows(store: Store, { runId, planId }: { runId: string; planId: string }) {
  const { contactChanges, planRows, runRows, runs } = tablesOf(store)
  return function noteNotDone(row: number): void {
    const uuid = planRows.brief(planId, row)?.contactUuid ?? null
    if (uuid === null || !contactChanges.has(uuid, { runId, row })) return
    const calls = planRows.find(planId, row)?.detail.calls
    for (const other of contactChanges.doneWithout(uuid, runId, doneElsewhereNote.code)) {
      if (!isDeepStrictEqual(planRows.find(other.planId, other.row)?.detail.calls, calls)) continue
      runRows.write(other.runId, other.row, 'failed', notDoneElsewhereFailure)
      runs.countAsFailed(other.runId)
    }
  }
}
