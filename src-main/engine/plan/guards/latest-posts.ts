import { refusesTexts, keywordOf } from '../../text/keyword-message.ts'
import type { Post, Service } from '../../service/service.ts'
import { inParallel } from '../match/in-parallel.ts'

/** Posts of a conversation that are read at most: two pages of the most that a page can have (section Limits). */
const pageSize = 50
const mostPages = 2

export interface LatestPostsOptions {
  service: Pick<Service, 'conversationByPhone'>
  /** Every department has its own conversation with a contact; null stands for the service's default. */
  groupUuids: readonly (string | null)[]
  concurrency: number
  signal: AbortSignal | undefined
  /** Told after each conversation. */
  onAnswer: () => void
}

/**
 * Who refuses texts in the latest messages of a conversation, whatever the contact's record says. Each number is asked for
 * once; throws as `Service` does, since a conversation that cannot be read tells nothing.
 */
export function createLatestPosts({ service, groupUuids, concurrency, signal, onAnswer }: LatestPostsOptions) {
  const refusing = new Set<string>()
  const asked = new Set<string>()

  return {
    /** Those that have not been asked for yet, each once. */
    unasked: (phones: Iterable<string>): string[] => [...new Set(phones)].filter((phone) => !asked.has(phone)),

    async ask(phones: readonly string[]): Promise<void> {
      const conversations = phones.flatMap((phone) => groupUuids.map((groupUuid) => ({ phone, groupUuid })))
      await inParallel(conversations, concurrency, signal, async ({ phone, groupUuid }, stop) => {
        const posts = await readLatest(service, phone, groupUuid, stop)
        if (refusesLast(posts)) refusing.add(phone)
        onAnswer()
      })
      for (const phone of phones) asked.add(phone)
    },

    refuses: (phone: string): boolean => refusing.has(phone),
  }
}

/** The latest posts, whether the service shows the newest or the oldest first. */
async function readLatest(
  service: Pick<Service, 'conversationByPhone'>,
  phone: string,
  groupUuid: string | null,
  signal: AbortSignal,
): Promise<Post[]> {
  const posts: Post[] = []
  let afterUuid: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const options = { pageSize, ...(groupUuid !== null && { groupUuid }), ...(afterUuid !== undefined && { afterUuid }) }
    const found = await service.conversationByPhone(phone, options, signal)
    const fresh = (found?.posts ?? []).filter(({ uuid }) => uuid === '' || !posts.some((post) => post.uuid === uuid))
    posts.push(...fresh)
    const last = fresh.at(-1)
    const isOldestFirst = (last?.createdAtSeconds ?? 0) > (fresh[0]?.createdAtSeconds ?? 0)
    if (last === undefined || last.uuid === '' || fresh.length < pageSize || !isOldestFirst) break
    afterUuid = last.uuid
  }
  return posts
}

/**
 * Whether the contact's last word about texts is a refusal. A refusal without a time, or at the same time as the word that
 * takes it back, counts.
 */
export function refusesLast(posts: readonly Pick<Post, 'body' | 'creatorType' | 'createdAtSeconds' | 'isWhisper'>[]): boolean {
  let refusedAt = Number.NEGATIVE_INFINITY
  let agreedAt = Number.NEGATIVE_INFINITY
  for (const { body, creatorType, createdAtSeconds, isWhisper } of posts) {
    if (creatorType !== 'customer' || isWhisper || body === null) continue
    if (refusesTexts(body)) refusedAt = Math.max(refusedAt, createdAtSeconds ?? Number.POSITIVE_INFINITY)
    else if (keywordOf(body) === 'start') agreedAt = Math.max(agreedAt, createdAtSeconds ?? Number.NEGATIVE_INFINITY)
  }
  return refusedAt !== Number.NEGATIVE_INFINITY && refusedAt >= agreedAt
}
