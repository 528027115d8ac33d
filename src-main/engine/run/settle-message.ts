import { isSameText } from '../plan/same-text.ts'
import type { Post } from '../service/service.ts'

/** How far the service's clock may be from this computer's before its times are not trusted. */
export const clockToleranceSeconds = 120

export interface PostsToJudge {
  /** The contact's posts, newest first, as far back as was read. */
  posts: readonly Post[]
  /** Whether the reading stopped before it came to the beginning of the run. */
  isCutShort: boolean
  body: string
  /** When the run began, in Unix seconds of this computer. */
  sinceSeconds: number
  /** Posts that are known to be something else: another row's message. */
  isOwned: (postUuid: string) => boolean
  /** Messages of this run with the same text to the same contact that arrived, and whose posts the service did not name. */
  arrivedUnnamed: number
  /** Others with the same text to the same contact of which nobody knows either. */
  otherUnsettled: number
}

export type MessageFate = { kind: 'arrived'; post: Post } | { kind: 'absent' } | { kind: 'cannotTell' }

/**
 * Whether a message that left is at the service, from the contact's posts: matched by text and creator, counted against
 * what this run already owns, never guessed. An equal post from before the run makes the service's clock matter, which
 * nobody vouches for: then it cannot be told.
 */
export function judgePosts(given: PostsToJudge): MessageFate {
  const equal = given.posts.filter((post) => isImport(post) && isSameText(post.body, given.body) && !given.isOwned(post.uuid))
  const earliest = given.sinceSeconds - clockToleranceSeconds
  const recent = equal.filter(({ createdAtSeconds }) => createdAtSeconds === null || createdAtSeconds >= earliest)
  const unclaimed = recent.length - given.arrivedUnnamed
  const post = recent[0]
  if (unclaimed > given.otherUnsettled && post !== undefined) return { kind: 'arrived', post }
  if (unclaimed > 0 || equal.length > recent.length || given.isCutShort) return { kind: 'cannotTell' }
  return { kind: 'absent' }
}

/** An imported message looks as if the customer had sent it (section Endpoints, POST new_customer_post). */
function isImport({ creatorType, isWhisper }: Post): boolean {
  return !isWhisper && (creatorType === 'customer' || creatorType === null)
}
