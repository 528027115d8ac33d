import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import { isNeverShown } from '../../model/contacts/field-values.ts'
import type { UnansweredCall } from '../../store/runs/unanswered-calls.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/**
 * Notes a call without a good answer for the contacts that it concerns, by uuid and phone number. What the service never shows of
 * them is not known any more where the call's row writes it: only a confirmed write tells.
 */
export function createUnansweredNotes(store: Store, contacts = tablesOf(store).contacts) {
  const { unansweredCalls, planRows } = tablesOf(store)
  return (planId: string, of: readonly string[], call: UnansweredCall): void => {
    unansweredCalls.note(of, call)
    const calls = planRows.find(planId, call.row)?.detail.calls ?? []
    if (!calls.some((one) => descriptorOf(one).fields(one).some(isNeverShown))) return
    for (const contact of of) contacts.forgetNeverShown(contact)
  }
}
