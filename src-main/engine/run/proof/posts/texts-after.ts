import type { ConversationPost } from '../../../service/service.ts'
import { clockToleranceSeconds } from '../../reconcile/reconcile-message.ts'
import { newPosts } from './new-posts.ts'
import type { ProofImage } from '../proof-task.ts'
import type { UnaskedChange } from '../unasked-changes.ts'

/** A text went to a contact with a call that was to send none, such as a welcome or "you have unsubscribed". */
export const texted: UnaskedChange = { field: 'texts', before: null, after: null }

/**
 * Whether a text went to the contact with a call. Where the conversation was read right before the call, too, that is certain. Else it may be
 * one of shortly before, for the service's clock may differ from this computer's: see `isGuess`.
 */
export function textsIn(
  posts: readonly ConversationPost[] | null,
  before: Pick<ProofImage, 'texts' | 'readAtSeconds'>,
  isOwned: (postUuid: string) => boolean,
): UnaskedChange[] {
  if (posts === null) return []
  const { texts, readAtSeconds } = before
  const since = texts === undefined || texts === null ? sinceAbout(posts, readAtSeconds) : newPosts(posts, texts)
  return since.some((post) => isText(post) && !isOwned(post.uuid)) ? [texted] : []
}

/** Whether nothing but a text is suspected, and the conversation was not asked for right before the call. */
export function isGuess(changes: readonly UnaskedChange[], before: ProofImage | null): boolean {
  return changes.length > 0 && changes.every(isOfTexts) && before?.texts === undefined
}

export const isOfTexts = ({ field }: Pick<UnaskedChange, 'field'>): boolean => field === texted.field

function sinceAbout(posts: readonly ConversationPost[], atSeconds: number | undefined): ConversationPost[] {
  if (atSeconds === undefined) return []
  return posts.filter(({ createdAtSeconds }) => createdAtSeconds !== null && createdAtSeconds >= atSeconds - clockToleranceSeconds)
}

/** Whether a post reached its contact. An entry of the service that is no message (section Resources, Post: `message_type`) does not. */
function isText({ creatorType, isWhisper, marksResolved, messageType }: ConversationPost): boolean {
  if (isWhisper || marksResolved === true) return false
  return creatorType === 'user' || (creatorType === 'system' && messageType !== null)
}
