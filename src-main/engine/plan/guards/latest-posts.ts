import { refusesTexts, keywordOf } from '../../text/keyword-message.ts'
import { AppError } from '../../model/errors.ts'
import type { Post, Service } from '../../service/service.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { inParallel } from '../match/in-parallel.ts'
import type { Match } from '../match/match.ts'

/** Posts of a conversation that are read at most: two pages of the most that a page can have (section Limits). */
const pageSize = 50
const mostPages = 2
/** So often in a row the service may say that it does not show messages before it is asked no more. */
const mostNotShown = 5

type Reader = Pick<Service, 'conversationByPhone'>

export interface LatestPostsOptions {
  /** Null where nobody can be asked: then nobody refuses. */
  service: Reader | null
  /** The departments: each has its own conversation with a contact. Where none is known, the service's default is asked for. */
  groupUuids: readonly string[]
  concurrency: number
  signal: AbortSignal | undefined
  /** Told after each contact. */
  onAnswer: () => void
}

/**
 * Finds out who refuses texts in the latest messages with them, whatever their record says. Each number is asked for once.
 * Throws as `Service` does, but where the service does not show messages at all: then they tell nothing.
 */
export function createLatestPosts({ service, groupUuids, concurrency, signal, onAnswer }: LatestPostsOptions) {
  const conversations = groupUuids.length === 0 ? [null] : groupUuids
  const refusing = new Set<string>()
  const asked = new Set<string>()
  let notShownInARow = 0

  const look = async (from: Reader, phone: string, stop: AbortSignal): Promise<void> => {
    try {
      for (const groupUuid of conversations) {
        if (refusesLast(await readLatest(from, phone, groupUuid, stop))) refusing.add(phone)
      }
      notShownInARow = 0
    } catch (error) {
      if (!(error instanceof AppError) || !notShown.has(error.code)) throw error
      notShownInARow += 1
    }
  }

  return {
    /** The numbers of known contacts that these rows would give consent to, though their record does not say that they have it. */
    unasked(rows: readonly MappedRow[], matches: readonly Match[]): string[] {
      if (service === null) return []
      const phones = rows.flatMap(({ consent }, at) => {
        const match = matches[at]
        if (consent !== true || match?.kind !== 'contact') return []
        const { record } = match.contact
        return record.consent === true || typeof record.phone !== 'string' || asked.has(record.phone) ? [] : [record.phone]
      })
      return [...new Set(phones)]
    },

    async ask(phones: readonly string[]): Promise<void> {
      if (service === null) return
      await inParallel(phones, concurrency, signal, async (phone, stop) => {
        asked.add(phone)
        if (notShownInARow < mostNotShown) await look(service, phone, stop)
        onAnswer()
      })
    },

    refuses: (phone: string): boolean => refusing.has(phone),
  }
}

/** What a service answers that has no such list, or does not let this account see it. */
const notShown: ReadonlySet<string> = new Set(['service.refused', 'service.shape'])

/** The latest posts, whether the service shows the newest or the oldest first. */
async function readLatest(service: Reader, phone: string, groupUuid: string | null, signal: AbortSignal): Promise<Post[]> {
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
