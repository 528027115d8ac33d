import { isDeepStrictEqual } from 'node:util'
import { callDescriptors, mayRepeat } from '../../kinds/calls/all-calls.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { isSameValue, valueIn } from '../../model/contacts/field-values.ts'
import type { FieldChange, FieldValue } from '../../model/plans/plan-schema.ts'
import type { RunItem } from './run-item.ts'

/**
 * Makes the function that tells whether another run has done the very same for a contact since this run was planned, and nothing else
 * since then. A plan made now would find the row unchanged: the service is not told twice, and the ledger has one record of it.
 */
export function createDoneElsewhere(store: Store, runId: string) {
  const { contactChanges, contacts, planRows, plans, runs } = tablesOf(store)
  let plannedAtMs: number | null = null

  return function isDoneElsewhere(item: RunItem): boolean {
    const [call, ...others] = item.calls
    if (call === undefined || others.length > 0 || !isUntouched(item) || !mayRepeat(call.kind)) return false
    const uuid = item.contacts.find((one) => !one.startsWith('+'))
    if (uuid === undefined) return false
    plannedAtMs ??= plans.find(runs.find(runId)?.planId ?? '')?.createdAtMs ?? Number.MAX_SAFE_INTEGER
    const last = contactChanges.lastElsewhere(uuid, plannedAtMs, runId)
    if (last === null || !isDeepStrictEqual(planRows.find(last.planId, last.row)?.detail.calls, [call])) return false
    // Somebody may have changed it back since, and the row may have been planned anew after that.
    const record = contacts.findByUuid(uuid)?.record
    const isOfContact = callDescriptors[call.kind].canary === 'contact'
    return record !== undefined && item.changes.every((change) => isStill(change, valueIn(record, change.field), isOfContact))
  }
}

/** A field of a contact that is not known, because a write to it may or may not have arrived, is written again; what is no such field stays as it was left. */
function isStill({ after }: FieldChange, known: FieldValue | undefined, isOfContact: boolean): boolean {
  return known === undefined ? !isOfContact : isSameValue(after, known)
}

/** Nothing was sent for the row yet, whatever process began it. */
function isUntouched({ ordinal, attempts, inVain, resent, undo, putBack, phase }: RunItem): boolean {
  const isUnsent = ordinal === 0 && attempts === 0 && inVain === undefined && resent === undefined
  return isUnsent && undo === null && putBack === undefined && phase.kind === 'call'
}
