import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { createGroupPosts } from '../../../../src-main/engine/plan/guards/group-posts.ts'
import type { ConversationPost, Post } from '../../../../src-main/engine/service/service.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache } from '../planning.ts'

const newStore = tempStores()
const [ann, bob] = ['+12025550100', '+12025550101'] as const
const post = (uuid: string, parts: Partial<Post> = {}) =>
  ({ uuid, body: 'STOP', createdAtSeconds: 1, creatorType: 'customer', isWhisper: false, ...parts }) as ConversationPost

/** What counts for Ann of these posts in a group of hers with Bob. */
async function heard(shown: Record<string, ConversationPost[] | 'hidden'>): Promise<string[][]> {
  const store = newStore()
  cache(store, { uuid: 'ann', phone: ann }, { uuid: 'bob', phone: bob }, { uuid: 'nobody', phone: null })
  for (const uuid of Object.keys(shown)) tablesOf(store).groupConversations.note(uuid, [ann, bob])
  const conversation = async (uuid: string) => {
    const posts = shown[uuid] ?? []
    if (posts === 'hidden') throw new AppError('service.refused', 'No.', 'No.')
    return { conversationUuid: uuid, resolved: null, customer: null, posts }
  }
  return (await createGroupPosts(store, { conversation })(ann, undefined)).map((posts) => posts.map(({ uuid }) => uuid))
}

test('what another of the group wrote is not theirs; what cannot be told counts for everybody', async () => {
  expect(
    await heard({
      c: [
        post('own', { creatorUuid: 'ann' }),
        post('of another', { creatorUuid: 'bob' }),
        post('untold'),
        post('of a stranger', { creatorUuid: 'unknown' }),
        post('of somebody without a number', { creatorUuid: 'nobody' }),
        post('of the office', { creatorType: 'user', creatorUuid: 'bob' }),
      ],
    }),
  ).toEqual([['own', 'untold', 'of a stranger', 'of somebody without a number', 'of the office']])
})

test('each group is heard by itself, and one that the service does not show is left out', async () => {
  expect(await heard({ a: [post('1')], b: 'hidden', c: [post('2')] })).toEqual([['1'], ['2']])
  expect(await heard({})).toEqual([])
})
