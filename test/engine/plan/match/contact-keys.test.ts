import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createContactKeys, createContactNumbers } from '../../../../src-main/engine/plan/match/contact-keys.ts'

describe('the key', () => {
  test("of a cached contact is its id, of a number the number's digits below zero", () => {
    const keys = createContactKeys()
    expect(keys.ofContact(7)).toBe(7)
    expect(keys.ofPhone('+12025550100')).toBe(-12025550100)
    expect(keys.ofPhone('+1')).toBe(-1)
    expect(keys.ofPhone('+999999999999999')).toBe(-999_999_999_999_999)
  })

  test('of what is no number in E.164 is one that no such number has, the same each time', () => {
    const keys = createContactKeys()
    const odd = ['+02025550100', '12025550100', '+1234567890123456', '+1202555a', 'x+12025550100', '+12025550100 ', '+', '']
    const given = odd.map((text) => keys.ofPhone(text))
    expect(given).toEqual(odd.map((_, at) => -(10 ** 15 + at)))
    expect(odd.map((text) => keys.ofPhone(text))).toEqual(given)
  })

  test('of a uuid is that of no other, and of no number', () => {
    const keys = createContactKeys()
    expect([keys.ofUuid('a'), keys.ofUuid('b'), keys.ofUuid('a')]).toEqual([-(10 ** 15), -(10 ** 15) - 1, -(10 ** 15)])
    expect(keys.ofUuid('+12025550100')).not.toBe(keys.ofPhone('+12025550100'))
  })

  test('is of one number only', () => {
    const phone = fc.oneof(
      fc.stringMatching(/^\+[1-9]\d{0,14}$/),
      fc.stringMatching(/^\+?0\d{0,3}$/),
      fc.stringMatching(/^\d{1,16}$/),
      fc.constantFrom('', '+', '+1a', 'a+1', '+1 '),
    )
    fc.assert(
      fc.property(fc.uniqueArray(phone), (phones) => {
        const keys = createContactKeys()
        const given = phones.map((one) => keys.ofPhone(one))
        expect(new Set(given).size).toBe(phones.length)
        expect(given.every((key) => key < 0)).toBe(true)
      }),
    )
  })
})

describe.each([Int32Array, Float64Array])('numbers of contacts in a %o', (Page) => {
  test('are 0 at first, and what they were set to last', () => {
    const numbers = createContactNumbers(Page)
    const keys = [1, 2, 65_535, 65_536, 65_537, 200_000, -1, -12025550100, -(10 ** 15)]
    expect(keys.map((key) => numbers.get(key))).toEqual(keys.map(() => 0))
    keys.forEach((key, at) => numbers.set(key, at + 10))
    numbers.set(2, 99)
    numbers.set(-1, 98)
    expect(keys.map((key) => numbers.get(key))).toEqual([10, 99, 12, 13, 14, 15, 98, 17, 18])
    expect(numbers.get(3)).toBe(0)
    expect(numbers.get(131_072)).toBe(0)
  })

  test('are listed where they are not 0, also where there is a gap between them', () => {
    const numbers = createContactNumbers(Page)
    for (const [key, value] of [
      [200_000, 5],
      [1, 6],
      [3, 0],
      [-4, 7],
      [-5, 0],
    ] as const)
      numbers.set(key, value)
    expect([...numbers.values()]).toEqual([6, 5, 7])
  })
})

test('a page of floats holds what does not fit into 32 bits', () => {
  const numbers = createContactNumbers(Float64Array)
  numbers.set(1, 2 ** 40)
  expect(numbers.get(1)).toBe(2 ** 40)
})
