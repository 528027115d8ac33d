import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { CallRecord } from '../journal/journal-writer.ts'
import type { EndedOutcome, RowFailure } from '../../model/runs/row-outcome.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import type { RunItem } from '../dispatch/run-item.ts'

/**
 * What an answer means for the row that it belongs to. It is decided from nothing but the row, the answer and how the service
 * stands at the moment; the answer handler carries it out.
 */
export interface RowStep {
  next: NextForRow
  /** What changes about the row. */
  item?: Partial<Omit<RunItem, 'row' | 'lane' | 'changes' | 'fingerprint'>>
  /** What the journal says of the call from now on. */
  call?: Omit<CallRecord, 'row' | 'ordinal' | 'fingerprint' | 'creates'>
  /** The call counts as answered by the service. */
  countsAsCall?: boolean
  /** The row was counted as unknown, and now continues or ends. */
  reopens?: boolean
  /** For the cache: the contact as it was read just now, or that it is gone. */
  seen?: ReadCustomer | null
  goneUuid?: string | null
  /** What the service accepted and did not apply, in words. */
  notApplied?: readonly string[]
  /** The run pauses for this. */
  pauses?: RunReason
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
