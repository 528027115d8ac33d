import { callDescriptors, createdPhone } from '../../kinds/calls/all-calls.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { tablesOf } from '../../store/tables.ts'
import type { RunItem } from './run-item.ts'
import { claimedElsewhereFailure, heldElsewhereFailure, heldExistsFailure } from '../run-words.ts'

/**
 * Why a call that must not happen twice is not sent after all: another run was quicker since this one was planned. Null for
 * a call that may go.
 */
export function createPreconditions(store: Store, runId: string) {
  const imported = tablesOf(store).importedMessages
  const { contacts, contactClaims } = tablesOf(store)

  return function unmetPrecondition(call: PlannedCall, item: RunItem): RowFailure | null {
    if (callDescriptors[call.kind].leavesPost && item.fingerprint !== null) {
      const holder = imported.holder(item.fingerprint)
      if (holder === null || holder.runId === runId) return null
      return holder.state === 'claimed' ? claimedElsewhereFailure(holder.runId) : heldElsewhereFailure
    }
    const creates = createdPhone(call)
    if (creates === null) return null
    const holder = contactClaims.holder(creates)
    if (holder !== null && holder !== runId) return claimedElsewhereFailure(holder)
    return contacts.findByPhone(creates).length === 0 ? null : heldExistsFailure
  }
}
