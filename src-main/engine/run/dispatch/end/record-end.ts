import type { PlanCounts } from '../../../model/plans/plan-schema.ts'
import type { RunCounts } from '../../../model/runs/run-schema.ts'
import type { Store } from '../../../store/open-store.ts'
import type { RunReason } from '../../../store/runs/runs.ts'
import { tablesOf } from '../../../store/tables.ts'
import { endPartlyDone } from '../../journal/end-partly-done.ts'
import { noteLeftOpen, withLeftOpen } from '../../proof/left-open.ts'
import { countRun } from '../../run-counts.ts'
import type { Stop } from '../execution-state.ts'

export type RunEnd = Stop | { state: 'finished'; reason: null }

interface EndedRun {
  id: string
  planId: string
  plan: PlanCounts
  /** Whether it came to a conversation that was resolved, and may have left one open. */
  hasResolved: boolean
}

/**
 * Records that a run has stopped; answers why, and its counts, afresh from what is on the disk. A paused one keeps all that it needs to
 * go on. One that is over says of each row what became of it, and gives free what it has not sent. `nowMs` since the epoch.
 */
export function recordEnd(store: Store, run: EndedRun, end: RunEnd, nowMs: number): { reason: RunReason | null; counts: RunCounts } {
  const { runs, importedMessages, contactClaims, proofs } = tablesOf(store)
  if (end.state === 'paused') {
    const reason = run.hasResolved ? withLeftOpen(store, run, end.reason, nowMs) : end.reason
    const counts = countRun(store, run.id, run.plan)
    runs.recordStop(run.id, { state: 'paused', reason, finishedAtMs: null, counts })
    return { reason, counts }
  }
  if (end.state === 'cancelled') endPartlyDone(store, run)
  if (run.hasResolved) noteLeftOpen(store, run, nowMs)
  const counts = countRun(store, run.id, run.plan)
  importedMessages.releaseUnsent(run.id)
  contactClaims.releaseUnsent(run.id)
  // What is unknown may be resolved yet, and proves something then.
  if (end.state === 'cancelled' || counts.unknown === 0) proofs.forgetRun(run.id)
  runs.recordStop(run.id, { ...end, finishedAtMs: nowMs, counts })
  return { reason: end.reason, counts }
}
