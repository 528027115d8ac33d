import type { CustomerRecord, ReadCustomer } from '../../model/contacts/customer.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { CallRecord } from '../journal/journal-writer.ts'
import type { EndedOutcome, RowFailure } from '../../model/runs/row-outcome.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import type { LostField } from '../proof/proof-task.ts'
import type { UnaskedChange } from '../proof/unasked-changes.ts'
import type { Alterations, Lesson } from '../late/service-profile.ts'
import type { NotApplied } from './echo.ts'

/**
 * What an answer means for the row that it belongs to. It is decided from nothing but the row, the answer and how the service
 * stands at the moment; the answer handler carries it out.
 */
export interface RowStep {
  next: NextForRow
  /** What changes about the row. */
  item?: Partial<Omit<RunItem, 'row' | 'lane' | 'contacts' | 'changes' | 'fingerprint'>>
  /** What the journal says of the call from now on. */
  call?: Omit<CallRecord, 'row' | 'ordinal' | 'contacts' | 'fingerprint' | 'creates'>
  /** The call left before the records were put back to an earlier state: the journal takes it in. */
  isSentBefore?: boolean
  /** The call counts as answered by the service. */
  countsAsCall?: boolean
  /** The row was counted as unknown, and now continues or ends. */
  reopens?: boolean
  /** For the cache: the contact as it was read just now, or that it is gone. */
  seen?: ReadCustomer | null
  goneUuid?: string | null
  /** What the service accepted and did not apply, in words. */
  notApplied?: readonly string[]
  /** What it says of that itself; null where it says nothing. */
  said?: string | null
  /** By what rules it altered the texts, where that is all: Rollcall can live with it. */
  altered?: Alterations
  /** What is there with another text, as Rollcall lives with it. */
  stored?: readonly NotApplied[]
  /** Of a message: the service took it, and does not have it. */
  isMissing?: true
  /** What this says of the service. */
  learnt?: Lesson
  /** What two reads, before and after a call, say of the service; absent where nothing was proven. */
  proven?: Proven
  /** Of a row whose contact was put back: what was not, and what of its own request is still not there. */
  notBack?: readonly UnaskedChange[]
  notDone?: readonly LostField[]
  /** Whether a conversation that was resolved was open after the row's post came to it. */
  opensConversation?: Omit<Extract<Lesson, { kind: 'reopens' }>, 'kind'>
  /** Nothing of the contact tells that the read came after the call: it is read again, and looks well until then. */
  isUntold?: true
  /** The run pauses for this. */
  pauses?: RunReason
}

/** A call that did what it was asked to, or more; or, where something of that got lost, less and more. */
export interface Proven {
  /** As it was planned: without what was sent along. */
  call: PlannedCall | ServiceCall
  /** The contact right before it; null where the service did not show it. */
  before: CustomerRecord | null
  /** What changed beside. */
  changes: readonly UnaskedChange[]
  /** What it asked for and is not there; absent where all of it is. */
  lost?: readonly LostField[]
  /** `before` was not read right before: a colleague may have changed the contact since. */
  isRemembered?: true
  /** A text went out about that time, maybe shortly before: see `isGuess`. */
  isGuessed?: true
  /** The contact as it should be now; null where that is not known. */
  target: CustomerRecord | null
}

/** When a row continues, or how it ends. */
export type NextForRow =
  | { kind: 'goes'; afterMs: number }
  | { kind: 'ends'; outcome: EndedOutcome; failure: RowFailure | null }
  /** It counts as unknown from now on, and its call is looked for after a while. */
  | { kind: 'isLost'; failure: RowFailure; lookAfterMs: number }
  /** It counts as unknown already and stays so: the run is done with it. */
  | { kind: 'staysUnknown'; failure: RowFailure }

export const goesNow: NextForRow = { kind: 'goes', afterMs: 0 }
