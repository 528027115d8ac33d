import { conversationAnswer, postAnswer } from './show-conversation.ts'
import type { PostBounds } from '../tables/conversation-table.ts'
import type { ConversationRow } from '../tables/rows.ts'
import { toE164 } from '../phone-forms.ts'
import { pageWindow } from './request-fields.ts'
import type { Records } from '../tables/records.ts'
import type { Operation, Service, ServiceRequest } from '../service-state.ts'
import { notFound, ServiceRefusal } from './refusal.ts'

/** The conversation with this uuid. Throws a 404 refusal. */
export function conversationOf(records: Records, uuid: string): ConversationRow {
  const row = records.conversationByUuid(uuid)
  if (!row) throw notFound('Conversation')
  return row
}

/** Position of the department from 1; the first one is the default. Throws a 404 refusal when it is unknown. */
export function groupIdOf(service: Service, uuid: unknown): number {
  if (uuid === undefined || uuid === null || uuid === '') return 1
  const index = service.groups.findIndex((group) => group.uuid === uuid)
  if (index < 0) throw notFound('Group')
  return index + 1
}

function boundsOf(service: Service, conversation: ConversationRow, query: URLSearchParams): PostBounds {
  const position = (field: string) => {
    const uuid = query.get(field)
    if (uuid === null || uuid === '') return null
    const id = service.conversations.postId(conversation.id, uuid)
    if (id === undefined) throw notFound(`Post of ${field}`)
    return id
  }
  return { after: position('after_uuid') ?? 0, before: position('before_uuid') ?? Number.MAX_SAFE_INTEGER }
}

function postsPage(service: Service, conversation: ConversationRow, { query, records }: ServiceRequest): Record<string, unknown>[] {
  const { page, pageSize } = pageWindow(query)
  return records
    .posts(conversation, boundsOf(service, conversation, query), page, pageSize)
    .map((post) => postAnswer(service, conversation, post))
}

function withPosts(service: Service, conversation: ConversationRow, request: ServiceRequest) {
  const posts = postsPage(service, conversation, request)
  return { body: () => ({ conversation: conversationAnswer(service, conversation, request.records), posts }) }
}

/** GET /api/conversation/{uuid}.json: the conversation and one page of its posts, latest first. */
export const getConversation: Operation = (service, request) => withPosts(service, conversationOf(request.records, request.uuid), request)

/** GET /api/conversations.json with `phone_number`; `{"conversation": null}` when there is no such contact. */
export const findConversation: Operation = (service, request) => {
  const groupId = groupIdOf(service, request.query.get('group_uuid'))
  const e164 = toE164(request.query.get('phone_number') ?? '')
  const customer = e164 === null ? undefined : request.records.customerByPhone(e164)
  const conversation = customer && request.records.conversationOfCustomer(customer.id, groupId)
  return conversation ? withPosts(service, conversation, request) : { body: () => ({ conversation: null }) }
}

function listOf(service: Service, request: ServiceRequest): Record<string, unknown>[] {
  if (request.query.has('after_uuid') || request.query.has('before_uuid')) {
    throw new ServiceRefusal(422, 'after_uuid and before_uuid need phone_number')
  }
  const { page, pageSize } = pageWindow(request.query)
  return request.records
    .conversations(groupIdOf(service, request.query.get('group_uuid')), page, pageSize)
    .map((row) => conversationAnswer(service, row, request.records))
}

/** GET /api/conversations.json: the dashboard of a department, latest activity first. */
export const listConversations: Operation = (service, request) => ({ body: () => ({ conversations: listOf(service, request) }) })

/** GET /api/reporting/conversations.json: the same, in the shape that this operation had before. */
export const reportConversations: Operation = (service, request) => ({
  body: () => ({ conversations: listOf(service, request), meta: pageWindow(request.query) }),
})

/** GET /api/reporting/conversation/{uuid}/posts.json */
export const reportPosts: Operation = (service, request) => {
  const conversation = conversationOf(request.records, request.uuid)
  return { body: () => ({ posts: postsPage(service, conversation, request) }) }
}
