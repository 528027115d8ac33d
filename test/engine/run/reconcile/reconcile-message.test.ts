import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMessage, hasEqual, type MessageEvidence } from '../../../../src-main/engine/run/reconcile/reconcile-message.ts'
import type { Post } from '../../../../src-main/engine/service/service.ts'

const begunAt = 1_000
const post = (parts: Partial<Post> = {}): Post =>
  ({ uuid: 'p', body: 'Yes', createdAtSeconds: begunAt + 5, creatorType: 'customer', isWhisper: false, ...parts }) as Post
const evidence = (posts: readonly Post[], parts: Partial<MessageEvidence> = {}): MessageEvidence => ({
  posts,
  isCutShort: false,
  body: 'Yes',
  sinceSeconds: begunAt,
  firstAtSeconds: null,
  isOwned: () => false,
  arrivedUnnamed: 0,
  otherLost: 0,
  ...parts,
})
const fateOf = (posts: readonly Post[], parts: Partial<MessageEvidence> = {}) => findMessage(evidence(posts, parts)).kind

describe('a lost message', () => {
  test('has arrived where an equal post of the customer is there that no other row owns', () => {
    expect(findMessage(evidence([post({ uuid: 'x', body: 'No' }), post()]))).toEqual({ kind: 'arrived', post: post() })
    expect(fateOf([post({ body: ' Yes\r\n' })])).toBe('arrived')
    expect(fateOf([post({ creatorType: null })])).toBe('arrived')
    expect(fateOf([])).toBe('absent')
    expect(fateOf([post({ body: 'No' })])).toBe('absent')
  })

  test("is no post of the office, no whisper, and no other row's", () => {
    expect(fateOf([post({ creatorType: 'user' })])).toBe('absent')
    expect(fateOf([post({ creatorType: 'system' })])).toBe('absent')
    expect(fateOf([post({ isWhisper: true })])).toBe('absent')
    expect(fateOf([post()], { isOwned: (uuid) => uuid === 'p' })).toBe('absent')
  })

  test.each([
    [1, 0, 0, 'arrived'],
    [1, 1, 0, 'absent'],
    [2, 1, 0, 'arrived'],
    [1, 0, 1, 'cannotTell'],
    [2, 0, 1, 'arrived'],
    [2, 1, 1, 'cannotTell'],
    [1, 1, 1, 'absent'],
    [0, 0, 1, 'absent'],
  ])('among %i equal posts, with %i that arrived unnamed and %i others lost: %s', (posts, arrivedUnnamed, otherLost, fate) => {
    expect(
      fateOf(
        Array.from({ length: posts }, (_, at) => post({ uuid: `p${at}` })),
        { arrivedUnnamed, otherLost },
      ),
    ).toBe(fate)
  })

  test('cannot be told where only two clocks say that an equal post is older than the run', () => {
    expect(fateOf([post({ createdAtSeconds: begunAt - 2 })])).toBe('arrived')
    expect(fateOf([post({ createdAtSeconds: begunAt - 3 })])).toBe('cannotTell')
    expect(fateOf([post({ createdAtSeconds: null })])).toBe('arrived')
  })

  test("is told by the service's own clock once the run's first message is known there", () => {
    const firstAtSeconds = 5_000
    expect(fateOf([post({ createdAtSeconds: 4_999 })], { firstAtSeconds })).toBe('absent')
    expect(fateOf([post({ createdAtSeconds: 5_000 })], { firstAtSeconds })).toBe('arrived')
  })

  test('cannot be told where posts may be missing, unless it is there', () => {
    expect(fateOf([], { isCutShort: true })).toBe('cannotTell')
    expect(fateOf([post()], { isCutShort: true })).toBe('arrived')
  })

  test.each([
    ['I am on my way', 'I am on my', 'cannotTell'],
    ['Thanks 😀', 'thanks', 'cannotTell'],
    ['Café', 'Cafe', 'cannotTell'],
    ['Yes', 'Yesterday', 'cannotTell'],
    ['Yes', 'No', 'absent'],
    ['😀', '', 'cannotTell'],
    ['😀', 'Yes', 'absent'],
    ['Yes', '😀', 'absent'],
  ])('%j beside a post %j, as a service may have altered it: %s', (body, shown, fate) => {
    expect(fateOf([post({ body: shown })], { body })).toBe(fate)
  })

  test('that was altered counts only where it could be this one', () => {
    expect(fateOf([post({ body: 'Ye', creatorType: 'user' })])).toBe('absent')
    expect(fateOf([post({ body: 'Ye', createdAtSeconds: begunAt - 100 })])).toBe('absent')
    expect(fateOf([post({ body: null })])).toBe('absent')
  })

  test('is never sent again while as many equal posts are there as rows that may own them', () => {
    const posts = fc.array(
      fc.record({
        body: fc.constantFrom('Yes', ' Yes ', 'No'),
        creatorType: fc.constantFrom('customer', 'user', null),
        createdAtSeconds: fc.constantFrom(null, begunAt - 1, begunAt, begunAt + 9),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(posts, fc.nat(3), fc.nat(3), (shown, arrivedUnnamed, otherLost) => {
        const all = shown.map((one, at) => post({ ...one, uuid: `p${at}` } as Partial<Post>))
        const equal = all.filter(({ body, creatorType }) => body?.trim() === 'Yes' && creatorType !== 'user').length
        const fate = fateOf(all, { arrivedUnnamed, otherLost })
        if (equal > arrivedUnnamed) expect(fate).not.toBe('absent')
        if (equal <= arrivedUnnamed + otherLost) expect(fate).not.toBe('arrived')
      }),
    )
  })
})

test('it matters when the run began only where an equal post is there that no other row owns', () => {
  const isOwned = () => false
  expect(hasEqual({ posts: [post()], body: 'Yes', isOwned })).toBe(true)
  expect(hasEqual({ posts: [post()], body: 'No', isOwned })).toBe(false)
  expect(hasEqual({ posts: [post()], body: 'Yes', isOwned: () => true })).toBe(false)
  expect(hasEqual({ posts: [post({ creatorType: 'user' })], body: 'Yes', isOwned })).toBe(false)
  expect(hasEqual({ posts: [], body: 'Yes', isOwned })).toBe(false)
})
