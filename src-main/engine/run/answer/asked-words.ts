import type { ConversationPost } from '../../service/service.ts'
import { clip } from '../../text/clip.ts'

const mostChars = 200

/** What a contact was sent since then, oldest first as the posts are: neither their own words nor what only agents see. */
export function textsWrittenSince(posts: readonly ConversationPost[], sinceSeconds: number): string[] {
  return posts
    .filter(
      ({ creatorType, createdAtSeconds, isWhisper }) => creatorType !== 'customer' && !isWhisper && (createdAtSeconds ?? 0) >= sinceSeconds,
    )
    .flatMap(({ body }) => body ?? [])
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
