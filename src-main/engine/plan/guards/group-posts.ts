import type { Post, Service } from '../../service/service.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { latestOf, unlessHidden } from './latest-posts.ts'

/**
 * Makes the read of what a number wrote in the groups that it was texted in: no conversation of a group is found by a number, but the answer
 * to each text names it. What one of the others is known to have written is left out; where the service does not tell who wrote a word, it
 * counts for everybody.
 */
export function createGroupPosts(store: Store, service: Pick<Service, 'conversation'>) {
  const { contacts, groupConversations } = tablesOf(store)

  const isOfOther = ({ creatorType, creatorUuid }: Post, phone: string): boolean => {
    if (creatorType !== 'customer' || creatorUuid === undefined) return false
    const writer = contacts.findByUuid(creatorUuid)?.record.phone
    return typeof writer === 'string' && writer !== phone
  }

  return async function readGroupPosts(phone: string, signal: AbortSignal | undefined): Promise<Post[][]> {
    const found: Post[][] = []
    for (const uuid of groupConversations.of(phone)) {
      const isOwn = (post: Post): boolean => !isOfOther(post, phone)
      const asked = latestOf(async (page) => (await service.conversation(uuid, page, signal))?.posts ?? [], true, isOwn)
      const posts = await unlessHidden(asked)
      if (posts !== null) found.push(posts.filter(isOwn))
    }
    return found
  }
}
