import { setImmediate } from 'node:timers/promises'
import { runDescriptors } from '../kinds/all-kinds.ts'
import { givesPermission, impossibleBecause } from '../kinds/undo/undo-row.ts'
import type { ImpossibleReason, UndoOutlook } from '../model/runs/undo-outlook-schema.ts'
import { undoableRun } from '../run/undoable-run.ts'
import type { EffectiveCall } from '../store/runs/calls.ts'
import type { Store } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'
import { writtenChanges } from './written-changes.ts'

/** Calls of the journal read without letting other work in between. */
const sliceCalls = 200
/** Of longer runs nothing is counted before somebody asks for it: that takes as long as planning the undo. */
const mostRows = 5000

/** Counts what of a run could be undone, without asking the service; null for a long run. Throws what `undoableRun` throws. */
export async function undoOutlook(store: Store, runId: string, nowMs: number): Promise<UndoOutlook | null> {
  const { run } = undoableRun(store, runId, nowMs)
  if (run.counts === null || run.counts.done > mostRows) return null
  const { calls, planRows } = tablesOf(store)
  const impossible = new Map<ImpossibleReason, number>()
  const { isDecidedWhenRead } = runDescriptors[run.kind]
  let changes = 0
  let held = 0

  const count = (row: number, ofRow: readonly EffectiveCall[]): void => {
    const source = planRows.find(run.planId, row)
    if (source === null) return
    const written = writtenChanges(source.detail, ofRow, isDecidedWhenRead)
    // A contact that was created is one change.
    const known = written === null || source.contactUuid === null ? null : written
    const reasons = known === null ? (['created'] as const) : known.map(impossibleBecause)
    changes += reasons.length
    held += known?.filter((change) => givesPermission(change) && impossibleBecause(change) === null).length ?? 0
    for (const reason of reasons) if (reason !== null) impossible.set(reason, (impossible.get(reason) ?? 0) + 1)
  }

  for (let afterRow = 0; ;) {
    const page = calls.effectiveAfter(runId, afterRow, sliceCalls)
    const isLast = page.length < sliceCalls
    // The last row of a page may have more calls on the next one.
    const whole = isLast ? page : page.filter(({ row }) => row !== page.at(-1)?.row)
    for (const [row, ofRow] of Map.groupBy(whole, ({ row: at }) => at)) count(row, ofRow)
    if (isLast) break
    await setImmediate()
    afterRow = whole.at(-1)?.row ?? afterRow
  }
  const kept = [...impossible].map(([reason, rows]) => ({ reason, changes: rows })).sort((a, b) => b.changes - a.changes)
  return { changes, possible: changes - held - kept.reduce((sum, one) => sum + one.changes, 0), held, impossible: kept }
}
