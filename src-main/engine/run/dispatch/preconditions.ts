import type { PlannedCall } from '../../model/plan-schema.ts'
import { createContacts } from '../../store/contacts/contacts.ts'
import { createImportedMessages } from '../../store/runs/imported-messages.ts'
import type { Store } from '../../store/open-store.ts'
import type { RowFailure } from '../../store/runs/run-rows.ts'
import type { RunItem } from './run-item.ts'
import { heldElsewhereFailure, heldExistsFailure } from '../run-words.ts'

/**
 * Why a call that must not happen twice is not sent after all: another run was quicker since this one was planned. Null for
 * a call that may go.
 */
export function createObstacles(store: Store, runId: string) {
  const imported = createImportedMessages(store)
  const contacts = createContacts(store)

  return function obstacle(call: PlannedCall, item: RunItem): RowFailure | null {
    if (call.kind === 'importMessage' && item.fingerprint !== null) {
      const holder = imported.holder(item.fingerprint)
      return holder === null || holder.runId === runId ? null : heldElsewhereFailure
    }
    if (call.kind === 'createCustomer') return contacts.findByPhone(call.customer.phone).length === 0 ? null : heldExistsFailure
    return null
  }
}
