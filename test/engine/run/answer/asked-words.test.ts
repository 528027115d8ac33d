import { expect, test } from 'vitest'
import { askedWords, showsQuestion, textsWrittenSince } from '../../../../src-main/engine/run/answer/asked-words.ts'
import { postsBefore } from '../../../../src-main/engine/run/proof/posts/new-posts.ts'
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

const question = (rest: Partial<ConversationPost> = {}) => post('May we?', 101, { creatorType: 'system', messageType: 'SMS', ...rest })
const earlier = post('before', 99)
const isShown = (since: ConversationPost[], { ownPost = '', before = [earlier] } = {}) =>
  showsQuestion([earlier, ...since], postsBefore(before), (uuid) => uuid === ownPost)

test('a service shows its question where new words of its own stand in the conversation', () => {
  expect(isShown([question()])).toBe(true)
  expect(isShown([question(), post('hello', 102)])).toBe(true)
  expect(isShown([question()], { before: [] })).toBe(true)
})

test('it does not where nothing is new, or only what the contact wrote', () => {
  expect(isShown([])).toBe(false)
  expect(isShown([post('own', 101, { creatorType: 'customer' })])).toBe(false)
  // What stood there before is nothing new.
  expect(isShown([question()], { before: [earlier, question()] })).toBe(false)
})

test.each([
  ['of a colleague', post('hello', 101)],
  ['of nobody knows whom', question({ creatorType: null })],
  ['that only agents see', question({ isWhisper: true })],
  ['that tells of a conversation that was resolved', question({ marksResolved: true })],
  ['that is an entry and no message', question({ messageType: null })],
])('a new post %s tells nothing of that', (_what, one) => {
  expect(isShown([one])).toBeNull()
})

test('nor does what a row has sent, what cannot be read, or what cannot be told from what stood there before', () => {
  expect(isShown([question()], { ownPost: 'p-May we?' })).toBeNull()
  expect(isShown([question({ uuid: '' })])).toBeNull()
  expect(showsQuestion(null, postsBefore([]), () => false)).toBeNull()
  expect(showsQuestion([question()], null, () => false)).toBeNull()
  expect(showsQuestion([question()], undefined, () => false)).toBeNull()
})
