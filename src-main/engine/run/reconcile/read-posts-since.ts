import { type PostsRead, readPosts } from '../../service/read-posts.ts'
import type { Service } from '../../service/service.ts'
import { clockToleranceSeconds } from './reconcile-message.ts'

/** Pages of posts that are read at most for one message: 1,500 posts since the run began. */
const mostPages = 30

/** The posts of a contact since a time of this computer, whose clock may differ from the service's; see `readPosts`. */
export function readPostsSince(
  service: Pick<Service, 'conversationByPhone'>,
  { phone, groupUuid, sinceSeconds }: { phone: string; groupUuid: string | null; sinceSeconds: number },
  signal: AbortSignal,
): Promise<PostsRead> {
  return readPosts(service, { phone, groupUuid, notBeforeSeconds: sinceSeconds - 2 * clockToleranceSeconds, mostPages }, signal)
}
