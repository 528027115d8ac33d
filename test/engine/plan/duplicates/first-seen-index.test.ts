import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFirstSeenIndex } from '../../../../src-main/engine/plan/duplicates/first-seen-index.ts'

test('a text is known from the first row that had it', () => {
  const index = createFirstSeenIndex()
  expect([index.seen('a', 1), index.seen('b', 2), index.seen('a', 3), index.seen('b', 4), index.seen('a', 5)]).toEqual([0, 0, 1, 2, 1])
})

test('of thousands of texts, each is known by itself, however many there are', () => {
  const index = createFirstSeenIndex()
  const texts = Array.from({ length: 20_000 }, (_, at) => `person${at}@example.com`)
  expect(texts.filter((text, at) => index.seen(text, at + 1) !== 0)).toEqual([])
  expect(texts.filter((text, at) => index.seen(text, 99_999) !== at + 1)).toEqual([])
})

test('texts that differ in one letter, in their ends, or in the order of their letters are different', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\u0000', '\uFFFF', '😀'), maxLength: 5 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const [index, known] = [createFirstSeenIndex(), new Map<string, number>()]
      for (const [at, one] of texts.entries()) {
        expect(index.seen(one, at + 1)).toBe(known.get(one) ?? 0)
        if (!known.has(one)) known.set(one, at + 1)
      }
    }),
  )
})

test.each([
  ['person98888', 'person340334'],
  ['person6132', 'person450429'],
  ['person201237', 'person758534'],
  ['person483270', 'person816589'],
])('texts of which one half of the hash is the same are told apart: %s, %s', (one, other) => {
  const index = createFirstSeenIndex()
  expect([index.seen(one, 1), index.seen(other, 2), index.seen(one, 3), index.seen(other, 4)]).toEqual([0, 0, 1, 2])
})
