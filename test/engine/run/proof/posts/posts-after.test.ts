import { expect, test } from 'vitest'
import { answersIn, answersSince, laterAnswersIn, resolvedBy } from '../../../../../src-main/engine/run/proof/posts/posts-after.ts'
import type { ProofImage } from '../../../../../src-main/engine/run/proof/proof-task.ts'
import type { PostsRead } from '../../../../../src-main/engine/service/read-posts.ts'
import type { ConversationPost } from '../../../../../src-main/engine/service/service.ts'

const before: ProofImage = { record: null, posts: { uuids: new Set(['old']), newestSeconds: 100 }, isResolved: false }
const post = (uuid: string, parts: Partial<ConversationPost> = {}) =>
  ({
    uuid,
    body: uuid,
    createdAtSeconds: 100,
    creatorType: 'customer',
    isWhisper: false,
    marksResolved: false,
    ...parts,
  }) as ConversationPost
const read = (...posts: ConversationPost[]): PostsRead => ({ posts, conversationUuid: 'c', isResolved: false, isCutShort: false })
const isOwned = (uuid: string) => uuid === 'another row'
const none = () => 0
const own = { postUuid: 'own', body: 'own' }
const unnamed = { postUuid: null, body: 'own' }
const office = { creatorType: 'user' } as const

test.each([
  ['nothing but its own', [post('old'), post('own')], own, 9, false],
  ['one of another row', [post('own'), post('another row')], own, 0, false],
  ['one that is older', [post('own'), post('x', { createdAtSeconds: 99 })], own, 0, false],
  ['one that nobody can tell apart', [post('own'), post('')], own, 0, false],
  ['one more', [post('own'), post('x')], own, 0, true],
  ['a note', [post('own'), post('x', { isWhisper: true })], own, 1, true],
  ['its own, which the service did not name', [post('x', { body: ' own ' })], unnamed, 0, false],
  ['that, and one more of the same text', [post('x', { body: 'own' }), post('y', { body: 'own' })], unnamed, 0, true],
  ['one that may be a message of another run', [post('own'), post('x')], own, 1, false],
  ['two, of which one may be that', [post('own'), post('x'), post('y')], own, 1, true],
  ['an answer of the office, while a message of another run is under way', [post('own'), post('x', office)], own, 1, true],
] as const)('right after a message: %s', (_what, posts, imported, elsewhere, isAnswered) => {
  expect(answersIn(read(...posts), before, imported, isOwned, (kind) => (kind === 'importMessage' ? elsewhere : 0)).length > 0).toBe(
    isAnswered,
  )
})

test('right after a message: a note that may be a whisper of another run', () => {
  const posts = read(post('own'), post('x', { isWhisper: true }))
  const isAnswered = (whispers: number) =>
    answersIn(posts, before, own, isOwned, (kind) => (kind === 'writeWhisper' ? whispers : 0)).length > 0
  expect([isAnswered(0), isAnswered(1)]).toEqual([true, false])
})

test('who is texted may answer at once; the service and the office may not', () => {
  const isAnswered = (parts: Partial<ConversationPost>) =>
    answersIn(read(post('own', office), post('x', parts)), before, { ...own, as: 'message' }, isOwned, none).length > 0
  expect([isAnswered({}), isAnswered(office), isAnswered({ creatorType: 'system' })]).toEqual([false, true, true])
})

test.each([
  ['nothing', [post('own')], false],
  ['another message of the contact', [post('own'), post('x')], false],
  ['an answer of the office', [post('own'), post('x', office)], true],
  ['an answer of the service', [post('own'), post('x', { creatorType: 'system' })], true],
  ['one that is there from before', [post('old', office)], false],
  ['a note', [post('x', { ...office, isWhisper: true })], false],
  ['that it was resolved', [post('x', { ...office, marksResolved: true })], false],
  ['an entry without a text', [post('x', { ...office, body: null })], false],
] as const)('some seconds later: %s', (_what, posts, isAnswered) => {
  expect(laterAnswersIn(read(...posts), before, own, isOwned).length > 0).toBe(isAnswered)
})

test.each([
  ['an answer of the same second', [post('own'), post('x', office)], true],
  ['an answer of later', [post('own'), post('x', { creatorType: 'system', createdAtSeconds: 130 })], true],
  ['what the office wrote before', [post('own'), post('x', { ...office, createdAtSeconds: 99 })], false],
  ['what nobody can place in time', [post('own'), post('x', { ...office, createdAtSeconds: null })], false],
  ['another message of the contact', [post('own'), post('x')], false],
  ['what another row wrote', [post('own'), post('another row', office)], false],
  ['an answer beside which its own is not found', [post('x', office)], false],
  ['an answer to its own of which no time is told', [post('own', { createdAtSeconds: null }), post('x', office)], false],
  [
    'what the office wrote before, to another message of the contact',
    [post('first', { createdAtSeconds: 90 }), post('x', { ...office, createdAtSeconds: 95 }), post('own')],
    false,
  ],
] as const)('of a message that is looked up again: %s', (_what, posts, isAnswered) => {
  expect(answersSince(read(...posts), own, 'import', isOwned).length > 0).toBe(isAnswered)
})

test('what was not read tells nothing', () => {
  expect(answersSince(null, own, 'import', isOwned)).toEqual([])
  expect(answersIn(null, before, own, isOwned, none)).toEqual([])
  expect(answersIn(read(post('x')), null, own, isOwned, none)).toEqual([])
  expect(laterAnswersIn(read(post('x', office)), { ...before, posts: null }, own, isOwned)).toEqual([])
})

test('a conversation that was open and is resolved is told, no other', () => {
  const resolved = (isResolved: boolean | null, was: boolean | null) =>
    resolvedBy({ ...read(), isResolved }, { ...before, isResolved: was })
  expect(resolved(true, false)).toEqual([{ field: 'resolved', before: false, after: true }])
  expect([resolved(true, true), resolved(true, null), resolved(false, false), resolved(null, false)]).toEqual([[], [], [], []])
})
