import { isDeepStrictEqual } from 'node:util'
import { mayRepeat } from '../../kinds/calls/all-calls.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { RunItem } from './run-item.ts'

/**
 * Makes the function that tells whether another run has done the very same for a contact since this run was planned, and nothing else
 * since then. A plan made now would find the row unchanged: the service is not told twice, and the ledger has one record of it.
 */
export function createDoneElsewhere(store: Store, runId: string) {
  const { contactChanges, planRows, plans, runs } = tablesOf(store)
  let plannedAtMs: number | null = null

  return function isDoneElsewhere(item: RunItem): boolean {
    const [call, ...others] = item.calls
    if (call === undefined || others.length > 0 || !isUntouched(item) || !mayRepeat(call.kind)) return false
    const uuid = item.contacts.find((one) => !one.startsWith('+'))
    if (uuid === undefined) return false
    plannedAtMs ??= plans.find(runs.find(runId)?.planId ?? '')?.createdAtMs ?? Number.MAX_SAFE_INTEGER
    const last = contactChanges.lastElsewhere(uuid, plannedAtMs, runId)
    return last !== null && isDeepStrictEqual(planRows.find(last.planId, last.row)?.detail.calls, [call])
  }
}

/** Nothing was sent for the row yet, whatever process began it. */
function isUntouched({ ordinal, attempts, inVain, resent, undo, putBack, phase }: RunItem): boolean {
  const isUnsent = ordinal === 0 && attempts === 0 && inVain === undefined && resent === undefined
  return isUnsent && undo === null && putBack === undefined && phase.kind === 'call'
}
