import { expect, test } from 'vitest'
import { storedMessage, writerField } from '../../../../../src-main/engine/run/proof/posts/stored-message.ts'
import type { Post } from '../../../../../src-main/engine/service/service.ts'

const post = (parts: Partial<Post> = {}): Post => ({
  uuid: 'p1',
  body: 'Hello',
  createdAtSeconds: 1,
  conversationUuid: 'c',
  creatorType: 'customer',
  isWhisper: false,
  ...parts,
})
const asked = { as: 'import' as const, body: 'Hello', postUuid: 'p1' }

test('a message is there as its contact wrote it, whoever named its post', () => {
  expect(storedMessage([post()], asked)).toEqual({ lost: [], isShown: true, isLate: false })
  expect(storedMessage([post({ creatorType: null })], asked)).toMatchObject({ lost: [], isShown: true })
  expect(storedMessage([post()], { ...asked, postUuid: null })).toMatchObject({ lost: [], isShown: true })
})

test.each([
  [{ isWhisper: true }, 'a note of the office'],
  [{ creatorType: 'user' as const }, 'a message of the office'],
  [{ creatorType: 'system' as const, body: 'Other' }, 'a message of the office'],
])('one that is stored as something else is not what was asked for, and will not become it: %j', (parts, answered) => {
  expect(storedMessage([post(parts)], asked)).toEqual({
    lost: [{ field: writerField, asked: 'a message of the contact', answered }],
    isShown: false,
    isLate: false,
  })
})

test('another post with the same text does not stand for it unless the contact wrote that', () => {
  const note = post({ uuid: 'p2', isWhisper: true })
  expect(storedMessage([note], asked)).toMatchObject({ lost: [{ field: 'Message', answered: 'nothing' }], isShown: false, isLate: true })
  expect(storedMessage([note, post({ isWhisper: true })], asked).lost).toMatchObject([{ field: writerField }])
})

test('a conversation without posts shows that it is not there, or not yet', () => {
  expect(storedMessage([], asked)).toMatchObject({ lost: [{ field: 'Message', answered: 'nothing' }], isLate: true })
})

test('a whisper is there as a note of the office; one that the contact could see, or is taken to have written, is not what was asked for', () => {
  const whisper = { ...asked, as: 'whisper' as const }
  const note = post({ isWhisper: true, creatorType: 'user' })
  expect(storedMessage([note], whisper)).toEqual({ lost: [], isShown: true, isLate: false })
  expect(storedMessage([{ ...note, creatorType: null }], whisper)).toMatchObject({ lost: [], isShown: true })
  for (const [parts, answered] of [
    [{ isWhisper: false, creatorType: 'user' }, 'a message of the office'],
    [{ isWhisper: false, creatorType: 'customer' }, 'a message of the contact'],
  ] as const)
    expect(storedMessage([post(parts)], whisper)).toEqual({
      lost: [{ field: 'Whisper, for the office only', asked: 'a note of the office', answered }],
      isShown: false,
      isLate: false,
    })
  expect(storedMessage([post()], { ...whisper, postUuid: null })).toMatchObject({ lost: [{ field: 'Whisper', answered: 'nothing' }] })
})
