import { whyNotTexted } from '../../kinds/plan-send.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { ConsentRequest, TextCall } from '../../model/runs/service-call.ts'
import { createKnownRefusals } from '../../plan/guards/known-refusals.ts'
import { createLatestPosts } from '../../plan/guards/latest-posts.ts'
import { whyNotTextedFor } from '../../plan/guards/plan-guards.ts'
import type { Service } from '../../service/service.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import { createAskedBefore } from '../reconcile/asked-before.ts'
import {
  agreedMeanwhileFailure,
  askedRestoredFailure,
  changedFailure,
  consentNotShownFailure,
  contactGoneFailure,
  notTextedFailure,
  unreadBeforeTextFailure,
} from '../run-words.ts'
import type { ReadAnswer } from './read-answer.ts'

/**
 * Makes the read right before somebody is texted: of their record, of their latest messages in every department, and of what this account
 * knows of refusals. Whoever refuses by now, is blocked, archived or unsubscribed, or has another number, is not texted, and neither is
 * who is not known to have agreed, unless a person let that row go.
 */
export function createPermissionRead(options: {
  store: Store
  service: Pick<Service, 'conversationByPhone' | 'departments'>
  readContact: (uuid: string, signal: AbortSignal) => Promise<ReadCustomer | null | 'unreadable'>
}) {
  const { store, readContact } = options
  const posts = createLatestPosts({
    service: options.service,
    groupUuids: tablesOf(store)
      .departments.all()
      .map(({ uuid }) => uuid),
    concurrency: 1,
    signal: undefined,
    onAnswer: () => undefined,
  })
  const refusals = createKnownRefusals(store, posts.refusedAtMs)
  const mayHaveBeenAsked = createAskedBefore(store, options.service)

  return async function readPermission(
    { contacts, released = [] }: Pick<RunItem, 'contacts' | 'released'>,
    { call, hasAgreed }: { call: TextCall | ConsentRequest; hasAgreed: boolean },
    signal: AbortSignal,
  ): Promise<ReadAnswer> {
    const held = (failure: RowFailure, seen: ReadCustomer | null): ReadAnswer => ({ kind: 'changed', failure, seen })
    const uuid = contacts.find((one) => !one.startsWith('+'))
    const seen = uuid === undefined ? null : await readContact(uuid, signal)
    if (seen === null) return { kind: 'missing', failure: contactGoneFailure, goneUuid: uuid ?? null }
    if (seen === 'unreadable') return held(unreadBeforeTextFailure, null)
    const { record } = seen
    if (record.phone !== call.phone) return held(changedFailure(['Phone number']), seen)
    await posts.askAgain(call.phone, signal)
    refusals.refresh()
    const refusalOf = (own: string | null, phone: string) => whyNotTextedFor(refusals.of(own, phone))
    const why = whyNotTexted({}, record, call.phone, { refusalOf })
    if (why !== null) return held(notTextedFailure(why), seen)
    if (descriptorOf(call).wantsConsent === 'notAsked') {
      const isAgreed = record.consent === true || refusals.hasAgreed(record.uuid, call.phone)
      if (isAgreed || record.consent !== null) return held(isAgreed ? agreedMeanwhileFailure : consentNotShownFailure, seen)
      if (await mayHaveBeenAsked(call.phone, signal)) return held(askedRestoredFailure, seen)
      return record.reachableBySms === false && !released.includes('notReachable')
        ? held(notTextedFailure('notReachable'), seen)
        : { kind: 'permitted', seen }
    }
    const mayText = record.consent === true || hasAgreed || refusals.hasAgreed(record.uuid, call.phone) || released.includes('noConsent')
    if (!mayText) return held(notTextedFailure('noConsent'), seen)
    if (record.reachableBySms === false && !released.includes('notReachable')) return held(notTextedFailure('notReachable'), seen)
    return { kind: 'permitted', seen }
  }
}
