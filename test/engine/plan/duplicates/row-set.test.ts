import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFirstSeenIndex } from '../../../../src-main/engine/plan/duplicates/first-seen-index.ts'
import { createRowSet } from '../../../../src-main/engine/plan/duplicates/row-set.ts'

const row = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.constantFrom(65_535, 65_536, 65_537, 131_071, 131_072),
  fc.integer({ min: 0, max: 400_000 }),
)

test('a set of rows has what a Set has, ascending', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), row), { maxLength: 60 }), (steps) => {
      const rows = createRowSet()
      const model = new Set<number>()
      for (const [adds, one] of steps) {
        rows[adds ? 'add' : 'remove'](one)
        model[adds ? 'add' : 'delete'](one)
        expect(rows.has(one)).toBe(adds)
      }
      for (const [, one] of steps)
        for (const near of [one - 1, one, one + 1, one + 8]) if (near >= 0) expect(rows.has(near)).toBe(model.has(near))
      expect([...rows.rows()]).toEqual([...model].sort((a, b) => a - b))
    }),
    { numRuns: 50 },
  )
})

test('a set that nothing was put into is empty, and taking from it changes nothing', () => {
  const rows = createRowSet()
  rows.remove(70_000)
  expect([rows.has(0), rows.has(70_000), [...rows.rows()]]).toEqual([false, false, []])
})

test('a text is seen first in one row, however many texts there are', () => {
  const index = createFirstSeenIndex()
  const texts = Array.from({ length: 20_000 }, (_, at) => `person${at}@example.com`)
  expect(texts.every((text, at) => index.seen(text, at + 1) === 0)).toBe(true)
  expect(texts.every((text, at) => index.seen(text, 50_000 + at) === at + 1)).toBe(true)
})

test('texts that differ in one unit, in length or in the order of their halves are told apart', () => {
  const index = createFirstSeenIndex()
  const texts = [
    '',
    '\0',
    '\0\0',
    'a',
    'a\0',
    'ab',
    'ba',
    'abc',
    'acb',
    'abcd',
    'cdab',
    'ä',
    'a\u0308',
    '\ud83d\ude00',
    'x'.repeat(100),
    'x'.repeat(101),
  ]
  expect(texts.map((text, at) => index.seen(text, at + 1))).toEqual(texts.map(() => 0))
  expect(texts.map((text) => index.seen(text, 99))).toEqual(texts.map((_, at) => at + 1))
})
