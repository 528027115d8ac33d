import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMessage, hasUnowned, type MessageEvidence } from '../../../../src-main/engine/run/reconcile/reconcile-message.ts'
import type { Post } from '../../../../src-main/engine/service/service.ts'

const begunAt = 1_000
const post = (parts: Partial<Post> = {}): Post =>
  ({ uuid: 'p', body: 'Yes', createdAtSeconds: begunAt + 5, creatorType: 'customer', isWhisper: false, ...parts }) as Post
const evidence = (posts: readonly Post[], parts: Partial<MessageEvidence> = {}): MessageEvidence => ({
  as: 'import',
  posts,
  isCutShort: false,
  body: 'Yes',
  sinceSeconds: begunAt,
  firstAtSeconds: null,
  isOwned: () => false,
  arrivedUnnamed: [],
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
  })

  test("is no post of the office, no whisper, and no other row's", () => {
    const other = { body: 'Something else' }
    expect(fateOf([post({ ...other, creatorType: 'user' })])).toBe('absent')
    expect(fateOf([post({ ...other, creatorType: 'system' })])).toBe('absent')
    expect(fateOf([post({ ...other, isWhisper: true })])).toBe('absent')
    expect(fateOf([post()], { isOwned: (uuid) => uuid === 'p' })).toBe('absent')
  })

  test('that a person was texted is a post of the office, or of nobody known: no whisper, and nothing that the contact or the service wrote', () => {
    const text = { as: 'message' } as const
    expect(fateOf([post({ creatorType: 'user' })], text)).toBe('arrived')
    expect(fateOf([post({ creatorType: null })], text)).toBe('arrived')
    const other = { body: 'Something else' }
    for (const kind of [{ creatorType: 'customer' }, { creatorType: 'system' }, { creatorType: 'user', isWhisper: true }] as const)
      expect(fateOf([post({ ...other, ...kind })], text)).toBe('absent')
    expect(fateOf([post({ ...other, creatorType: 'user' })], text)).toBe('cannotTell')
  })

  test('may be stored as a post of the office where that has its text, is as new, and belongs to no other row', () => {
    const kinds: Partial<Post>[] = [{ creatorType: 'user' }, { creatorType: 'system' }, { isWhisper: true }]
    for (const kind of kinds) {
      expect(fateOf([post(kind)])).toBe('cannotTell')
      expect(fateOf([post({ ...kind, createdAtSeconds: 1 })])).toBe('absent')
      expect(fateOf([post(kind)], { isOwned: (uuid) => uuid === 'p' })).toBe('absent')
    }
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
        { arrivedUnnamed: Array.from({ length: arrivedUnnamed }, () => 'Yes'), otherLost },
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
    ['I am on my way', 'I am on my'],
    ['a & b', 'a &amp; b'],
    ['See https://example.com/a', 'See https://x.io/1'],
    ['free win', '**** ***'],
    ['Yes', 'No'],
    ['Yes', '😀'],
    ['😀', ''],
    ['Yes', null],
  ])('%j may be any post of its kind and writer that belongs to no row, such as %j', (body, shown) => {
    for (const firstAtSeconds of [null, begunAt]) {
      expect(findMessage(evidence([post({ body: shown })], { body, firstAtSeconds }))).toEqual({ kind: 'cannotTell', why: 'otherPost' })
      expect(fateOf([post({ body: shown, creatorType: 'user' })], { body, firstAtSeconds })).toBe('absent')
      expect(fateOf([post({ body: shown })], { body, firstAtSeconds, isOwned: () => true })).toBe('absent')
    }
  })

  test('is none that came before: by the clock of the service, or by two clocks that may differ by minutes', () => {
    const older = (bySeconds: number) => [post({ body: 'No', createdAtSeconds: begunAt - bySeconds })]
    expect(fateOf(older(1), { firstAtSeconds: begunAt })).toBe('absent')
    expect(fateOf(older(0), { firstAtSeconds: begunAt })).toBe('cannotTell')
    expect(fateOf(older(120))).toBe('cannotTell')
    expect(fateOf(older(121))).toBe('absent')
  })

  test('is none of those that arrived without being named, one post for each', () => {
    const posts = [post({ uuid: 'a', body: 'No' }), post({ uuid: 'b', body: 'No' })]
    expect(fateOf(posts, { arrivedUnnamed: ['No', ' No '] })).toBe('absent')
    expect(fateOf(posts, { arrivedUnnamed: ['No'] })).toBe('cannotTell')
    expect(fateOf(posts, { arrivedUnnamed: ['No', 'Other'] })).toBe('cannotTell')
    expect(fateOf(posts, { arrivedUnnamed: ['No'], firstAtSeconds: begunAt })).toBe('cannotTell')
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
        const fate = fateOf(all, { arrivedUnnamed: Array.from({ length: arrivedUnnamed }, () => 'Yes'), otherLost })
        if (equal > arrivedUnnamed) expect(fate).not.toBe('absent')
        if (equal <= arrivedUnnamed + otherLost) expect(fate).not.toBe('arrived')
      }),
    )
  })
})

test('it matters when the run began only where a post is there that belongs to no row', () => {
  expect(hasUnowned({ as: 'import', posts: [post()], isOwned: () => false })).toBe(true)
  expect(hasUnowned({ as: 'import', posts: [post()], isOwned: () => true })).toBe(false)
  expect(hasUnowned({ as: 'import', posts: [post({ creatorType: 'user' })], isOwned: () => false })).toBe(false)
  expect(hasUnowned({ as: 'import', posts: [], isOwned: () => false })).toBe(false)
})

test('a lost whisper is looked for among the whispers of the office, and a message never stands for it', () => {
  const note = post({ uuid: 'n', creatorType: 'user', isWhisper: true })
  expect(findMessage(evidence([post(), note], { as: 'whisper', isOwned: (uuid) => uuid === 'p' }))).toEqual({ kind: 'arrived', post: note })
  expect(fateOf([note], { as: 'whisper', isOwned: () => true })).toBe('absent')
  expect(fateOf([post({ body: 'Else' })], { as: 'whisper' })).toBe('absent')
  // Stored as something that the contact could see, or altered beyond recognition.
  expect(fateOf([post({ creatorType: 'user' })], { as: 'whisper' })).toBe('cannotTell')
  expect(fateOf([{ ...note, body: 'Else' }], { as: 'whisper' })).toBe('cannotTell')
  // What a colleague notes says nothing of a message.
  expect(fateOf([{ ...note, body: 'Else' }])).toBe('absent')
  expect(hasUnowned({ as: 'whisper', posts: [note], isOwned: () => false })).toBe(true)
  expect(hasUnowned({ as: 'whisper', posts: [post()], isOwned: () => false })).toBe(false)
})

test('a post without an identifier is claimed by its own text alone: what the service may have made of it, another row could claim, too', () => {
  const escaped = { body: 'Tom & Jerry', rule: { cutAt: null, escapes: true } }
  const stored = 'Tom &amp; Jerry'
  expect(fateOf([post({ body: stored })], escaped)).toBe('arrived')
  expect(fateOf([post({ body: stored, uuid: '' })], escaped)).toBe('cannotTell')
  expect(fateOf([post({ body: escaped.body, uuid: '' })], escaped)).toBe('arrived')
})
