import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEmail } from '../../../src-main/engine/text/email-address.ts'

test.each([
  ['anna@example.com', 'anna@example.com', false],
  ['mailto:anna@example.com', 'anna@example.com', false],
  [" o'neil+x@sub.example.co.uk\u200B", "o'neil+x@sub.example.co.uk", false],
  ['jörg@müller.example', 'jörg@müller.example', false],
  ['a@example.com ::: b@example.com', 'a@example.com', true],
  ['a@example.com ::: A@example.com', 'a@example.com', false],
])('%j is read as %s', (text, email, hasOthers) => {
  expect(readEmail(text)).toEqual({ email, hasOthers })
})

test.each([
  '',
  'anna',
  'anna@',
  '@example.com',
  'anna@example',
  'a b@example.com',
  'a@b@example.com',
  'a@example.com; b@example.com',
  'Anna <a@example.com>',
  'a@example..com',
  `${'a'.repeat(250)}@example.com`,
])('%j is no address', (text) => {
  expect(readEmail(text)).toBeNull()
})

test('ordinary addresses of every kind are taken', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(readEmail(address)).toEqual({ email: address, hasOthers: false })
    }),
  )
})
