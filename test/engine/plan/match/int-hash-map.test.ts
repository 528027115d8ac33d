import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContactKeys, createContactNumbers } from '../../../../src-main/engine/plan/match/contact-keys.ts'
import { createIntHashMap } from '../../../../src-main/engine/plan/match/int-hash-map.ts'

test('a number map answers what a Map answers, also after it has grown', () => {
  const key = fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc
      .maxSafeInteger()
      .map((n) => Math.abs(n) + 1)
      .filter(Number.isSafeInteger),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.integer()), { maxLength: 3000, size: 'max' }), (entries) => {
      const map = createIntHashMap()
      for (const [at, value] of entries) map.set(at, value)
      const model = new Map(entries)
      for (const [at, value] of model) expect(map.get(at)).toBe(value)
      expect([...map.values()].sort()).toEqual([...model.values()].sort())
    }),
    { numRuns: 20 },
  )
})

test('neighbouring phone numbers are found as quickly as others', () => {
  const map = createIntHashMap()
  for (let at = 0; at < 200_000; at += 1) map.set(15_550_000_000 + at, at + 1)
  expect(map.get(15_550_123_456)).toBe(123_457)
  expect(map.get(15_550_200_000)).toBe(0)
})

test("contacts and numbers without a contact never get in each other's way, even odd numbers", () => {
  const keys = createContactKeys()
  const numbers = createContactNumbers()
  const all = [
    keys.ofContact(1),
    keys.ofContact(70_000),
    keys.ofPhone('+1'),
    keys.ofPhone('+999999999999999'),
    keys.ofPhone('+1234567890123456'),
    keys.ofPhone('odd'),
  ]
  all.forEach((key, at) => numbers.set(key, at + 1))
  expect(all.map((key) => numbers.get(key))).toEqual([1, 2, 3, 4, 5, 6])
  expect(keys.ofPhone('odd')).toBe(keys.ofPhone('odd'))
  expect([...numbers.values()].sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test.each([0, -1, Number.NaN])('%d is no key: it would be taken for a free place', (key) => {
  expect(() => createIntHashMap().set(key, 1)).toThrow('must be positive')
})
