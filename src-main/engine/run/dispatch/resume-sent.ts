import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { SideEffectCheck } from '../proof/side-effect-check.ts'
import { mostRows } from './dispatcher.ts'
import type { ExecutionState } from './execution-state.ts'

/** What an earlier process of the run has left: calls that may have arrived, and what is still to be proven. */
export function resumeSent(
  { pendingRows, lanes, canary }: ExecutionState,
  store: Store,
  runId: string,
  sideEffects: SideEffectCheck,
): void {
  const { proofs, runRows } = tablesOf(store)
  const sent = proofs.sentSinceGood(runId)
  const ends = runRows.find(
    runId,
    sent.map(({ row }) => row),
  )
  for (const { row, kind } of sent) {
    const outcome = ends.get(row)?.outcome
    // One that has failed, or is unknown, says so itself.
    if (outcome === undefined || outcome === 'done') canary.noteEarlier(kind, row, outcome === 'done')
  }
  for (const item of pendingRows.lost(mostRows)) lanes.add(item)
  for (const { item, call, found } of pendingRows.unproven()) {
    lanes.add(item)
    canary.noteTaken(item)
    canary.begin(item)
    if (found !== undefined) sideEffects.resume(item, call, found)
  }
  sideEffects.resumeDoubts(pendingRows.doubted())
}
