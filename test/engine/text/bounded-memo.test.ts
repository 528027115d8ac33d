import { expect, test } from 'vitest'
import { boundedMemo, longestRemembered } from '../../../src-main/engine/text/bounded-memo.ts'
import { createPhoneReader } from '../../../src-main/engine/text/phone-number.ts'

const longest = '7'.repeat(longestRemembered)

test('short texts are remembered, so many at most; enormous ones never are', () => {
  const memo = boundedMemo(2, (text) => ({ text }))
  expect(memo('a')).toBe(memo('a'))
  expect(memo(longest)).toBe(memo(longest))
  expect(memo(`${longest}7`)).toEqual({ text: `${longest}7` })
  expect(memo(`${longest}7`)).not.toBe(memo(`${longest}7`))
  const first = memo('a')
  memo('c')
  expect(memo('a')).not.toBe(first)
})

test('a reader of phone numbers remembers no enormous cell either', () => {
  const read = createPhoneReader('US')
  expect(read('no number')).toBe(read('no number'))
  expect(read(`${longest}7`)).toEqual({ phone: null, fault: 'not_a_number' })
  expect(read(`${longest}7`)).not.toBe(read(`${longest}7`))
})
