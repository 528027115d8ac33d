import { isOutboundText } from '../../text/texting/first-message.ts'
import { refusesTexts, keywordOf } from '../../text/keyword-message.ts'
import { AppError } from '../../model/errors.ts'
import type { Clock } from '../../model/clock.ts'
import type { Post, PostPage, Service } from '../../service/service.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { createContactKeys, createContactNumbers } from '../match/contact-keys.ts'
import { inParallel } from '../../service/in-parallel.ts'
import type { Match } from '../match/match.ts'
import type { RecipeMode } from '../../model/recipes/recipe-schema.ts'
import type { AskedPosts } from '../../store/contacts/asked-posts.ts'

/** The most posts that a page can have (section Limits). For a plan two pages of a conversation are read at most. */
const pageSize = 50
/** So many are read right before somebody is texted, or given consent, until their last word about texts is found. */
const mostPages = 20
/** So often in a row the service may say that it does not show messages before it is asked no more. */
const mostNotShown = 5
/** Of one plan, the requests for posts after which nobody else is asked about: the run asks before it gives permission. */
const mostRequestsOfPlan = 5000
/** So long what was read for one plan counts for the next one. The run asks again, right before it gives permission. */
const countsForMs = 60 * 60 * 1000

type Reader = Pick<Service, 'conversationByPhone' | 'departments'>

export interface LatestPostsOptions {
  /** Null where nobody can be asked: then nobody refuses. */
  service: Reader | null
  /**
   * The departments as they were synced: each has its own conversation with a contact. Where none was, the service is asked for them
   * once; where it does not show any, its default is asked for.
   */
  groupUuids: readonly string[]
  concurrency: number
  signal: AbortSignal | undefined
  /** How many requests `ask` may take; with several at once it may be some more. */
  mostRequests?: number
  /** Where what was read is kept. `isReused`: whether that of earlier plans counts. Nothing is kept unless it is given. */
  kept?: { table: AskedPosts; clock: Pick<Clock, 'nowMs'>; isReused: boolean }
  /** Told after each contact. */
  onAnswer: () => void
  /** The posts of other conversations of a number, each conversation by itself, that are not found by it; none where left out. */
  readOthers?: (phone: string, signal: AbortSignal | undefined) => Promise<Post[][]>
  /** Whether a word about texts is looked for behind the first page, too: what the office has written since then may fill that. */
  isThorough?: boolean
}

/**
 * Finds out who refuses texts in the latest messages with them, whatever their record says. Each number is asked for once.
 * Throws as `Service` does, but where the service does not show messages at all: then they tell nothing.
 */
export function createLatestPosts({
  service,
  groupUuids,
  concurrency,
  signal,
  onAnswer,
  mostRequests = mostRequestsOfPlan,
  kept,
  readOthers,
  isThorough = false,
}: LatestPostsOptions) {
  let conversations: readonly (string | null)[] | null = groupUuids.length === 0 ? null : groupUuids
  const refusing = new Map<string, number>()
  const texted = new Set<string>()
  const keys = createContactKeys()
  const asked = createContactNumbers()
  const isAsked = (phone: string): boolean => asked.get(keys.ofPhone(phone)) !== 0
  const markAsked = (phone: string): void => asked.set(keys.ofPhone(phone), 1)
  let notShownInARow = 0
  let requests = 0
  let leftOut = 0

  const counting = (from: Reader): Pick<Reader, 'conversationByPhone'> => ({
    conversationByPhone(...asked) {
      requests += 1
      return from.conversationByPhone(...asked)
    },
  })

  /** A department that this account may not see does not keep the others from being asked. */
  const look = async (from: Reader, phone: string, stop: AbortSignal | undefined): Promise<void> => {
    if (conversations === null) {
      requests += 1
      conversations = await departmentsOf(from, stop)
    }
    let isShown = false
    const askedAtMs = kept?.clock.nowMs() ?? 0
    const hear = (posts: readonly Post[]): void => {
      if (posts.some(isOutboundText)) texted.add(phone)
      const atMs = refusedLast(posts)
      if (atMs !== null) refusing.set(phone, Math.max(atMs, refusing.get(phone) ?? atMs))
    }
    for (const groupUuid of conversations) {
      const posts = await unlessHidden(readLatest(counting(from), phone, groupUuid, stop, isThorough))
      if (posts === null) continue
      isShown = true
      hear(posts)
    }
    for (const posts of (await readOthers?.(phone, stop)) ?? []) hear(posts)
    notShownInARow = isShown ? 0 : notShownInARow + 1
    if (isShown) kept?.table.add(phone, askedAtMs, refusing.get(phone) ?? null, texted.has(phone))
  }

  kept?.table.removeBefore(kept.clock.nowMs() - countsForMs)
  const isKept = (phone: string): boolean => {
    if (kept === undefined || !kept.isReused) return false
    const nowMs = kept.clock.nowMs()
    const refusedAtMs = kept.table.refusedAtMs(phone, nowMs - countsForMs, nowMs)
    if (refusedAtMs === undefined) return false
    markAsked(phone)
    if (refusedAtMs !== null) refusing.set(phone, refusedAtMs)
    if (kept.table.isTexted(phone, nowMs - countsForMs, nowMs)) texted.add(phone)
    return true
  }

  const unaskedOf = (phones: readonly string[]): string[] => [...new Set(phones)].filter((phone) => !isAsked(phone) && !isKept(phone))

  return {
    /**
     * The numbers that these rows would give consent to, though no record says that they have it. In a `mode` that creates contacts also
     * those of nobody in the account, with whom there may be a conversation all the same; in one that leaves out contacts that are
     * there, only those; where rows text people, of all that are there. Permissions by words that nobody confirmed are held, whatever was written.
     */
    unasked(rows: readonly MappedRow[], matches: readonly Match[], mode: RecipeMode, textsPeople = false): string[] {
      if (service === null) return []
      if (textsPeople) return unaskedOf(rows.flatMap((_, at) => numberAt(matches[at]) ?? []))
      const phones = rows.flatMap(({ consent, isUnconfirmed, key }, at) => {
        if (consent !== true || isUnconfirmed === true) return []
        const phone = numberOf(matches[at], mode, key?.by === 'phone' ? key.phone : null)
        return phone === null || isAsked(phone) || isKept(phone) ? [] : [phone]
      })
      return [...new Set(phones)]
    },

    async ask(phones: readonly string[]): Promise<void> {
      if (service === null) return
      await inParallel(phones, concurrency, signal, async (phone, stop) => {
        markAsked(phone)
        if (notShownInARow < mostNotShown) {
          if (requests < mostRequests) await look(service, phone, stop)
          else leftOut += 1
        }
        onAnswer()
      })
    },

    /** How often the service was asked. */
    requests: (): number => requests,

    /** How many numbers were not asked about, because that would have taken too many requests. */
    leftOut: () => leftOut,

    /** Asks about one number, again where it was asked before, and answers as `refusedAtMs` does. */
    async askAgain(phone: string, stop: AbortSignal): Promise<number | null> {
      if (service === null || notShownInARow >= mostNotShown) return null
      refusing.delete(phone)
      await look(service, phone, stop)
      return refusing.get(phone) ?? null
    },

    /** Whether the office has texted somebody, as far as their latest messages were read and show it. */
    isTexted: (phone: string): boolean => texted.has(phone),

    /** When somebody refused whose last word about texts is a refusal; null where it is not, or nobody was asked. */
    refusedAtMs: (phone: string): number | null => refusing.get(phone) ?? null,
  }
}

function numberAt(match: Match | undefined): string | null {
  return match?.kind === 'contact' ? (match.contact.record.phone ?? null) : null
}

/** The number of a contact whose record does not say that it agreed, or of one that is to be created. */
function numberOf(match: Match | undefined, mode: RecipeMode, phone: string | null): string | null {
  if (match?.kind === 'none') return mode === 'update' ? null : phone
  if (mode === 'add' || match?.kind !== 'contact' || match.contact.record.consent === true) return null
  return match.contact.record.phone ?? null
}

/** What a service answers that has no such list, or does not let this account see it. */
const notShown: ReadonlySet<string> = new Set(['service.refused', 'service.shape'])

export async function departmentsOf(service: Reader, signal: AbortSignal | undefined): Promise<readonly (string | null)[]> {
  const uuids = ((await unlessHidden(service.departments(signal))) ?? []).map(({ uuid }) => uuid)
  return uuids.length === 0 ? [null] : uuids
}

/** What was asked for; null where the service does not show it. Throws any other error. */
export async function unlessHidden<T>(asked: Promise<T>): Promise<T | null> {
  const read = await readOrHidden(asked)
  return read === 'hidden' ? null : read
}

/** The same where null is an answer, too. */
export async function readOrHidden<T>(asked: Promise<T>): Promise<T | 'hidden'> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && notShown.has(error.code)) return 'hidden'
    throw error
  }
}

/**
 * The latest posts, whether the service shows the newest or the oldest first: then a second page is read. `isThorough`: page after page, until
 * what the contact said last about texts is among them.
 */
export async function readLatest(
  service: Pick<Reader, 'conversationByPhone'>,
  phone: string,
  groupUuid: string | null,
  signal: AbortSignal | undefined,
  isThorough = false,
): Promise<Post[]> {
  const inDepartment = groupUuid === null ? {} : { groupUuid }
  return latestOf(
    async (bound) => (await service.conversationByPhone(phone, { ...bound, ...inDepartment }, signal))?.posts ?? [],
    isThorough,
  )
}

/** The same of whatever conversation: `read` reads a page of it. `isHeard`: whether what a post says of texts is of whom it is about. */
export async function latestOf(
  read: (page: PostPage) => Promise<readonly Post[]>,
  isThorough: boolean,
  isHeard: (post: Post) => boolean = () => true,
): Promise<Post[]> {
  const posts = [...(await read({ pageSize }))]
  const last = posts.at(-1)
  const isOldestFirst = (last?.createdAtSeconds ?? 0) > (posts[0]?.createdAtSeconds ?? 0)
  const pages = isThorough ? mostPages : isOldestFirst ? 2 : 1
  const known = new Set(posts.map(({ uuid }) => uuid))
  let page: readonly Post[] = posts
  for (let number = 1; number < pages && page.length >= pageSize; number += 1) {
    const from = page.at(-1)?.uuid
    if (!from || (!isOldestFirst && posts.some((post) => isWordAboutTexts(post) && isHeard(post)))) break
    page = await read({ pageSize, ...(isOldestFirst ? { afterUuid: from } : { beforeUuid: from }) })
    const more = page.filter(({ uuid }) => !known.has(uuid))
    // A service that does not know the bound shows the same again.
    if (more.length === 0) break
    for (const post of more) known.add(post.uuid)
    posts.push(...more)
  }
  return posts
}

const isWordAboutTexts = ({ body, creatorType, isWhisper }: PostSaid): boolean =>
  creatorType === 'customer' && !isWhisper && body !== null && (refusesTexts(body) || keywordOf(body) === 'start')

/** When a refusal was written that has no time: later than anything. */
const neverPast = Number.MAX_SAFE_INTEGER

type PostSaid = Pick<Post, 'body' | 'creatorType' | 'createdAtSeconds' | 'isWhisper'>

/**
 * The refusal of a contact whose last word about texts it is, and when it was written; null where it is not. A refusal without a time,
 * or at the same time as the word that takes it back, counts.
 */
export function lastRefusal(posts: readonly PostSaid[]): { atMs: number; text: string } | null {
  let refusal: { at: number; text: string } | null = null
  let agreedAt = Number.NEGATIVE_INFINITY
  for (const { body, creatorType, createdAtSeconds, isWhisper } of posts) {
    if (creatorType !== 'customer' || isWhisper || body === null) continue
    if (refusesTexts(body)) {
      const at = createdAtSeconds ?? Number.POSITIVE_INFINITY
      if (refusal === null || at > refusal.at) refusal = { at, text: body }
    } else if (keywordOf(body) === 'start') agreedAt = Math.max(agreedAt, createdAtSeconds ?? Number.NEGATIVE_INFINITY)
  }
  if (refusal === null || refusal.at < agreedAt) return null
  return { atMs: Math.min(refusal.at * 1000, neverPast), text: refusal.text }
}

/** When the contact refused whose last word about texts is a refusal; null where it is not. */
export const refusedLast = (posts: readonly PostSaid[]): number | null => lastRefusal(posts)?.atMs ?? null
