import type { ConversationPost } from '../../service/service.ts'
import { clip } from '../../text/clip.ts'
import { newPosts } from '../proof/posts/new-posts.ts'
import type { PostsBefore } from '../proof/proof-task.ts'

const mostChars = 200

/** What a contact was sent since then, oldest first as the posts are: neither their own words nor what only agents see. */
export function textsWrittenSince(posts: readonly ConversationPost[], sinceSeconds: number): string[] {
  return posts
    .filter(
      ({ creatorType, createdAtSeconds, isWhisper }) => creatorType !== 'customer' && !isWhisper && (createdAtSeconds ?? 0) >= sinceSeconds,
    )
    .flatMap(({ body }) => body ?? [])
}

/**
 * Whether the service shows a question that it has asked: words of its own that were not there right before, and that no row has sent. False
 * where nothing but the contact's own words is new; null where that cannot be told, such as where a colleague may have written meanwhile.
 */
export function showsQuestion(
  posts: readonly ConversationPost[] | null,
  before: PostsBefore | null | undefined,
  isOwned: (postUuid: string) => boolean,
): boolean | null {
  if (posts === null || before === null || before === undefined || posts.some(({ uuid }) => uuid === '')) return null
  const others = newPosts(posts, before).filter(({ creatorType }) => creatorType !== 'customer')
  const isQuestion = ({ uuid, creatorType, isWhisper, marksResolved, messageType }: ConversationPost) =>
    creatorType === 'system' && !isWhisper && marksResolved !== true && messageType !== null && !isOwned(uuid)
  if (others.some(isQuestion)) return true
  return others.length === 0 ? false : null
}

/** What a request for consent did, for the person: what the service wrote to the contact (null where that cannot be read), and their consent now. */
export function askedWords(wrote: readonly string[] | null, consent: boolean | null | undefined): string {
  const last = wrote?.at(-1)
  const text =
    wrote === null
      ? 'What the service wrote to them cannot be read.'
      : last === undefined
        ? 'Their conversation shows no new message yet.'
        : `The service wrote to them: “${clip(last, mostChars)}”`
  const shown = consent === undefined ? 'not shown' : consent === null ? 'Not asked' : consent ? 'Agreed' : 'Refused'
  return `${text} Their consent is shown as: ${shown}.`
}
