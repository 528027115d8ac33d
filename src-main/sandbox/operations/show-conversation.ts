import type { Attachment, ConversationRow, PostRow } from '../tables/rows.ts'
import { customerAnswer } from '../tables/customer-table.ts'
import type { Service } from '../service-state.ts'
import type { Records } from '../tables/records.ts'

/** A conversation as answers show it (section Resources, Conversation). */
export function conversationAnswer(
  service: Service,
  conversation: ConversationRow,
  records: Records = service.records,
): Record<string, unknown> {
  const show = (id: number) => {
    const row = records.customerById(id)
    return row ? customerAnswer(row, service.settings.phoneStyle) : null
  }
  const answer: Record<string, unknown> = {
    uuid: conversation.uuid,
    customer: show(conversation.customer_id),
    resolved: conversation.resolved === 1,
  }
  if (conversation.participants !== null) answer.customers = (JSON.parse(conversation.participants) as number[]).map(show)
  return answer
}

function creatorAnswer(service: Service, conversation: ConversationRow, type: PostRow['creator_type']): Record<string, unknown> {
  if (type === 'system') return { type }
  if (type === 'user') return { type, uuid: service.agents[0]?.uuid, name: service.agents[0]?.name }
  const row = service.customers.byId(conversation.customer_id)
  return { type, uuid: row?.uuid, name: row?.name ?? null }
}

/** What a whisper's answer shows of a post (section Endpoints, POST conversation). */
export function whisperAnswer(service: Service, conversation: ConversationRow, post: PostRow): Record<string, unknown> {
  return {
    uuid: post.uuid,
    conversation_uuid: conversation.uuid,
    body: post.body,
    attachments: JSON.parse(post.attachments) as Attachment[],
    created_at: post.created_at,
    creator: creatorAnswer(service, conversation, post.creator_type),
    is_whisper: post.is_whisper === 1,
    marked_as_resolved: post.marked_as_resolved === 1,
    transferred_to: null,
  }
}

/** A post as answers show it (section Resources, Post). */
export function postAnswer(service: Service, conversation: ConversationRow, post: PostRow): Record<string, unknown> {
  return {
    ...whisperAnswer(service, conversation, post),
    assigned_to: null,
    first_post: post.first_post === 1,
    message_type: post.message_type,
  }
}
