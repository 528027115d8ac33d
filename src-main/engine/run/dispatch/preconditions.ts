import { claims, createdPhone, givesConsent, texts } from '../../kinds/calls/all-calls.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { keysOf } from '../late/quiet-contacts.ts'
import { tablesOf } from '../../store/tables.ts'
import type { RunItem } from './run-item.ts'
import { claimedElsewhereFailure, heldElsewhereFailure, heldExistsFailure, refusedFailure } from '../words/row-words.ts'
import { notTextedFailure, ofGroup } from '../words/texting-row-words.ts'

/**
 * Why a call is not sent after all: it must not happen twice, and another run was quicker since this one was planned; or it texts somebody, or
 * lets them be texted, who has stopped texts in person since. Null for a call that may go.
 */
export function createPreconditions(store: Store, runId: string) {
  const imported = tablesOf(store).importedMessages
  const { contacts, contactClaims, plans, runs, stoppedTexts } = tablesOf(store)
  let plannedAtMs: number | null = null
  /** A row that was planned later knew of it: the guard of opt-outs has held it. */
  const isStopped = (item: RunItem): boolean => {
    const stoppedAtMs = stoppedTexts.lastOf(keysOf(item))
    if (stoppedAtMs === null || (item.agreedAtMs ?? 0) > stoppedAtMs) return false
    plannedAtMs ??= plans.find(runs.find(runId)?.planId ?? '')?.createdAtMs ?? 0
    return stoppedAtMs >= plannedAtMs
  }
  /** Says who of a group it was, by number or uuid. */
  const stoppedFailure = (call: PlannedCall, item: RunItem): RowFailure => {
    const failure = notTextedFailure('do_not_text')
    const lastAtMs = stoppedTexts.lastOf(keysOf(item))
    const stopped =
      call.kind === 'sendToGroup'
        ? call.phones.find((phone, at) => stoppedTexts.lastOf([phone, call.uuids[at] ?? phone]) === lastAtMs)
        : undefined
    return stopped === undefined ? failure : ofGroup(stopped, failure)
  }

  return function unmetPrecondition(call: PlannedCall, item: RunItem): RowFailure | null {
    if (leadsToTexts(call) && isStopped(item)) return texts([call]) ? stoppedFailure(call, item) : refusedFailure('doNotText')
    if (claims(call.kind) && item.fingerprint !== null) {
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

/** Whether it texts its contact, or says that they may be texted. */
function leadsToTexts(call: PlannedCall): boolean {
  if (givesConsent([call]) || texts([call])) return true
  return call.kind === 'updateCustomer' && (call.customer.unreachable === false || call.customer.blocked === false)
}
