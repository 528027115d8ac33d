import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasLostLetters } from '../../../src-main/engine/text/lost-letters.ts'

test.each([
  ['Tr?n Ánh', 'Trần Ánh'],
  ['???? ?????', 'محمد حدّاد'],
  ['Hoang Nguy?n', 'Hoàng Nguyễn'],
  [' a\r\n\uFFFDb', 'a\nłb'],
  ['hi ? there', 'hi 😀 there'],
  ['hi ?? there', 'hi 😀 there'],
  ['Ann? ?', 'Ann? 张'],
  // Whatever else differs, a letter that could not be read is not written over one that is there.
  ['\uFFFDlvarez', 'Jos\u00E9 \u00C1lvarez'],
  ['Ann\uFFFD', 'Bob'],
])('%j is %j with letters lost', (text, whole) => {
  expect(hasLostLetters(text, whole)).toBe(true)
})

test.each([
  ['Tran Anh', 'Trần Ánh'],
  ['Ann?', 'Anna'],
  ['Ann?', 'Ann'],
  ['Tr?n', 'Trần Ánh'],
  ['Tr?nh Ánh', 'Trần Ánh'],
  ['?', ''],
  ['Why?', 'Why?'],
  ['Tr?n Anna', 'Trần Ánh'],
])('%j is another text than %j', (text, whole) => {
  expect(hasLostLetters(text, whole)).toBe(false)
})

test('a text of plain letters never lost any, and no text is one of itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (plain, any) => {
      if (/^[\0-\x7f]*$/.test(plain)) expect(hasLostLetters(any, plain)).toBe(false)
      expect(hasLostLetters(any, any)).toBe(false)
    }),
  )
})

test('takes no longer than the texts are', () => {
  expect(hasLostLetters(`${'?'.repeat(200_000)}!`, '😀'.repeat(100_000))).toBe(false)
})
