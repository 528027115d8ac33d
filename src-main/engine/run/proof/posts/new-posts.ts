import type { Post } from '../../../service/service.ts'
import type { PostsBefore } from '../proof-task.ts'

/** What is kept of the posts of a conversation, to tell later which are new. */
export function postsBefore(posts: readonly Post[]): PostsBefore {
  const times = posts.flatMap(({ createdAtSeconds }) => createdAtSeconds ?? [])
  return { uuids: new Set(posts.map(({ uuid }) => uuid)), newestSeconds: times.length === 0 ? null : Math.max(...times) }
}

/** The posts that have come since: not those that only another page shows, which are older. Posts without a uuid cannot be told apart. */
export function newPosts<P extends Post>(posts: readonly P[], { uuids, newestSeconds }: PostsBefore): P[] {
  return posts.filter(
    ({ uuid, createdAtSeconds }) =>
      uuid !== '' && !uuids.has(uuid) && (createdAtSeconds === null || newestSeconds === null || createdAtSeconds >= newestSeconds),
  )
}
