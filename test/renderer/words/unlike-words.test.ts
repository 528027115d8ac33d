import { expect, test } from 'vitest'
import type { ListComparison } from '../../../src-main/engine/contract.ts'
import { differenceWords, isUnusual, looksLike } from '../../../src-renderer/words/unlike-words.ts'

const usual = { rows: 250, notFound: 3, withdrawn: 11, invalid: 5, unknownWords: 0 }
const before = [usual, { ...usual, withdrawn: 14 }, { ...usual, withdrawn: 9 }].map((list, at) => ({ ...list, startedAtSeconds: at }))
const lists = (list: Partial<typeof usual>): ListComparison => ({ list: { ...usual, ...list }, missing: [], before })

test('what is far above the usual is told, also where it stops nothing by itself', () => {
  const full = lists({ rows: 1912, withdrawn: 412, notFound: 20, invalid: 12 })
  const unusual = (['rows', 'withdrawn', 'notFound', 'invalid'] as const).filter((figure) => isUnusual(figure, ['unlike.rows'], full))
  expect(unusual).toEqual(['rows', 'withdrawn'])
  expect(looksLike(['unlike.rows'], full)).toBe('A full export with everybody in it, not the usual list.')
  expect(isUnusual('notFound', ['unlike.not_found'], full)).toBe(true)
})

test('what a list looks like is said only where a rule can tell', () => {
  expect(looksLike(['unlike.rows'], lists({ rows: 1912 }))).toBeNull()
  expect(looksLike(['unlike.rows'], lists({ rows: 12 }))).toBe('A part of the usual list, or a file that was cut off.')
  expect(looksLike(['unlike.not_found'], lists({ notFound: 240 }))).toBe('The list of another account or office.')
})

test('a number is told beside the usual', () => {
  expect(differenceWords(412, [9, 14, 11])).toBe('37 times the usual')
  expect(differenceWords(20, [9, 14, 11])).toBe('Usually 9 to 14')
  expect(differenceWords(5, [200, 200])).toBe('Usually 200')
  expect(differenceWords(5, [])).toBe('Not as the recipe expects')
})
