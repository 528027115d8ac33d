import type { MappedRow } from '../model/plans/mapped-row.ts'
import type { CustomerRecord } from '../model/contacts/customer.ts'
import type { PlannedCall } from '../model/plans/plan-schema.ts'
import type { GroupMember, ImportDescriptor, MemberDoubt, PlanContext } from './kind-descriptor.ts'
import { agreesByFile, bodyFor, textingGuards, whyNotTexted } from './plan-send.ts'

/** How many the service takes is not specified (section Limits); in a larger group everybody would read the numbers of too many. */
export const mostInGroup = 50

/**
 * What a row does that texts a group. One of its people who may not be texted, in whatever place that is known, leaves all of it out for
 * good: the others read who else is written to. One who is not known to have agreed, or to be reachable, holds it.
 */
export const planGroupSend: ImportDescriptor['planRow'] = (row, { members = [] }, context) => {
  const { message, timeZone } = row
  if (message === undefined || (message.body === '' && message.attachments.length === 0)) return { class: 'skipped', reason: 'no_content' }
  const { groupUuid } = context
  const phones = members.map(({ phone }) => phone)
  if (phones.length < 2 || groupUuid === null) return { class: 'invalid', reason: 'no_group' }
  if (phones.length > mostInGroup) return { class: 'invalid', reason: 'group_too_large' }
  const out = members.flatMap((member) => whyLeftOut(row, member, context))
  const [first] = out
  if (first !== undefined) return { class: 'skipped', reason: first.why, doubts: out }
  const whyNever = context.texting?.whyNever(phones, timeZone ?? null) ?? null
  if (whyNever !== null) return { class: 'invalid', reason: whyNever }
  const known = members.flatMap(({ phone, record }) => (record === null ? [] : { phone, record }))
  const hasAgreedByFile = agreesByFile(row)
  const doubts = known.flatMap((member) => doubtsOf(row, member, hasAgreedByFile, context))
  const call: PlannedCall = {
    kind: 'sendToGroup',
    phones,
    uuids: known.map(({ record }) => record.uuid),
    groupUuid,
    // Its conversation is known to no later call, unless this one's answer tells it.
    post: {
      as: 'message',
      body: bodyFor(message.body, phones, context),
      attachments: message.attachments,
      resolve: context.resolvesAfter === true,
    },
    ...(hasAgreedByFile && { hasAgreed: true as const }),
    ...(timeZone !== undefined && { timeZone }),
  }
  return { class: 'send', changes: [], calls: [call], heldBy: [...new Set(doubts.map(({ why }) => why))], doubts }
}

type LeftOut = MemberDoubt & { why: Exclude<MemberDoubt['why'], 'noConsent' | 'notReachable'> }

function whyLeftOut(row: MappedRow, { phone, record }: GroupMember, { texting }: PlanContext): LeftOut | [] {
  const why = record === null ? 'not_found' : whyNotTexted(row, record, phone, texting)
  return why === null ? [] : { phone, why }
}

function doubtsOf(
  row: MappedRow,
  { phone, record }: { phone: string; record: CustomerRecord },
  hasAgreedByFile: boolean,
  { texting }: PlanContext,
) {
  const hasAgreed = hasAgreedByFile || texting?.hasAgreed(record.uuid, phone) === true
  return textingGuards(row, record, hasAgreed).map((why) => ({ phone, why }))
}
