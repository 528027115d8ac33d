import { expect, test } from 'vitest'
import {
  harmlessAfter,
  hasShownQuestions,
  learn,
  liveWith,
  readProfile,
  unknownService,
  withLesson,
} from '../../../../src-main/engine/run/late/service-profile.ts'
import { learntForMs } from '../../../../src-main/engine/store/learnt-traits.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const tempStore = tempStores()
const lag = (ms: number) => ({ kind: 'readLag', ms }) as const
const busy = (hadEffect: boolean) => ({ kind: 'busy', hadEffect }) as const

test('nothing is known of a new account, and all that was learnt is known to the next run as it is to this one', () => {
  const store = tempStore()
  expect(readProfile(store, 0)).toEqual(unknownService)
  let profile = unknownService
  const altered = {
    kind: 'altered',
    marks: ['m1', 'm2'],
    cuts: [{ field: 'name', characters: 255 }],
    escapes: ['notes'],
    alters: ['Message'],
  } as const
  const reopened = [
    { kind: 'reopens', by: 'importReopens', does: true },
    { kind: 'reopens', by: 'importReopens', does: false },
    { kind: 'reopens', by: 'whisperReopens', does: false },
  ] as const
  const questions = [true, true, false].map((isShown) => ({ kind: 'question', isShown }) as const)
  const others = [altered, { kind: 'clears', what: ['texts'] }, ...reopened, ...questions] as const
  for (const lesson of [lag(500.4), lag(0), busy(false), busy(false), lag(3_000), busy(false), ...others]) {
    learn(store, lesson, 1_000)
    profile = withLesson(profile, lesson)
    expect(readProfile(store, 2_000)).toEqual(profile)
  }
  expect(profile).toEqual({
    lagMs: 3_000,
    busy: { without: 3, withEffect: 0 },
    isBusyHarmless: true,
    questions: { shown: 2, unshown: 1 },
    showsQuestions: false,
    cuts: { name: 255 },
    escapes: new Set(['notes']),
    alters: new Set(['Message']),
    altered: new Set(['m1', 'm2']),
    clears: new Set(['texts']),
    livesWith: new Set(),
    importReopens: true,
    whisperReopens: false,
  })
})

test('what somebody chose to live with holds for a month', () => {
  const store = tempStore()
  liveWith(store, ['altered-texts', 'tags'], 0)
  expect(readProfile(store, learntForMs)).toMatchObject({ livesWith: new Set(['tags', 'altered-texts']), clears: new Set(['tags']) })
  expect(readProfile(store, learntForMs + 1)).toEqual(unknownService)
})

test('what a newer version has learnt, and this one has no name for, is passed over', () => {
  const store = tempStore()
  liveWith(store, ['tags'], 0)
  const { learntTraits } = tablesOf(store)
  learntTraits.set('clears:something-later', 2, 0)
  learntTraits.set('clears:altered-texts', 2, 0)
  expect(readProfile(store, 0)).toEqual({ ...unknownService, livesWith: new Set(['tags']), clears: new Set(['tags']) })
})

test('429 means "turned away" after several were seen to be without effect, and never once one had an effect', () => {
  expect(harmlessAfter).toBe(3)
  const isHarmless = (effects: boolean[]) => effects.reduce((known, one) => withLesson(known, busy(one)), unknownService).isBusyHarmless
  expect(isHarmless([false, false])).toBe(false)
  expect(isHarmless([false, false, false])).toBe(true)
  expect(isHarmless([false, false, false, true])).toBe(false)
  expect(isHarmless([true, false, false, false, false])).toBe(false)
})

test('a service shows its questions that was seen to, and never not to', () => {
  const shows = (all: boolean[]) =>
    all.reduce((known, isShown) => withLesson(known, { kind: 'question', isShown }), unknownService).showsQuestions
  expect(shows([])).toBe(false)
  expect(shows([true])).toBe(true)
  expect(shows([true, true])).toBe(true)
  expect(shows([false])).toBe(false)
  expect(shows([true, false, true])).toBe(false)
})

test('whether it ever showed them is known for longer than what is relied on', () => {
  const store = tempStore()
  expect(hasShownQuestions(store)).toBe(false)
  learn(store, { kind: 'question', isShown: true }, 0)
  expect(readProfile(store, learntForMs).showsQuestions).toBe(true)
  expect(readProfile(store, learntForMs + 1)).toEqual(unknownService)
  expect(hasShownQuestions(store)).toBe(true)
  learn(store, { kind: 'question', isShown: false }, 1)
  expect(hasShownQuestions(store)).toBe(false)
})

test('what was learnt a month ago is proven anew', () => {
  const store = tempStore()
  for (const lesson of [lag(3_000), busy(true)]) learn(store, lesson, 0)
  expect(readProfile(store, learntForMs)).toMatchObject({ lagMs: 3_000, busy: { withEffect: 1 } })
  expect(readProfile(store, learntForMs + 1)).toEqual(unknownService)
  for (const lesson of [lag(200), busy(true), busy(true)]) learn(store, lesson, learntForMs + 1)
  expect(readProfile(store, learntForMs + 2)).toMatchObject({ lagMs: 200, busy: { withEffect: 2 } })
})

test('what is a month old to the moment counts still; a lag that only shorter ones confirm ends then', () => {
  const store = tempStore()
  learn(store, lag(3_000), 0)
  learn(store, lag(200), 1_000)
  learn(store, lag(200), learntForMs)
  expect(readProfile(store, learntForMs).lagMs).toBe(3_000)
  expect(readProfile(store, learntForMs + 1).lagMs).toBeNull()
})
