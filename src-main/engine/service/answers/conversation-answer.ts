import { z } from 'zod'
import { readAgent } from './account-answers.ts'
import { oneIn, uuidOf } from './answer-parts.ts'
import type { CustomerReader } from './customer-answer.ts'
import { isObject } from '../http/json-text.ts'
import type { ReadAnswer } from '../http/service-reader.ts'
import type { Attachment, Conversation, ConversationPost, ConversationPosts } from '../service.ts'
import { shapeError } from './shape-error.ts'

const text = z.string().nullable().optional().catch(undefined)
const flag = z.boolean().nullable().optional().catch(undefined)

const attachmentSchema = z
  .looseObject({ url: z.string().min(1), name: text, content_type: text })
  .transform(({ url, name, content_type }): Attachment => ({ url, name: name ?? null, contentType: content_type ?? null }))

/** From here on a time is in milliseconds: as seconds it would lie in the year 5138. */
const leastMilliseconds = 100_000_000_000

const createdAt = z
  .union([z.number(), z.string()])
  .transform((value) => {
    const number = typeof value === 'number' ? value : /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Date.parse(value) / 1000
    if (!Number.isFinite(number)) return null
    return number >= leastMilliseconds ? number / 1000 : number
  })
  .nullable()
  .catch(null)

const postSchema = z
  .looseObject({
    uuid: text,
    conversation_uuid: text,
    body: text,
    created_at: createdAt.optional(),
    creator: z
      .looseObject({ type: z.enum(['customer', 'system', 'user']), uuid: text })
      .nullable()
      .optional()
      .catch(undefined),
    is_whisper: z.unknown().optional(),
    attachments: z.array(z.unknown()).nullable().optional().catch(undefined),
    marked_as_resolved: flag,
    first_post: flag,
    message_type: text,
    transferred_to: z.unknown().optional(),
    assigned_to: z.unknown().optional(),
  })
  .transform((post): ConversationPost => ({
    uuid: post.uuid ?? '',
    conversationUuid: post.conversation_uuid ?? null,
    body: post.body ?? null,
    createdAtSeconds: post.created_at ?? null,
    creatorType: post.creator?.type ?? null,
    ...(post.creator?.uuid && { creatorUuid: post.creator.uuid }),
    isWhisper: post.is_whisper === true || post.is_whisper === 1,
    attachments: (post.attachments ?? []).map((one) => attachmentSchema.safeParse(one).data).filter((one) => one !== undefined),
    marksResolved: post.marked_as_resolved ?? null,
    isFirst: post.first_post ?? null,
    messageType: post.message_type ?? null,
    transferredTo: readAgent(post.transferred_to),
    assignedTo: readAgent(post.assigned_to),
  }))

/** One post (section Resources, Post); null when it is none. A missing property is null, a missing uuid ''. */
export function readPost(value: unknown): ConversationPost | null {
  const parsed = postSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** One conversation of a list or an answer; null when it is none (no uuid). */
export function readConversation(value: unknown, readCustomer: CustomerReader): Conversation | null {
  const conversationUuid = uuidOf(value)
  if (conversationUuid === null || !isObject(value)) return null
  const resolved = typeof value.resolved === 'boolean' ? value.resolved : null
  return { conversationUuid, resolved, customer: readCustomer(value.customer) }
}

/** The conversation of an answer to GET conversations by phone or GET conversation; null when there is none. Throws `service.*`. */
export function conversationIn({ status, body, error }: ReadAnswer): Record<string, unknown> | null {
  if (status === 404 && isObject(body)) return null
  // The operations are specified: a 404 that is a web page means that the address is wrong, not that there is no conversation.
  if (status === 404) throw shapeError('a conversation')
  if (error !== null) throw error
  const conversation = oneIn(body, 'conversation')
  if (conversation.kind === 'none') return null
  if (conversation.kind === 'unusable') throw shapeError('a conversation')
  return conversation.value
}

/**
 * The conversation of such an answer with its posts. Whether a message arrived is read off these: posts that are missing, or
 * that are none, must not look like a conversation without any, and are `service.shape`.
 */
export function conversationPostsIn(answer: ReadAnswer, readCustomer: CustomerReader): ConversationPosts | null {
  const found = conversationIn(answer)
  if (found === null) return null
  const conversation = readConversation(found, readCustomer)
  const list = isObject(answer.body) ? answer.body.posts : undefined
  if (conversation === null || !Array.isArray(list)) throw shapeError('a conversation')
  const posts = list.map(readPost)
  if (!posts.every((post) => post !== null)) throw shapeError('a conversation')
  return { ...conversation, posts }
}
