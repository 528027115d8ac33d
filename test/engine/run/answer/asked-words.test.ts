import { expect, test } from 'vitest'
import { askedWords, textsWrittenSince } from '../../../../src-main/engine/run/answer/asked-words.ts'
import type { ConversationPost } from '../../../../src-main/engine/service/service.ts'

const post = (body: string | null, createdAtSeconds: number | null, rest: Partial<ConversationPost> = {}) =>
  ({ uuid: `p-${body}`, body, createdAtSeconds, creatorType: 'user', isWhisper: false, ...rest }) as ConversationPost

test('of a conversation that counts which was written to the contact since the request, and nothing else', () => {
  const posts = [
    post('before', 99),
    post('at once', 100),
    post('after', 101),
    post('own', 101, { creatorType: 'customer' }),
    post('note', 101, { isWhisper: true }),
    post(null, 101),
    post('undated', null),
  ]
  expect(textsWrittenSince(posts, 100)).toEqual(['at once', 'after'])
})

test('the last text and the consent of now are said, or that neither can be', () => {
  expect(askedWords(['first', 'last'], null)).toBe('The service wrote to them: “last” Their consent is shown as: Not asked.')
  expect(askedWords([], true)).toBe('Their conversation shows no new message yet. Their consent is shown as: Agreed.')
  expect(askedWords(null, false)).toBe('What the service wrote to them cannot be read. Their consent is shown as: Refused.')
  expect(askedWords([], undefined)).toMatch(/not shown\.$/)
})
