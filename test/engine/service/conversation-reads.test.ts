import { expect, test } from 'vitest'
import { createCustomerReader } from '../../../src-main/engine/service/answers/customer-answer.ts'
import { createConversationReads } from '../../../src-main/engine/service/conversation-reads.ts'

/** The reads of a service that answers with this. */
const reads = (body: unknown) =>
  createConversationReads({ read: async () => ({ status: 200, body, error: null }), readCustomer: createCustomerReader('US') })
const conversation = { uuid: 'c1', resolved: false }

test('conversations are listed with how many of them cannot be read', async () => {
  expect(await reads({ conversations: [conversation, 'x'] }).conversations()).toMatchObject({
    conversations: [{ conversationUuid: 'c1' }],
    unreadable: 1,
  })
  expect(await reads({ conversations: [] }).conversations()).toEqual({ conversations: [], unreadable: 0 })
})

test.each([[{ conversations: ['x'] }], [{ other: [] }]])('%j is no list of conversations', async (body) => {
  await expect(reads(body).conversations()).rejects.toMatchObject({ code: 'service.shape' })
})

test('a conversation is the one that was asked for, in whatever letters', async () => {
  const { conversation: read } = reads({ conversation: { ...conversation, uuid: 'ABC' }, posts: [] })
  expect(await read('abc')).toMatchObject({ conversationUuid: 'ABC' })
  await expect(read('abd')).rejects.toMatchObject({ code: 'service.shape' })
})
