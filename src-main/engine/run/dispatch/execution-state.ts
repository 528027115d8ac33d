import type { EndedOutcome, RowFailure } from '../../model/runs/row-outcome.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import type { createLanes } from './lanes.ts'
import type { Pacing } from './pacing.ts'
import type { createRateMeter } from './progress-meter.ts'
import type { Canary } from '../answer/canary.ts'
import type { createPendingRows } from './pending-rows.ts'
import type { RunItem } from './run-item.ts'
import type { ResolvedConversations } from '../proof/posts/resolved-conversations.ts'
import type { Patience } from '../late/patience.ts'
import type { TextWait } from '../words/wait-for-texts-words.ts'
import type { ServiceProfile } from '../late/service-profile.ts'
import type { RunCounts } from '../../model/runs/run-schema.ts'
import { endOfUndo } from '../../kinds/undo/end-of-undo.ts'

/** Why an execution ends before the plan does. */
export interface Stop {
  state: 'paused' | 'cancelled'
  reason: RunReason
}

/** The state that the parts of an execution share; they change it in turn, never at the same time. */
export interface ExecutionState {
  counts: RunCounts
  /** Calls and reads under way. One that is answered is under way until that is recorded: after a crash no more go again than are made at once. */
  inFlight: number
  readonly lanes: ReturnType<typeof createLanes<RunItem>>
  readonly pendingRows: ReturnType<typeof createPendingRows>
  readonly pacing: Pacing
  readonly canary: Canary
  readonly rate: ReturnType<typeof createRateMeter>
  readonly patience: Patience
  /** What is known of the service; a run learns more of it. */
  profile: ServiceProfile
  /** Rows that wait until a call of their contact cannot take effect any more, and until when at most (monotonic). */
  readonly late: Map<RunItem, number>
  /** Rows that may text nobody yet, and what each waits for. */
  readonly quiet: Map<RunItem, TextWait>
  /** Rows whose conversation is read again, beside the row itself. */
  readonly watched: Set<RunItem>
  readonly resolved: ResolvedConversations
  /** Rows whose last call is to be looked up. */
  readonly unseen: Set<RunItem>
  /** Sends nothing more; the first reason stays, but cancelling outdoes pausing. */
  stop(stop: Stop): void
}

/** The run is done with a row. */
export function endRow(
  state: Pick<ExecutionState, 'counts' | 'lanes' | 'late' | 'quiet' | 'unseen'>,
  item: RunItem,
  outcome: EndedOutcome,
  failure: RowFailure | null,
  entries: JournalEntries,
  nowMs: number,
): void {
  const end = item.undo === null ? { outcome, failure, undone: null } : endOfUndo(outcome, failure, item.undo)
  entries.rows.push({ row: item.row, ...end })
  state.counts = { ...state.counts, [end.outcome]: state.counts[end.outcome] + 1, pending: state.counts.pending - 1 }
  item.ended = end.outcome
  endProof(item, entries)
  state.late.delete(item)
  state.quiet.delete(item)
  state.unseen.delete(item)
  state.lanes.finish(item, nowMs)
}

/** Nothing is open any more of what a call of the row was to prove. */
export function endProof(item: RunItem, entries: JournalEntries): void {
  if (item.proving !== undefined) entries.proofs.push({ row: item.row, ordinal: item.proving, state: 'over' })
  item.proving = undefined
}
