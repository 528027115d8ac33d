import { callDescriptors } from '../../kinds/calls/all-calls.ts'
import type { StoredCall } from '../../store/runs/calls.ts'
import { durably, type Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/** `done`: the person has seen that it arrived. `again`: the person has seen that it did not, or takes the chance. */
export type UnknownDecision = 'done' | 'again'

const pageRows = 500

/**
 * Writes what the person decided about rows whose call may or may not have arrived; all of them when `rows` is
 * null. Returns how many were decided, and how many of those the run must continue. The caller holds the run.
 */
export function decideUnknown(
  store: Store,
  run: { id: string; planId: string },
  decision: UnknownDecision,
  rows: readonly number[] | null,
  atMs: number,
): { decided: number; open: number } {
  const { calls, runRows, planRows } = tablesOf(store)
  const imported = tablesOf(store).importedMessages
  const chosen = new Set(rows)
  let decided = 0
  let open = 0

  const decide = ({ row, ordinal, kind }: StoredCall): void => {
    const state = decision === 'done' ? 'done' : 'pending'
    calls.writeEnd(run.id, { row, ordinal, state, httpStatus: null, error: null, afterImage: null }, 'unknown', atMs)
    decided += 1
    const detail = planRows.find(run.planId, row)?.detail
    if (decision === 'done' && callDescriptors[kind].leavesPost && detail?.fingerprint !== undefined) {
      imported.add({ fingerprint: detail.fingerprint, runId: run.id, row, postUuid: null, importedAtMs: atMs })
    }
    const isOver = decision === 'done' && ordinal + 1 >= (detail?.calls?.length ?? 0)
    if (isOver) runRows.write(run.id, row, 'done', null)
    else {
      runRows.reopen(run.id, row)
      open += 1
    }
  }

  durably(store, () => {
    for (let after = 0; ;) {
      const page = calls.unknownAfter(run.id, after, pageRows)
      for (const call of page) if (rows === null || chosen.has(call.row)) decide(call)
      const last = page.at(-1)
      if (last === undefined) return
      after = last.row
    }
  })
  return { decided, open }
}
