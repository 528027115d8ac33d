import { expect, test } from 'vitest'
import { createRedactor } from '../../../../src-main/engine/service/http/redact.ts'

test.each([
  ['abcd', 'x abcd y', 'x ••• y'],
  // Three characters are in many words.
  ['abc', 'x abc y', 'x abc y'],
  ['p&ss word', 'password=p%26ss%20word', 'password=•••'],
  ['p&ss word', 'x p%26ss+word y', 'x ••• y'],
  ['say "hi"', String.raw`{"x":"say \"hi\""}`, '{"x":"•••"}'],
  ['secret-token', `x ${Buffer.from('secret-token').toString('base64')} y`, 'x ••• y'],
])('the secret %j in %j is masked', (secret, text, clean) => {
  expect(createRedactor([secret, null])(text)).toBe(clean)
})

test('message texts are masked from eight characters on, however they are spaced', () => {
  const clean = (message: string, text: string) => createRedactor([], [message])(text)
  expect(clean(' Hi there ', 'x Hi there y')).toBe('x ••• y')
  expect(clean('12345678', 'x 12345678 y')).toBe('x ••• y')
  expect(clean('1234567', 'x 1234567 y')).toBe('x 1234567 y')
  expect(clean('See you\n at noon', 'x See you at noon y')).toBe('x ••• y')
})

test.each([
  ['api_key=abc&x=1', 'api_key=•••&x=1'],
  ['"token": "abcdefghijklmnop"', '"token": "•••"'],
  ['Authorization: Bearer abcdef', 'Authorization: •••'],
  ['x eyJhbGciOi.eyJzdWIi.c2ln y', 'x ••• y'],
  ['a token of thanks', 'a token of thanks'],
])('what looks like a secret is masked without being known: %s', (text, clean) => {
  expect(createRedactor([])(text)).toBe(clean)
})
