import { expect, test } from 'vitest'
import { readPostsSince } from '../../../../src-main/engine/run/reconcile/read-posts.ts'
import type { ConversationPost } from '../../../../src-main/engine/service/service.ts'

const post: ConversationPost = {
  uuid: 'p-1',
  conversationUuid: 'c-1',
  body: 'hi',
  createdAtSeconds: 1_000,
  creatorType: 'customer',
  isWhisper: false,
  attachments: [],
  marksResolved: null,
  isFirst: null,
  messageType: null,
  transferredTo: null,
  assignedTo: null,
}
const wanted = { phone: '+12015550123', groupUuid: null, sinceSeconds: 900 }

/** A service that has these pages, and nothing on any other. */
function servicePaging(pages: Record<number, ConversationPost[]>) {
  return {
    conversationByPhone: async (_phone: string, options?: { page?: number }) => ({
      conversationUuid: 'c-1',
      posts: pages[options?.page ?? 0] ?? [],
      resolved: null,
      customer: null,
    }),
  }
}

test('a service that counts pages from one, with nothing on page 0, still shows its posts', async () => {
  const read = await readPostsSince(servicePaging({ 1: [post] }), wanted, new AbortController().signal)
  expect(read).toEqual({ posts: [post], conversationUuid: 'c-1', isCutShort: false })
})

test('a conversation without any post is empty, not cut short', async () => {
  const read = await readPostsSince(servicePaging({}), wanted, new AbortController().signal)
  expect(read).toMatchObject({ posts: [], isCutShort: false })
})
