import { whyNotTexted } from '../../kinds/plan-send.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { Guard } from '../../model/plans/plan-schema.ts'
import type { ConsentRequest, GroupCall, TextCall } from '../../model/runs/service-call.ts'
import { createGroupPosts } from '../../plan/guards/group-posts.ts'
import { createKnownRefusals } from '../../plan/guards/known-refusals.ts'
import { createLatestPosts, unlessHidden } from '../../plan/guards/latest-posts.ts'
import { whyNotTextedFor } from '../../plan/guards/plan-guards.ts'
import type { Service } from '../../service/service.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import { createAskedBefore } from '../reconcile/asked-before.ts'
import {
  agreedMeanwhileFailure,
  askedRestoredFailure,
  askedUnshownFailure,
  consentNotShownFailure,
  notTextedFailure,
  ofGroup,
  unreadBeforeTextFailure,
} from '../words/texting-row-words.ts'
import { changedFailure, contactGoneFailure } from '../words/row-words.ts'
import type { ReadAnswer } from './read-answer.ts'

/**
 * Makes the read right before somebody is texted: of their record, of their latest messages in every department, and of what this account
 * knows of refusals. Whoever refuses by now, is blocked, archived or unsubscribed, or has another number, is not texted, and neither is
 * who is not known to have agreed, unless a person let that row go. Of a group that is asked about each of its people.
 */
export function createPermissionRead(options: {
  store: Store
  service: Pick<Service, 'conversation' | 'conversationByPhone' | 'customerByPhone' | 'departments'>
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
    readOthers: createGroupPosts(store, options.service),
    isThorough: true,
  })
  const refusals = createKnownRefusals(store, posts.refusedAtMs)
  const { contacts: cached } = tablesOf(store)
  const mayHaveBeenAsked = createAskedBefore(store, options.service)

  /** Another contact with the number, such as one that was added since: what it refuses, the number refuses. */
  async function namesake(uuid: string, phone: string, signal: AbortSignal): Promise<ReadCustomer['record'] | null> {
    const found = await unlessHidden(options.service.customerByPhone(phone, signal))
    return found === null || found.record.uuid === uuid || found.record.phone !== phone ? null : found.record
  }

  /** The service never shows who is unsubscribed: what Rollcall wrote last tells, from whatever run. */
  function withUnsubscribed(record: ReadCustomer['record']): ReadCustomer['record'] {
    const unreachable = record.unreachable ?? cached.findByUuid(record.uuid)?.record.unreachable
    return unreachable === undefined ? record : { ...record, unreachable }
  }

  /** What speaks against texting one contact, who has been read just now; null where nothing does. */
  async function whyNot(
    { record }: ReadCustomer,
    phone: string,
    { released = [], hasAgreed, wants }: { released?: readonly Guard[]; hasAgreed: boolean; wants: 'agreed' | 'notAsked' },
    signal: AbortSignal,
  ): Promise<RowFailure | null> {
    if (record.phone !== phone) return changedFailure(['Phone number'])
    await posts.askAgain(phone, signal)
    refusals.refresh()
    const refusalOf = (own: string | null, asked: string) => whyNotTextedFor(refusals.of(own, asked))
    const twin = await namesake(record.uuid, phone, signal)
    for (const one of [record, ...(twin === null ? [] : [twin])]) {
      const why = whyNotTexted({}, withUnsubscribed(one), phone, { refusalOf })
      if (why !== null) return notTextedFailure(why)
    }
    const isKnownToAgree = record.consent === true || refusals.hasAgreed(record.uuid, phone)
    if (wants === 'notAsked') {
      if (isKnownToAgree) return agreedMeanwhileFailure
      if (record.consent !== null) return consentNotShownFailure
      const asked = await mayHaveBeenAsked(phone, signal)
      if (asked !== null) return asked === 'written' ? askedRestoredFailure : askedUnshownFailure
    } else if (!isKnownToAgree && !hasAgreed && !released.includes('noConsent')) return notTextedFailure('noConsent')
    return record.reachableBySms === false && !released.includes('notReachable') ? notTextedFailure('notReachable') : null
  }

  /** Everybody whom a call texts, each with what they are known by at the service; undefined where that is not known. */
  function peopleOf(
    call: TextCall | GroupCall | ConsentRequest,
    contacts: RunItem['contacts'],
  ): { phone: string; uuid: string | undefined }[] {
    if (call.kind === 'sendToGroup') return call.phones.map((phone, at) => ({ phone, uuid: call.uuids[at] }))
    return [{ phone: call.phone, uuid: contacts.find((one) => !one.startsWith('+')) }]
  }

  return async function readPermission(
    { contacts, released = [] }: Pick<RunItem, 'contacts' | 'released'>,
    { call, hasAgreed }: { call: TextCall | GroupCall | ConsentRequest; hasAgreed: boolean },
    signal: AbortSignal,
  ): Promise<ReadAnswer> {
    const wants = descriptorOf(call).wantsConsent ?? 'agreed'
    const people = peopleOf(call, contacts)
    let last: ReadCustomer | null = null
    for (const { phone, uuid } of people) {
      const named = (failure: RowFailure): RowFailure => (people.length === 1 ? failure : ofGroup(phone, failure))
      const seen = uuid === undefined ? null : await readContact(uuid, signal)
      if (seen === null) return { kind: 'missing', failure: named(contactGoneFailure), goneUuid: uuid ?? null }
      if (seen === 'unreadable') return { kind: 'changed', failure: named(unreadBeforeTextFailure), seen: null }
      const failure = await whyNot(seen, phone, { released, hasAgreed, wants }, signal)
      if (failure !== null) return { kind: 'changed', failure: named(failure), seen }
      last = seen
    }
    // Nobody is texted of whom nothing was read.
    if (last === null) return { kind: 'missing', failure: contactGoneFailure, goneUuid: null }
    return { kind: 'permitted', seen: last }
  }
}
