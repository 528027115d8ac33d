import { type CallKind, callKinds } from '../../model/kinds.ts'
import type { PostCall } from '../../model/runs/service-call.ts'
import { requestConsent, setConsent } from './consent-calls.ts'
import { createCustomer, updateCustomer } from './customer-calls.ts'
import type { CallDescriptor, CallOf, CallPost, DescribedCall } from './call-descriptor.ts'
import { importMessage, resolveConversation, sendToConversation, sendToGroup, sendToPhone, writeWhisper } from './message-calls.ts'

export const callDescriptors: { readonly [Kind in CallKind]: CallDescriptor<CallOf<Kind>> } = {
  updateCustomer,
  createCustomer,
  setConsent,
  importMessage,
  writeWhisper,
  resolveConversation,
  sendToPhone,
  sendToGroup,
  sendToConversation,
  requestConsent,
}

/** The descriptor of a call: TypeScript does not see by itself that the record's entry and the call are of the same kind. */
export function descriptorOf<Call extends DescribedCall>(call: Call): CallDescriptor<Call> {
  return callDescriptors[call.kind] as unknown as CallDescriptor<Call>
}

/** Whether a call may be sent again although the first one may have taken effect. */
export function mayRepeat(kind: CallKind): boolean {
  return callDescriptors[kind].reconcile === 'repeat'
}

/** Whether the row of such a call can be imported again, whatever became of it: a contact is looked up right before it is created. */
export function mayImportAgain(kind: CallKind): boolean {
  return mayRepeat(kind) || callDescriptors[kind].createsContact
}

/**
 * What a call becomes that was `sent` when its process ended, before anything else is sent. Reconciling an unknown one by
 * reading back from the service starts here.
 */
export function afterCrash(kind: CallKind): 'pending' | 'unknown' {
  return mayRepeat(kind) ? 'pending' : 'unknown'
}

/** A call that must not happen twice is journalled so that even a power cut does not forget it before it leaves. */
export function needsDurableIntent(kind: CallKind): boolean {
  return !mayRepeat(kind)
}

/** The number of the contact that a call creates; null for others. */
export function createdPhone(call: DescribedCall): string | null {
  return descriptorOf(call).createdPhone(call)
}

/** The post that a call leaves; null for others. */
export function postOf(call: DescribedCall): CallPost | null {
  return descriptorOf(call).post(call)
}

/** The post of a call that leaves one. */
export function postLeftBy(call: PostCall): CallPost {
  const post = postOf(call)
  if (post === null) throw new Error(`A call of the kind ${call.kind} leaves no post.`)
  return post
}

/** Whether one of these calls gives a consent. */
export function givesConsent(calls: readonly DescribedCall[]): boolean {
  return calls.some((call) => descriptorOf(call).consent(call)?.consent === true)
}

/** Whether one of these calls texts people. */
export function texts(calls: readonly DescribedCall[]): boolean {
  return calls.some((call) => descriptorOf(call).textsPeople(call))
}

/** Whether a call is claimed by its row's fingerprint. */
export function claims(kind: CallKind): boolean {
  return callDescriptors[kind].leavesPost || callDescriptors[kind].isClaimed === true
}

/** Whether a call takes a consent away. */
export function refuses(call: DescribedCall): boolean {
  return descriptorOf(call).consent(call)?.consent === false
}

/** Whom a call makes the service text, by number, and what is known of where they are; null for a call that texts nobody. */
export function textedBy(call: DescribedCall): { phones: readonly string[]; timeZone: string | null } | null {
  if (!descriptorOf(call).textsPeople(call)) return null
  const phones = 'phones' in call ? call.phones : 'phone' in call && call.phone !== null ? [call.phone] : []
  return { phones, timeZone: ('timeZone' in call ? call.timeZone : undefined) ?? null }
}

/** How many contacts a row with these calls is about: all people of a group that it texts. */
export function contactsOf(calls: readonly DescribedCall[]): number {
  return Math.max(1, ...calls.map((call) => textedBy(call)?.phones.length ?? 1))
}

/** The kinds of calls that leave posts, as text in SQL. */
export const postKinds = inSql(callKinds.filter((kind) => callDescriptors[kind].leavesPost))

/** The kinds of calls that are claimed, as text in SQL. */
export const claimedKinds = inSql(callKinds.filter(claims))

function inSql(kinds: readonly CallKind[]): string {
  return kinds.map((kind) => `'${kind}'`).join(', ')
}
