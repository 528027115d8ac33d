import { isSameText } from '../../model/same-text.ts'
import type { PostKind } from '../../kinds/calls/call-descriptor.ts'
import type { Post } from '../../service/service.ts'
import { isStoredBy, type TextRule } from '../../text/stored-text.ts'
import type { WhyUntold } from '../words/row-words.ts'

/** How far the service's clock may be from this computer's before its times are not trusted. */
export const clockToleranceSeconds = 120
/** Times of posts may be cut to whole seconds. */
const slackSeconds = 2

export interface MessageEvidence {
  /** What it is in its conversation. */
  as: PostKind
  /** The contact's posts, newest first, as far back as was read. */
  posts: readonly Post[]
  /** Whether reading stopped before it reached the start of the run. */
  isCutShort: boolean
  body: string
  /** What the service was seen to make of texts. */
  rule?: TextRule
  /** When the run began, in Unix seconds of this computer. */
  sinceSeconds: number
  /** When the first message of this run came to the service, in Unix seconds of the service's clock; null when that is not known. */
  firstAtSeconds: number | null
  /** Posts that are known to be something else: another row's message. */
  isOwned: (postUuid: string) => boolean
  /** The texts of messages of this run to the same contact that arrived, and whose posts the service did not name. */
  arrivedUnnamed: readonly string[]
  /** Others with the same text to the same contact whose outcome is unknown too. */
  otherLost: number
}

export type MessageFate = { kind: 'arrived'; post: Post } | { kind: 'absent' } | { kind: 'cannotTell'; why: WhyUntold }

/**
 * Whether a message that left is at the service, from the contact's posts: matched by text and writer, counted against
 * what this run already owns, never guessed. A service may have altered its text beyond recognition: it is absent only where no
 * post of its kind and writer came since then that belongs to no row, whatever that says. By the service's own clock that is since
 * the first message of this run; where only two clocks that nobody vouches for can tell, older ones count too.
 */
export function findMessage(given: MessageEvidence): MessageFate {
  const { as, firstAtSeconds } = given
  const earliest = firstAtSeconds ?? given.sinceSeconds - slackSeconds
  const others = given.posts.filter((post) => isPostAs(as, post) && !given.isOwned(post.uuid))
  const unclaimed = withoutUnnamed(
    others.filter((post) => isAtOrAfter(post, earliest)),
    given.arrivedUnnamed,
  )
  const equal = unclaimed.filter((post) => isItsText(post, given))
  const post = equal[0]
  if (equal.length > given.otherLost && post !== undefined) return { kind: 'arrived', post }
  if (equal.length > 0 || given.isCutShort) return { kind: 'cannotTell', why: 'uncertain' }
  // The service may have stored it as something else, such as a note of the office or as written by it.
  const isElse = (one: Post) => !isPostAs(as, one) && !given.isOwned(one.uuid) && isAtOrAfter(one, earliest) && isItsText(one, given)
  if (given.posts.some(isElse)) return { kind: 'cannotTell', why: 'otherPost' }
  const doubtful =
    firstAtSeconds === null
      ? withoutUnnamed(
          others.filter((one) => isDoubtful(one, given)),
          given.arrivedUnnamed,
        )
      : unclaimed
  return doubtful.length > 0 ? { kind: 'cannotTell', why: 'otherPost' } : { kind: 'absent' }
}

/** Whether a post holds the text, or what the service makes of it: a post that is claimed by its uuid, so that no other row takes it. */
function isItsText({ uuid, body: stored }: Post, { body, rule }: MessageEvidence): boolean {
  return isSameText(stored, body) || (rule !== undefined && uuid !== '' && stored !== null && isStoredBy(rule, body, stored))
}

/** The posts but for one of each of these texts. */
function withoutUnnamed(posts: readonly Post[], texts: readonly string[]): Post[] {
  const left = [...posts]
  for (const text of texts) {
    const at = left.findLastIndex(({ body }) => isSameText(body, text))
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

/** Without a clock that both vouch for: a post since the run began, give or take what clocks differ by, or an equal one of any time. */
function isDoubtful(post: Post, { sinceSeconds, body }: MessageEvidence): boolean {
  return isAtOrAfter(post, sinceSeconds - clockToleranceSeconds) || isSameText(post.body, body)
}

/** Whether the contact's posts hold one of this kind that belongs to no row, so that it matters when the run began by the service's clock. */
export function hasUnowned({ as, posts, isOwned }: Pick<MessageEvidence, 'as' | 'posts' | 'isOwned'>): boolean {
  return posts.some((post) => isPostAs(as, post) && !isOwned(post.uuid))
}

/** Whether a post is of a kind: an imported message looks as if the customer had sent it (section Endpoints, POST new_customer_post). */
export function isPostAs(as: PostKind, { creatorType, isWhisper }: Post): boolean {
  switch (as) {
    case 'import':
      return !isWhisper && (creatorType === 'customer' || creatorType === null)
    case 'message':
      return !isWhisper && (creatorType === 'user' || creatorType === null)
    case 'whisper':
      return isWhisper
  }
}

function isAtOrAfter({ createdAtSeconds }: Post, seconds: number): boolean {
  return createdAtSeconds === null || createdAtSeconds >= seconds
}
