import { expect, test } from 'vitest'
import { isEscaped, isStoredBy } from '../../../src-main/engine/text/stored-text.ts'

test.each([
  ['a & b', 'a &amp; b', true],
  [`<"'>`, '&lt;&quot;&#39;&gt;', true],
  [`it's`, 'it&apos;s', true],
  [`it's`, 'it&#039;s', true],
  [`it's`, 'it&#X27;s', true],
  ['a & b', 'a & b', false],
  ['a & b', 'a &amp; c', false],
  ['a &amp; b', 'a &amp;amp; b', true],
  ['a', '', false],
])('%s is stored as %s with its letters escaped: %s', (asked, stored, is) => {
  expect(isEscaped(asked, stored)).toBe(is)
})

test.each([
  ['abcdef', 'abc', { cutAt: 3, escapes: false }, true],
  ['abcdef', 'abcd', { cutAt: 3, escapes: false }, false],
  ['ab cdef', 'ab', { cutAt: 3, escapes: false }, true],
  ['a😀cdef', 'a😀c', { cutAt: 3, escapes: false }, true],
  ['   abc', '', { cutAt: 3, escapes: false }, false],
  ['abcdef', 'abc', { cutAt: null, escapes: true }, false],
  ['a & b', 'a &amp; b', { cutAt: null, escapes: true }, true],
  ['a & b', 'a &amp; b', { cutAt: null, escapes: false }, false],
  ['abc', ' abc ', { cutAt: null, escapes: false }, true],
])('%s is stored as %s by %o: %s', (asked, stored, rule, is) => {
  expect(isStoredBy(rule, asked, stored)).toBe(is)
})
