import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import {
  conversationIn,
  conversationPostsIn,
  readConversation,
  readPost,
} from '../../../../src-main/engine/service/answers/conversation-answer.ts'
import { createCustomerReader } from '../../../../src-main/engine/service/answers/customer-answer.ts'

const readCustomer = createCustomerReader('US')
const answer = (body: unknown, status = 200, error: AppError | null = null) => ({ status, body, error })
const shape = expect.objectContaining({ code: 'service.shape' })
/** What is thrown, null where nothing is. */
function thrownBy(read: () => unknown): unknown {
  try {
    read()
  } catch (error) {
    return error
  }
  return null
}

describe('the conversation of an answer', () => {
  test('is there, or there is none', () => {
    expect(conversationIn(answer({ conversation: { uuid: 'c' } }))).toEqual({ uuid: 'c' })
    expect(conversationIn(answer({ uuid: 'c', resolved: true }))).toEqual({ uuid: 'c', resolved: true })
    expect(conversationIn(answer({ conversation: null }))).toBeNull()
  })

  test('is not there where the service says so with 404; a web page says that the address is wrong', () => {
    const notFound = new AppError('service.refused', 'No.', 'Ask.')
    expect(conversationIn(answer({ message: 'not found' }, 404, notFound))).toBeNull()
    expect(thrownBy(() => conversationIn(answer(undefined, 404, notFound)))).toEqual(shape)
    expect(thrownBy(() => conversationIn(answer('no', 404, notFound)))).toEqual(shape)
  })

  test('is not looked for in a refusal', () => {
    const refused = new AppError('service.refused', 'No.', 'Ask.')
    expect(thrownBy(() => conversationIn(answer({ conversation: { uuid: 'c' } }, 403, refused)))).toBe(refused)
  })

  test.each([undefined, null, [], 'x', {}, { conversation: [] }, { conversation: 'c' }, { conversations: [] }])(
    '%j cannot be read, and is not taken for none',
    (body) => {
      expect(thrownBy(() => conversationIn(answer(body)))).toEqual(shape)
    },
  )
})

describe('a conversation', () => {
  test('has a uuid, a state and a customer, each of which may be missing but the first', () => {
    expect(readConversation({ uuid: 'c', resolved: false, customer: { uuid: 'u' } }, readCustomer)).toEqual({
      conversationUuid: 'c',
      resolved: false,
      customer: { record: { uuid: 'u' }, extra: null },
    })
    expect(readConversation({ uuid: 7, resolved: 'yes' }, readCustomer)).toEqual({ conversationUuid: '7', resolved: null, customer: null })
    for (const value of [null, 'c', {}, { uuid: '' }, { uuid: ' ' }, { uuid: null }])
      expect(readConversation(value, readCustomer)).toBeNull()
  })
})

describe('the posts of a conversation', () => {
  const body = (posts: unknown) => ({ conversation: { uuid: 'c', resolved: true }, posts })

  test('come with it, in their order', () => {
    expect(conversationPostsIn(answer(body([{ uuid: 'b', body: 'x' }, { uuid: 'a' }])), readCustomer)).toMatchObject({
      conversationUuid: 'c',
      resolved: true,
      posts: [{ uuid: 'b', body: 'x' }, { uuid: 'a' }],
    })
    expect(conversationPostsIn(answer(body([])), readCustomer)).toMatchObject({ posts: [] })
  })

  test('are none where there is no conversation', () => {
    expect(conversationPostsIn(answer({ conversation: null, posts: [] }), readCustomer)).toBeNull()
  })

  test.each([
    ['missing', { conversation: { uuid: 'c' } }],
    ['no list', body({})],
    ['null', body(null)],
    ['no posts', body([{ uuid: 'a' }, 'x'])],
    ['not posts at all', body([null])],
    ['those of nobody', { conversation: { name: 'x' }, posts: [] }],
  ])('that are %s are no conversation without any: whether a message arrived is read off them', (_name, shown) => {
    expect(thrownBy(() => conversationPostsIn(answer(shown), readCustomer))).toEqual(shape)
  })
})

describe('a post', () => {
  test.each([
    [true, true],
    [1, true],
    [false, false],
    [0, false],
    ['true', false],
    [null, false],
    [undefined, false],
  ])('is a whisper where is_whisper is %j: %s', (given, isWhisper) => {
    expect(readPost({ uuid: 'p', is_whisper: given })?.isWhisper).toBe(isWhisper)
  })

  test.each([
    ['customer', 'customer'],
    ['system', 'system'],
    ['user', 'user'],
    ['robot', null],
    [undefined, null],
  ])('is written by %j: %j', (type, creatorType) => {
    expect(readPost({ uuid: 'p', creator: { type } })?.creatorType).toBe(creatorType)
    expect(readPost({ uuid: 'p', creator: null })?.creatorType).toBeNull()
  })

  test.each<[unknown, number | null]>([
    [99_999_999_999, 99_999_999_999],
    [100_000_000_000, 100_000_000],
    [' 1760000000.5 ', 1_760_000_000.5],
    ['1760000000500', 1_760_000_000.5],
    ['2026-01-01T00:00:00.500Z', 1_767_225_600.5],
    ['12 apples', null],
    ['', null],
    [{}, null],
  ])('was created at %j: %j seconds', (given, seconds) => {
    expect(readPost({ uuid: 'p', created_at: given })?.createdAtSeconds).toBe(seconds)
  })

  test('keeps of its attachments those that have an address', () => {
    const attachments = [
      { url: 'https://x.example/a', name: 'a' },
      { url: '' },
      { name: 'b' },
      null,
      { url: 'https://x.example/c', name: 5 },
    ]
    expect(readPost({ uuid: 'p', attachments })?.attachments).toEqual([
      { url: 'https://x.example/a', name: 'a', contentType: null },
      { url: 'https://x.example/c', name: null, contentType: null },
    ])
    expect(readPost({ uuid: 'p', attachments: null })?.attachments).toEqual([])
  })

  test('says what it marks only by true or false', () => {
    expect(readPost({ uuid: 'p', marked_as_resolved: false, first_post: true })).toMatchObject({ marksResolved: false, isFirst: true })
    expect(readPost({ uuid: 'p', marked_as_resolved: 1, first_post: null })).toMatchObject({ marksResolved: null, isFirst: null })
  })

  test('is nothing that is no object', () => {
    for (const value of [null, undefined, 'x', 5, []]) expect(readPost(value)).toBeNull()
  })
})
