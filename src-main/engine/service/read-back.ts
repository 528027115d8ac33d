import { isSameText } from '../plan/same-text.ts'
import { cutLengths } from './page-walk.ts'
import type { Post, ReadCustomer, Service } from './service.ts'

/** How far the service's clock may be from this computer's before its times are not trusted. */
export const clockToleranceSeconds = 120

/** Pages of posts that are read at most for one contact: 1,500 posts. */
const mostPages = 30

export interface PostsSince {
  /** Null when the contact has no conversation in that department. */
  conversationUuid: string | null
  /** In the service's order, each once; posts without a uuid are left out. */
  posts: Post[]
  /** Whether these are all posts since then. If not, that a message is missing here proves nothing. */
  isComplete: boolean
}

export interface PostsWanted {
  /** E.164. */
  phone: string
  /** The department: null is the first one (section Endpoints, GET conversations, `group_uuid`). */
  groupUuid: string | null
  /** Unix seconds of this computer. */
  sinceSeconds: number
}

/**
 * The posts of the contact's conversation, page by page until all further ones are older than `sinceSeconds`. The order of
 * posts is not specified, so only a page that is seen to run from new to old ends the reading early; services that count
 * pages from 1, repeat the last page or ignore the page are coped with. Throws what `Service`'s reads throw.
 */
export async function readPostsSince(service: Pick<Service, 'conversationByPhone'>, wanted: PostsWanted, signal?: AbortSignal): Promise<PostsSince> {
  const { phone, groupUuid, sinceSeconds } = wanted
  const known = new Set<string>()
  const posts: Post[] = []
  let conversationUuid: string | null = null
  let hasUnnamed = false
  let filledPages = 0
  const result = (isEnd: boolean): PostsSince => ({ conversationUuid, posts, isComplete: isEnd && !hasUnnamed })

  for (let page = 0; page < mostPages; page += 1) {
    const found = await service.conversationByPhone(phone, { page, ...(groupUuid !== null && { groupUuid }) }, signal)
    // Page 0 of a service that counts from 1 may be empty.
    if (found === null || (found.posts.length === 0 && page > 0)) return result(true)
    conversationUuid ??= found.conversationUuid
    const fresh = found.posts.filter(({ uuid }) => uuid !== '' && !known.has(uuid))
    hasUnnamed ||= found.posts.some(({ uuid }) => uuid === '')
    for (const post of fresh) known.add(post.uuid)
    posts.push(...fresh)
    if (fresh.length > 0) filledPages += 1
    if (runsBackTo(found.posts, sinceSeconds)) return result(true)
    // Counting from 1, page 1 is page 0 once more. A page that never changes may be all there is, or all that is shown.
    if (fresh.length === 0 && page > 1) return result(filledPages > 1 || !cutLengths.has(found.posts.length))
  }
  return result(false)
}

/** Whether the page runs from new to old, and ends before that moment. */
function runsBackTo(posts: readonly Post[], sinceSeconds: number): boolean {
  const times = posts.map(({ createdAtSeconds }) => createdAtSeconds).filter((time) => time !== null)
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined || times.length < posts.length) return false
  return first > last && last < sinceSeconds && times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time))
}

/**
 * For each text the uuids of the posts that can be imports of it, oldest first: not a whisper, not known to be by somebody
 * else than the customer (section Endpoints, POST new_customer_post), and the same text but for Unicode forms, line breaks
 * and surrounding space, which services change. Texts that mean the same get the same posts: counting is the caller's.
 */
export function importedPosts(posts: readonly Post[], bodies: readonly string[]): Map<string, string[]> {
  const imports = oldestFirst(posts.filter(isImport))
  return new Map(bodies.map((body) => [body, imports.filter((post) => isSameText(post.body, body)).map(({ uuid }) => uuid)]))
}

/** Whether a post looks as if the customer had sent it, as an imported message does. */
export function isImport({ creatorType, isWhisper }: Post): boolean {
  return !isWhisper && (creatorType === 'customer' || creatorType === null)
}

/** Posts of the same second keep the order of their list, which is taken to be newest first unless its times rise. */
function oldestFirst(posts: readonly Post[]): Post[] {
  const times = posts.map(({ createdAtSeconds }) => createdAtSeconds).filter((time) => time !== null)
  const isRising = (times[0] ?? 0) < (times.at(-1) ?? 0)
  const listed = isRising ? [...posts] : posts.toReversed()
  return listed.sort((a, b) => timeOf(a) - timeOf(b))
}

/** A post without a time comes last. */
function timeOf({ createdAtSeconds }: Post): number {
  return createdAtSeconds ?? Number.MAX_SAFE_INTEGER
}

export interface FoundImports extends Pick<PostsSince, 'conversationUuid' | 'isComplete'> {
  /** By the texts that were looked for. */
  uuidsByBody: Map<string, string[]>
}

/**
 * The posts since `sinceSeconds`, less a tolerance for clocks that differ, that can be imports of these texts. Reads as
 * `readPostsSince` and decides as `importedPosts`. Changes nothing.
 */
export async function findImportedPosts(
  service: Pick<Service, 'conversationByPhone'>,
  wanted: PostsWanted & { bodies: readonly string[] },
  signal?: AbortSignal,
): Promise<FoundImports> {
  const sinceSeconds = wanted.sinceSeconds - clockToleranceSeconds
  const { posts, conversationUuid, isComplete } = await readPostsSince(service, { ...wanted, sinceSeconds }, signal)
  const recent = posts.filter(({ createdAtSeconds }) => createdAtSeconds === null || createdAtSeconds >= sinceSeconds)
  return { conversationUuid, isComplete, uuidsByBody: importedPosts(recent, wanted.bodies) }
}

/** `cannotTell`: not found, but only by a way that does not show every contact. */
export type CreatedFate = { kind: 'found'; customer: ReadCustomer } | { kind: 'absent' } | { kind: 'cannotTell' }

/** Whether there is a contact with this number (E.164) now. Throws what `Service`'s reads throw. */
export async function findCreated(service: Pick<Service, 'lookUpByPhone'>, phone: string, signal?: AbortSignal): Promise<CreatedFate> {
  const { customer, isCertain } = await service.lookUpByPhone(phone, signal)
  if (customer !== null) return { kind: 'found', customer }
  return { kind: isCertain ? 'absent' : 'cannotTell' }
}
