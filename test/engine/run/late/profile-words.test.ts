import { expect, test } from 'vitest'
import type { LiveWith } from '../../../../src-main/engine/model/runs/live-with.ts'
import { profileWords } from '../../../../src-main/engine/run/late/profile-words.ts'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import { postFieldOf } from '../../../../src-main/engine/run/answer/alterations.ts'
import { type Lesson, unknownService, withLesson } from '../../../../src-main/engine/run/late/service-profile.ts'

const messageField = postFieldOf('import')

const wordsAfter = (...lessons: Lesson[]) => profileWords(lessons.reduce(withLesson, unknownService), createFieldLabels([]))
const none = { escapes: [], alters: [] }
const lag = (ms: number): Lesson => ({ kind: 'readLag', ms })
const busy = (hadEffect: boolean): Lesson => ({ kind: 'busy', hadEffect })

test('says nothing of a service of which nothing is known', () => {
  expect(wordsAfter()).toEqual([])
})

test.each([
  [0, 'can be read at once'],
  [20, 'up to 0.1 seconds later'],
  [1_000, 'up to 1 second later'],
  [3_240, 'up to 3.2 seconds later'],
])('says how late reads are: %i ms', (ms, words) => {
  expect(wordsAfter(lag(ms))).toEqual([expect.stringContaining(words)])
})

test('says what 429 means, as far as that is known', () => {
  expect(wordsAfter(busy(false))).toEqual([expect.stringContaining('it had done nothing: seen once. After 3 times')])
  expect(wordsAfter(busy(false), busy(false))).toEqual([expect.stringContaining('seen 2 times')])
  expect(wordsAfter(busy(false), busy(false), busy(false))).toEqual([expect.stringContaining('it has done nothing')])
  expect(wordsAfter(busy(false), busy(false), busy(false), busy(true))).toEqual([expect.stringContaining('may have done it all the same')])
  expect(wordsAfter(lag(0), busy(true))).toHaveLength(2)
})

test('says whether questions for consent are shown, and what comes of that', () => {
  const question = (isShown: boolean): Lesson => ({ kind: 'question', isShown })
  expect(wordsAfter(question(true))).toEqual([expect.stringMatching(/^It shows its questions .* Rollcall asks again where/)])
  const doubted = [expect.stringMatching(/^It does not always show its questions .* asks nobody again by itself/)]
  expect(wordsAfter(question(false))).toEqual(doubted)
  expect(wordsAfter(question(true), question(false), question(true))).toEqual(doubted)
})

test('says where texts are cut', () => {
  expect(wordsAfter({ kind: 'altered', marks: ['m'], cuts: [{ field: 'name', characters: 255 }], ...none })).toEqual([
    'It cuts Name after 255 characters. Rows with a longer text fail, and stop no run.',
  ])
})

test('says what it makes of texts, and what comes of that', () => {
  const altered: Lesson = {
    kind: 'altered',
    marks: [],
    cuts: [{ field: messageField, characters: 160 }],
    escapes: ['notes', 'name'],
    alters: [messageField],
  }
  const label = createFieldLabels([])
  const profile = withLesson(unknownService, altered)
  expect(profileWords(profile, label)).toEqual([
    'It cuts Message after 160 characters. A run stops at the first text that is longer.',
    'It writes & < > and quotes in another way (&amp; and the like): Name, Notes. Rollcall stops there.',
    'It alters texts: Message. Rollcall stops there.',
  ])
  for (const words of profileWords({ ...profile, livesWith: new Set(['altered-texts']) }, label)) expect(words).toContain(', as you chose.')
})

test('says what it clears, and what of that is written along', () => {
  const profile = withLesson(unknownService, { kind: 'clears', what: ['texts', 'tags', 'flags'] })
  const words = (livesWith: LiveWith[]) => profileWords({ ...profile, livesWith: new Set(livesWith) }, createFieldLabels([]))
  const along = (what: string) => `It clears what a change leaves out. Rollcall writes ${what} with each change.`
  const stops = (what: string) => `It clears what a change leaves out: ${what}. Rollcall stops there unless that is written each time.`
  const flags = 'archived and blocked where they are set'
  expect(words([])).toEqual([stops(`name and notes, all tags, ${flags}`)])
  expect(words(['tags'])).toEqual([along('all tags'), stops(`name and notes, ${flags}`)])
  expect(words(['texts', 'tags', 'flags'])).toEqual([along(`name and notes, all tags, ${flags}`)])
})

test('says what opens a conversation again', () => {
  const reopens = (by: 'importReopens' | 'whisperReopens', does: boolean) => wordsAfter({ kind: 'reopens', by, does })
  expect(reopens('importReopens', true)).toEqual([expect.stringMatching(/^A message that is imported opens its conversation again/)])
  expect(reopens('whisperReopens', true)).toEqual([expect.stringMatching(/^A whisper opens its conversation again/)])
  expect([reopens('importReopens', false), reopens('whisperReopens', false)]).toEqual([[], []])
})
