import { expect, test } from 'vitest'
import { serviceBaseUrl } from '../../../src-main/engine/service/service-base-url.ts'

test.each([
  ['https://example.com', 'https://example.com'],
  [' Example.com/ ', 'https://example.com'],
  ['https://example.com/v1//?a=b#c', 'https://example.com/v1'],
  ['http://localhost:4000/', 'http://localhost:4000'],
  ['http://127.1.2.3', 'http://127.1.2.3'],
])('%j is the service at %s', (text, address) => {
  expect(serviceBaseUrl(text)).toBe(address)
})

test.each([
  ['', 'not a web address'],
  ['https://', 'not a web address'],
  ['https://pat:secret@example.com', 'a name or a password'],
  ['https://pat@example.com', 'a name or a password'],
  ['https://:secret@example.com', 'a name or a password'],
  ['http://example.com', 'must begin with https://'],
  ['ftp://localhost', 'must begin with https://'],
])('%j is none: %s', (text, why) => {
  expect(() => serviceBaseUrl(text)).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(why) }))
})
