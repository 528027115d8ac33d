import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { patienceWith, usualPatience, windowLeftMs } from './patience.ts'
import { readProfile } from './service-profile.ts'

/** A call that is under way has so long to be answered before it counts as lost. */
const lookEveryMs = 500

/**
 * How long any call of any run that concerns a contact (uuids and phone numbers) may still take effect: to be asked again then, as one that is
 * under way may be answered sooner. 0 where none can any more.
 */
export function unsettledForMs(store: Store, contacts: readonly string[], nowMs: number): number {
  const { calls, planRows, unansweredCalls } = tablesOf(store)
  const { arrivalMs } = patienceWith(usualPatience, readProfile(store, nowMs).lagMs)
  const late = contacts.flatMap((contact) => unansweredCalls.of(contact) ?? [])
  const leftMs = Math.max(0, ...late.map(({ sentAtMs }) => windowLeftMs(sentAtMs, nowMs, arrivalMs)))
  if (leftMs > 0) return Math.min(leftMs, lookEveryMs)
  const isUnderWay = calls.unsettledElsewhere('', nowMs - arrivalMs).some(({ planId, row }) => {
    const about = planRows.brief(planId, row)
    return [about?.contactUuid, about?.phone].some((one) => typeof one === 'string' && contacts.includes(one))
  })
  return isUnderWay ? lookEveryMs : 0
}
