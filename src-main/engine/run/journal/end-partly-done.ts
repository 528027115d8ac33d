import { runDescriptors, runKindOf } from '../../kinds/all-kinds.ts'
import type { UndoneRow } from '../../model/runs/undone-row.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { partlyDone } from '../answer/row-progress.ts'
import { cancelledPartlyFailure } from '../words/row-words.ts'

/**
 * A run is canceled: no row of which a call is done may read as if nothing had been sent. Where all that was planned of it is done, it is
 * done; else it has failed, and says what was done. Rows that have ended stay as they are.
 */
export function endPartlyDone(store: Store, run: { id: string; planId: string }): void {
  const { calls, planRows, plans, runRows } = tablesOf(store)
  const plan = plans.find(run.planId)
  const isUndo = plan !== null && runDescriptors[runKindOf(plan)].isDecidedWhenRead
  store
    .transaction(() => {
      for (const row of calls.rowsLeftOpen(run.id)) {
        const { calls: planned = [], changes = [] } = planRows.find(run.planId, row)?.detail ?? {}
        if (isUndo) {
          const fields = changes.map(({ field }) => field)
          const undone = undoneBy(store, run.id, row, fields)
          const isAll = undone.failed.length === 0
          runRows.write(run.id, row, isAll ? 'done' : 'failed', isAll ? null : cancelledPartlyFailure, undone)
          continue
        }
        const ended = doneCalls(store, run.id, row)
        const done = planned.filter((_, ordinal) => ended.has(ordinal)).length
        if (done === planned.length) runRows.write(run.id, row, 'done', null)
        else {
          const { outcome, failure } = partlyDone({ changes, calls: planned, undo: null }, done, 'failed', cancelledPartlyFailure)
          runRows.write(run.id, row, outcome, failure)
        }
      }
    })
    .immediate()
}

/** Of a row of an undo, by its journal: the fields of its calls that are done are restored, all others are not. */
function undoneBy(store: Store, runId: string, row: number, fields: readonly string[]): UndoneRow {
  const { calls } = tablesOf(store)
  const written = new Set([...doneCalls(store, runId, row)].flatMap((ordinal) => Object.keys(calls.beforeImage(runId, row, ordinal) ?? {})))
  const restored = fields.filter((field) => written.has(field))
  const failed = fields.filter((field) => !written.has(field))
  return { restored, failed, kept: [], impossible: [], already: [], held: [], unknown: [] }
}

/** Which calls of a row are done, by their ordinals. */
function doneCalls(store: Store, runId: string, row: number): Set<number> {
  const isDone = tablesOf(store)
    .calls.ofRow(runId, row)
    .filter(({ state }) => state === 'done')
  return new Set(isDone.map(({ ordinal }) => ordinal))
}
