import type { CustomerRecord } from '../model/contacts/customer.ts'
import type { MappedRow } from '../model/plans/mapped-row.ts'
import type { PlannedCall } from '../model/plans/plan-schema.ts'
import { firstMessage } from '../text/texting/first-message.ts'
import type { ImportDescriptor, PlanContext, TextingContext, WhyNotTexted } from './kind-descriptor.ts'

/**
 * What a row does that sends its contact a message. Who refused, in whatever place that is known, is left out and cannot be released; who
 * is not known to have agreed, or to be reachable, waits for a person.
 */
export const planSend: ImportDescriptor['planRow'] = (row, { record, phone }, context) => {
  const { message, timeZone } = row
  if (message === undefined || (message.body === '' && message.attachments.length === 0)) return { class: 'skipped', reason: 'no_content' }
  if (record === null) return { class: 'skipped', reason: 'not_found' }
  if (phone === null) return { class: 'invalid', reason: 'no_phone' }
  const why = whyNotTexted(row, record, phone, context.texting)
  if (why !== null) return { class: 'skipped', reason: why }
  const whyNever = context.texting?.whyNever([phone], timeZone ?? null) ?? null
  if (whyNever !== null) return { class: 'invalid', reason: whyNever }
  const hasAgreedByFile = agreesByFile(row)
  const { groupUuid, resolvesAfter, closingDisposition } = context
  const { attachments } = message
  const body = bodyFor(message.body, [phone], context)
  const call: PlannedCall = {
    kind: 'sendToPhone',
    phone,
    groupUuid,
    post: { as: 'message', body, attachments, resolve: false },
    ...(hasAgreedByFile && { hasAgreed: true as const }),
    ...(timeZone !== undefined && { timeZone }),
  }
  const closing: PlannedCall = { kind: 'resolveConversation', phone, ...(closingDisposition && { with: closingDisposition }) }
  return {
    class: 'send',
    changes: [],
    calls: resolvesAfter === true ? [call, closing] : [call],
    heldBy: textingGuards(row, record, hasAgreedByFile || context.texting?.hasAgreed(record.uuid, phone) === true),
  }
}

/** The first message to a person, also to one of several, says who writes and how to stop. Pictures alone are sent with just that. */
export function bodyFor(body: string, phones: readonly string[], { introduction = null, texting }: PlanContext): string {
  if (introduction === null || phones.every((phone) => texting?.hasTexted(phone) === true)) return body
  return body === '' ? `${introduction.business}: ${introduction.howToStop}` : firstMessage(body, introduction)
}

/** Why nobody may text a contact, whoever asks for it; null where nothing is known that speaks against it. */
export function whyNotTexted(
  { consent }: Pick<MappedRow, 'consent'>,
  record: CustomerRecord,
  phone: string,
  texting: Pick<TextingContext, 'refusalOf'> | undefined,
): WhyNotTexted | null {
  if (record.blocked === true) return 'blocked'
  if (record.archived === true) return 'archived'
  if (record.unreachable === true) return 'unsubscribed'
  if (record.consent === false) return 'refused'
  if (consent === false) return 'refused_in_file'
  return texting?.refusalOf(record.uuid, phone) ?? null
}

/** Whether the row itself shows that its contact agreed, by words that a person has confirmed. */
export function agreesByFile({ consent, isUnconfirmed, isUnheard }: MappedRow): boolean {
  return consent === true && isUnconfirmed !== true && isUnheard !== true
}

/** What holds a text to a contact until a person lets it go. */
export function textingGuards({ isUnheard }: Pick<MappedRow, 'isUnheard'>, record: CustomerRecord, hasAgreed: boolean): TextingGuard[] {
  const isAgreed = isUnheard !== true && (record.consent === true || hasAgreed)
  return [...(isAgreed ? [] : (['noConsent'] as const)), ...(record.reachableBySms === false ? (['notReachable'] as const) : [])]
}

export type TextingGuard = 'noConsent' | 'notReachable'
