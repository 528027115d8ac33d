import type { ConversationPost, Service } from './service.ts'

/** A page with fewer posts than the service's default page is the last one (section Limits, page_size default). */
const defaultPageSize = 30

export interface PostsRead {
  /** In the order of the service, which is not specified. */
  posts: ConversationPost[]
  /** Null for a contact without a conversation. */
  conversationUuid: string | null
  /** Null where the service does not say so. */
  isResolved: boolean | null
  /** Whether posts since then may be missing. */
  isCutShort: boolean
}

interface PostsWanted {
  phone: string
  /** Null for the service's first department. */
  groupUuid: string | null
  /** By the service's clock; -Infinity for all of them. */
  notBeforeSeconds: number
  mostPages: number
}

/**
 * The posts of a contact from a time on, and some that are older. Takes whatever order the posts come in, and
 * pages that count from one or never end: what cannot be told to be complete is said to be cut short. Throws as `Service` does.
 */
export async function readPosts(
  service: Pick<Service, 'conversationByPhone'>,
  { phone, groupUuid, notBeforeSeconds: before, mostPages }: PostsWanted,
  signal: AbortSignal,
): Promise<PostsRead> {
  const known = new Set<string>()
  const read: PostsRead = { posts: [], conversationUuid: null, isResolved: null, isCutShort: false }
  let fullest = 0
  let earlierOldest: number | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const found = await service.conversationByPhone(phone, groupUuid === null ? { page } : { page, groupUuid }, signal)
    const posts = found?.posts ?? []
    read.conversationUuid ??= found?.conversationUuid ?? null
    read.isResolved ??= found?.resolved ?? null
    if (posts.length === 0) {
      // A service that counts pages from one has nothing on page 0, though the conversation is there.
      if (page === 0 && found !== null) continue
      return read
    }
    const fresh = posts.filter(({ uuid }) => uuid === '' || !known.has(uuid))
    if (fresh.length === 0) {
      // Pages that count from one show the first one twice; a service without pages shows it every time.
      if (page === 1 && posts.length >= defaultPageSize) continue
      return { ...read, isCutShort: posts.length >= defaultPageSize && posts.length >= fullest }
    }
    for (const { uuid } of fresh) known.add(uuid)
    read.posts.push(...fresh)
    if (posts.length < defaultPageSize) return read
    // Without uuids the posts of two pages cannot be distinguished.
    if (known.has('')) return { ...read, isCutShort: true }
    if (isPast(fresh, before, earlierOldest)) return read
    fullest = Math.max(fullest, posts.length)
    earlierOldest = oldestOf(fresh)
  }
  return { ...read, isCutShort: true }
}

/** Whether later pages can only be older still: the posts go back in time, and have come to `before`. */
function isPast(page: readonly ConversationPost[], before: number, earlierOldest: number | null): boolean {
  const first = page[0]?.createdAtSeconds ?? null
  const last = page.at(-1)?.createdAtSeconds ?? null
  if (first === null || last === null) return false
  if (first > last && last < before) return true
  const newest = Math.max(...page.map(({ createdAtSeconds }) => createdAtSeconds ?? Number.POSITIVE_INFINITY))
  return newest < before && earlierOldest !== null && earlierOldest > newest
}

function oldestOf(page: readonly ConversationPost[]): number | null {
  const times = page.flatMap(({ createdAtSeconds }) => createdAtSeconds ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
