import { mayImportAgain } from '../../../kinds/calls/all-calls.ts'
import type { RowFailure } from '../../../model/runs/row-outcome.ts'
import type { ServiceCall } from '../../../model/runs/service-call.ts'
import type { JournalEntries } from '../../journal/journal-writer.ts'
import { notSeenFailure } from '../../words/row-words.ts'
import { endRow, type ExecutionState } from '../execution-state.ts'
import type { RunItem } from '../run-item.ts'

type EndOfUnseen = { outcome: 'done'; failure: null } | { outcome: 'failed'; failure: RowFailure }

interface Unseen {
  /** Nobody resumes the run. */
  isForGood: boolean
  /** Whether calls like that are known to go as they should. */
  hasPassed: (call: ServiceCall) => boolean
}

/**
 * How a row ends that was only to be looked up, where the run stops: it is done, for its calls are. Null for one that ends otherwise, or
 * is looked up when the run is resumed, which it is where it takes something back, for that is done only when it was seen, or is to prove
 * what the service does. One that was to prove what nothing has proven, or was looked for in vain, is not said to be done where nobody
 * looks any more, if it can be imported again.
 */
export function endOfUnseen(
  { phase, putBack, undo, proving }: Pick<RunItem, 'phase' | 'putBack' | 'undo' | 'proving'>,
  { isForGood, hasPassed }: Unseen,
): EndOfUnseen | null {
  if (phase.kind !== 'verify' || putBack !== undefined) return null
  if (!isForGood && (undo !== null || proving !== undefined)) return null
  const { call, looks } = phase
  const isSeen = proving === undefined || !mayImportAgain(call.kind) || (looks === 0 && hasPassed(call))
  return isSeen ? { outcome: 'done', failure: null } : { outcome: 'failed', failure: notSeenFailure }
}

/** The run stops: ends its rows that were only to be looked up, unless that is done when it is resumed. */
export function endUnseen(state: ExecutionState, isForGood: boolean, entries: JournalEntries, nowMs: number): void {
  const { canary, unseen } = state
  for (const item of [...unseen]) {
    const end = endOfUnseen(item, { isForGood, hasPassed: canary.hasPassed })
    if (end === null) continue
    item.phase = { kind: 'call' }
    canary.end(item)
    endRow(state, item, end.outcome, end.failure, entries, nowMs)
  }
}
