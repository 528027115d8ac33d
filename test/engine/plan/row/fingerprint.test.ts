import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DesiredMessage } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { fingerprintNumber, messageFingerprint, numberedFingerprint } from '../../../../src-main/engine/plan/row/fingerprint.ts'

const message: DesiredMessage = { body: 'Hello', attachments: ['https://example.com/a.png'], sentAtSeconds: 5 }

test('a message is recognized by its number, department, text, attachments and time', () => {
  const made = messageFingerprint('+12025550100', 'g1', message)
  const given = JSON.stringify(['+12025550100', 'g1', 'Hello', ['https://example.com/a.png'], 5])
  // What an earlier version has stored must be found by every later one.
  expect(made).toBe(createHash('sha256').update(given).digest('hex'))
  const others = [
    messageFingerprint('+12025550101', 'g1', message),
    messageFingerprint('+12025550100', 'g2', message),
    messageFingerprint('+12025550100', null, message),
    messageFingerprint('+12025550100', 'g1', { ...message, body: 'hello' }),
    messageFingerprint('+12025550100', 'g1', { ...message, attachments: [] }),
    messageFingerprint('+12025550100', 'g1', { ...message, sentAtSeconds: null }),
  ]
  expect(new Set([made, ...others]).size).toBe(7)
})

test('of a text that a template made only the cells count', () => {
  const first = messageFingerprint('+1', null, { ...message, body: 'Sent on Monday: Hello', identity: 'Hello' })
  const second = messageFingerprint('+1', null, { ...message, body: 'Earlier: Hello', identity: 'Hello' })
  expect(first).toBe(second)
  expect(messageFingerprint('+1', null, { ...message, identity: '' })).not.toBe(messageFingerprint('+1', null, message))
})

test('equal messages are told apart by counting them', () => {
  expect([numberedFingerprint('ab', 1), numberedFingerprint('ab', 2)]).toEqual(['ab:1', 'ab:2'])
})

test('the number of a fingerprint is its first 52 bits', () => {
  expect(fingerprintNumber('fffffffffffff0123')).toBe(2 ** 52 - 1)
  expect(fingerprintNumber('0000000000010fff')).toBe(16)
  expect(fingerprintNumber('1000000000000fff')).toBe(2 ** 48)
})
