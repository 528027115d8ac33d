import { isSameText } from '../../model/same-text.ts'
import type { Post } from '../../service/service.ts'

/** How far the service's clock may be from this computer's before its times are not trusted. */
export const clockToleranceSeconds = 120
/** Times of posts may be cut to whole seconds. */
const slackSeconds = 2

export interface MessageEvidence {
  /** The contact's posts, newest first, as far back as was read. */
  posts: readonly Post[]
  /** Whether reading stopped before it reached the start of the run. */
  isCutShort: boolean
  body: string
  /** When the run began, in Unix seconds of this computer. */
  sinceSeconds: number
  /** When the first message of this run came to the service, in Unix seconds of the service's clock; null when that is not known. */
  firstAtSeconds: number | null
  /** Posts that are known to be something else: another row's message. */
  isOwned: (postUuid: string) => boolean
  /** Messages of this run with the same text to the same contact that arrived, and whose posts the service did not name. */
  arrivedUnnamed: number
  /** Others with the same text to the same contact whose outcome is unknown too. */
  otherLost: number
}

export type MessageFate = { kind: 'arrived'; post: Post } | { kind: 'absent' } | { kind: 'cannotTell' }

/**
 * Whether a message that left is at the service, from the contact's posts: matched by text and creator, counted against
 * what this run already owns, never guessed. Where only two clocks that nobody vouches for say that an equal post is older
 * than the run, it cannot be told; nor where a post looks like the message with its text altered.
 */
export function findMessage(given: MessageEvidence): MessageFate {
  const earliest = given.firstAtSeconds ?? given.sinceSeconds - slackSeconds
  const others = given.posts.filter((post) => isImport(post) && !given.isOwned(post.uuid))
  const since = others.filter((post) => isAtOrAfter(post, earliest))
  const equal = since.filter((post) => isSameText(post.body, given.body))
  const unclaimed = equal.length - given.arrivedUnnamed
  const post = equal[0]
  if (unclaimed > given.otherLost && post !== undefined) return { kind: 'arrived', post }
  const isDoubtful = given.firstAtSeconds === null && others.some((one) => isSameText(one.body, given.body) && !since.includes(one))
  if (unclaimed > 0 || isDoubtful || given.isCutShort) return { kind: 'cannotTell' }
  return since.some((one) => isAltered(one.body, given.body)) ? { kind: 'cannotTell' } : { kind: 'absent' }
}

/** Whether the customer's posts hold the same text, so that it matters when the run began by the service's clock. */
export function hasEqual({ posts, body, isOwned }: Pick<MessageEvidence, 'posts' | 'body' | 'isOwned'>): boolean {
  return posts.some((post) => isImport(post) && isSameText(post.body, body) && !isOwned(post.uuid))
}

/** An imported message looks as if the customer had sent it (section Endpoints, POST new_customer_post). */
function isImport({ creatorType, isWhisper }: Post): boolean {
  return !isWhisper && (creatorType === 'customer' || creatorType === null)
}

function isAtOrAfter({ createdAtSeconds }: Post, seconds: number): boolean {
  return createdAtSeconds === null || createdAtSeconds >= seconds
}

/** Whether a post could be the text after a service has cut it short, or dropped characters that it does not take. */
function isAltered(shown: string | null, body: string): boolean {
  if (isSameText(shown, body)) return false
  const [a, b] = [bare(shown ?? ''), bare(body)]
  if (a === '' || b === '') return a === b
  return a.startsWith(b) || b.startsWith(a)
}

function bare(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
