import { conversationAnswer, postAnswer, whisperAnswer } from './show-conversation.ts'
import type { NewPost } from '../tables/conversation-table.ts'
import type { Attachment, ConversationRow, CustomerRow, PostRow } from '../tables/rows.ts'
import { blankFields } from '../tables/customer-table.ts'
import { isObject, objectBody, requiredPhone, type JsonObject } from './request-fields.ts'
import type { Operation, Service, ServiceRequest } from '../service-state.ts'
import { invalidField, ServiceRefusal } from './refusal.ts'
import { conversationOf, groupIdOf } from './conversation-operations.ts'
import { addCustomer } from './customer-operations.ts'

/** Throws a 422 refusal for a contact that must not or cannot be texted (section States, `unreachable`). */
export function refuseUnreachable(customer: CustomerRow): void {
  if (customer.unreachable === 1) throw new ServiceRefusal(422, 'The customer is unreachable and cannot be messaged')
  if (customer.phone === null || customer.reachable_by_sms === 0) throw new ServiceRefusal(422, 'The customer cannot receive SMS')
}

function refuseUnmessageable(service: Service, customer: CustomerRow): void {
  refuseUnreachable(customer)
  if (service.settings.consentFeature && customer.consent === 0) {
    throw new ServiceRefusal(422, 'The customer has not consented to be messaged')
  }
}

function attachmentsOf(body: JsonObject, field: string): Attachment[] {
  const value = body[field]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidField(field, 'must be an array')
  return value.map((item: unknown) => {
    const url = isObject(item) ? item.url : undefined
    if (typeof url !== 'string' || !URL.canParse(url)) throw invalidField(field, 'must hold objects with a url')
    const name = new URL(url).pathname.split('/').pop() ?? ''
    return { content_type: 'application/octet-stream', name, url }
  })
}

function bodyOf(body: JsonObject, field: string): string | null {
  const value = body[field]
  if (value === undefined || value === null) return null
  if (!isObject(value)) throw invalidField(field, 'must be an object')
  if (typeof value.body !== 'string') throw invalidField(`${field}.body`, 'is required')
  return value.body
}

/** The message or whisper of a body: exactly one of the two, with a text or attachments. */
function outgoing(service: Service, request: ServiceRequest): NewPost {
  const body = objectBody(request.body)
  const comment = bodyOf(body, 'comment')
  const whisper = bodyOf(body, 'whisper')
  if (comment === null && whisper === null) throw invalidField('comment', 'or whisper is required')
  if (comment !== null && whisper !== null) throw invalidField('whisper', 'is used instead of comment, not with it')
  const kind = whisper === null ? 'message' : 'whisper'
  const attachments = attachmentsOf(body, kind === 'whisper' ? 'whisper_attachments' : 'attachments')
  const text = comment ?? whisper ?? ''
  if (text.trim() === '' && attachments.length === 0) throw invalidField(kind === 'message' ? 'comment.body' : 'whisper.body', 'is blank')
  const resolve = body.resolve
  const marksResolved = resolve !== undefined && resolve !== null && resolve !== '' && resolve !== false
  return {
    kind,
    body: text,
    attachments,
    createdAtSeconds: service.nowSeconds(),
    creatorType: 'user',
    marksResolved,
    askedBody: request.askedBody,
  }
}

const recipientIds = (conversation: ConversationRow): number[] =>
  conversation.participants === null ? [conversation.customer_id] : (JSON.parse(conversation.participants) as number[])

function deliver(service: Service, conversation: ConversationRow, post: NewPost): { conversation: ConversationRow; post: PostRow } {
  const customerIds = recipientIds(conversation)
  const row = service.conversations.addPost(conversation, post)
  if (post.marksResolved) {
    service.conversations.setResolved(conversation.id, true)
    service.record({ count: 'resolves', customerIds, conversation })
  }
  const isGroup = conversation.participants !== null
  service.record({
    count: post.kind === 'whisper' ? 'whispers' : isGroup ? 'groupMessagesSent' : 'messagesSent',
    customerIds,
    conversation,
    post: row,
  })
  return { conversation: post.marksResolved ? { ...conversation, resolved: 1 } : conversation, post: row }
}

const groupAnswer = (service: Service, conversation: ConversationRow) => service.groups[conversation.group_id - 1] ?? null

function knownOrNew(service: Service, e164: string, groupId: number): CustomerRow {
  return service.customers.byPhone(e164) ?? addCustomer(service, e164, blankFields, groupId)
}

function groupRecipients(service: Service, body: JsonObject, numbers: unknown[]): { phones: string[]; groupId: number } {
  if (body.group_uuid === undefined || body.group_uuid === null) throw invalidField('group_uuid', 'is required for group messaging')
  const groupId = groupIdOf(service, body.group_uuid)
  if (!service.groups[groupId - 1]?.is_sms_group) throw invalidField('group_uuid', 'is not a group-messaging department')
  if (numbers.length === 0) throw invalidField('phone_number', 'is required')
  return { phones: [...new Set(numbers.map(requiredPhone))], groupId }
}

/** POST /api/conversations.json: a message, whisper or group message by phone number; unknown numbers become contacts. */
export const sendByPhone: Operation = (service, request) => {
  const body = objectBody(request.body)
  const isGroup = Array.isArray(body.phone_number)
  const { phones, groupId } = Array.isArray(body.phone_number)
    ? groupRecipients(service, body, body.phone_number)
    : { phones: [requiredPhone(body.phone_number)], groupId: groupIdOf(service, body.group_uuid) }
  const post = outgoing(service, request)
  for (const phone of phones) {
    const known = service.customers.byPhone(phone)
    if (known && post.kind === 'message') refuseUnmessageable(service, known)
  }
  const ids = phones.map((phone) => knownOrNew(service, phone, isGroup ? 1 : groupId).id)
  const conversation = isGroup ? service.conversations.ofParticipants(ids, groupId) : service.conversations.ofCustomer(ids[0] ?? 0, groupId)
  const sent = deliver(service, conversation, post)
  return {
    body: () => ({
      conversation: conversationAnswer(service, sent.conversation),
      post: postAnswer(service, sent.conversation, sent.post),
      group: groupAnswer(service, sent.conversation),
    }),
  }
}

/** POST /api/conversation/{uuid}.json. The answer's `whisper` is what was posted, also for a message. */
export const sendToConversation: Operation = (service, request) => {
  const conversation = conversationOf(service.records, request.uuid)
  const post = outgoing(service, request)
  if (post.kind === 'message') {
    for (const id of recipientIds(conversation)) {
      const customer = service.customers.byId(id)
      if (customer) refuseUnmessageable(service, customer)
    }
  }
  const sent = deliver(service, conversation, post)
  return {
    body: () => ({
      conversation: conversationAnswer(service, sent.conversation),
      whisper: whisperAnswer(service, sent.conversation, sent.post),
      group: groupAnswer(service, conversation),
      ...(post.kind === 'message' && { post: postAnswer(service, sent.conversation, sent.post) }),
    }),
  }
}

/**
 * POST /api/new_customer_post.json: a message as if the customer had sent it. An unknown number becomes a contact, a resolved
 * conversation is open again. Blocked contacts can be imported to: their messages are only hidden.
 */
export const importMessage: Operation = (service, request) => {
  const body = objectBody(request.body)
  const phone = requiredPhone(body.phone_number)
  const groupId = groupIdOf(service, body.group_uuid)
  const text = bodyOf(body, 'comment')
  const attachments = attachmentsOf(body, 'attachments')
  if ((text === null || text.trim() === '') && attachments.length === 0) throw invalidField('comment', 'or attachments is required')
  const customer = knownOrNew(service, phone, groupId)
  const conversation = service.conversations.ofCustomer(customer.id, groupId)
  if (conversation.resolved === 1) {
    service.conversations.setResolved(conversation.id, false)
    service.record({ count: 'reopens', customerIds: [customer.id], conversation })
  }
  const post = service.conversations.addPost(conversation, {
    kind: 'import',
    body: text,
    attachments,
    createdAtSeconds: service.nowSeconds(),
    creatorType: 'customer',
    marksResolved: false,
    askedBody: request.askedBody,
  })
  service.record({ count: 'messagesImported', customerIds: [customer.id], conversation, post })
  return { body: () => ({ post: postAnswer(service, conversation, post), group: groupAnswer(service, conversation) }) }
}

/** POST /api/conversation/{uuid}/resolve.json: the body is a JSON string, the uuid of a disposition; none is fine too. */
export const resolveConversation: Operation = (service, request) => {
  const conversation = conversationOf(service.records, request.uuid)
  const disposition = request.body ?? ''
  if (typeof disposition !== 'string') throw invalidField('disposition', 'must be a JSON string')
  if (disposition !== '') {
    if (!service.settings.dispositionsConfigured) throw invalidField('disposition', 'is not configured for this account')
    if (!service.dispositions.some((known) => known.uuid === disposition)) throw invalidField('disposition', 'is unknown')
  }
  service.conversations.setResolved(conversation.id, true)
  const post = service.conversations.addPost(conversation, {
    kind: 'resolve',
    body: null,
    attachments: [],
    createdAtSeconds: service.nowSeconds(),
    creatorType: 'user',
    marksResolved: true,
  })
  service.record({ count: 'resolves', customerIds: recipientIds(conversation), conversation })
  const resolved = { ...conversation, resolved: 1 }
  return { body: () => ({ conversation: conversationAnswer(service, resolved), post: postAnswer(service, resolved, post) }) }
}
