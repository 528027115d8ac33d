import type { ShownPost } from '../../model/contacts/shown-conversation-schema.ts'
import type { ConversationPost } from '../../service/service.ts'

const writers = { customer: 'customer', user: 'office', system: 'system' } as const

/** The latest time that a date can be; what a service shows beyond is none. */
const latestSeconds = 8_640_000_000_000

/** A post as it is shown and exported. */
export function toShownPost(post: ConversationPost): ShownPost {
  const { uuid, body, creatorType, createdAtSeconds, attachments } = post
  return {
    uuid,
    kind: kindOf(post),
    writer: creatorType === null ? null : writers[creatorType],
    body,
    sentAtSeconds: createdAtSeconds !== null && Math.abs(createdAtSeconds) <= latestSeconds ? createdAtSeconds : null,
    attachments: attachments.map(({ url, name }) => ({ url, name })),
  }
}

/** What says something is a message, whatever else happened with it: a message can resolve its conversation. */
function kindOf({
  isWhisper,
  body,
  attachments,
  marksResolved,
  transferredTo,
  assignedTo,
  creatorType,
}: ConversationPost): ShownPost['kind'] {
  if (isWhisper) return 'whisper'
  const saysSomething = (body ?? '').trim() !== '' || attachments.length > 0
  if (marksResolved === true && (!saysSomething || creatorType === 'system')) return 'resolved'
  if (saysSomething) return 'message'
  if (transferredTo !== null) return 'transferred'
  return assignedTo === null ? 'message' : 'assigned'
}

/**
 * Oldest first. Posts of the same second stay in the service's order, which is taken for newest first unless the times say otherwise; posts
 * without a time stay beside those that it shows them with.
 */
export function inTimeOrder(posts: readonly ShownPost[]): ShownPost[] {
  const known = posts.flatMap(({ sentAtSeconds }) => sentAtSeconds ?? [])
  const isOldestFirst = (known[0] ?? 0) < (known.at(-1) ?? 0)
  const shown = isOldestFirst ? [...posts] : posts.toReversed()
  let latest = Number.NEGATIVE_INFINITY
  const timed = shown.map((post, at) => {
    latest = post.sentAtSeconds ?? latest
    return { post, time: latest, at }
  })
  return timed
    .toSorted((one, other) => (one.time === other.time ? one.at - other.at : one.time < other.time ? -1 : 1))
    .map(({ post }) => post)
}
