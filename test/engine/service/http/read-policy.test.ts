import { describe, expect, test } from 'vitest'
import type { AnswerHeaders, ExchangeFault, TransportResult } from '../../../../src-main/engine/service/http/http-exchange.ts'
import { classifyRead, maxReadAttempts } from '../../../../src-main/engine/service/http/read-policy.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const answer = (status: number, headers: AnswerHeaders = {}, text = '{}'): TransportResult => ({ kind: 'answer', status, headers, text })
const broken = (fault: ExchangeFault): TransportResult => ({ kind: 'broken', fault, hasLeft: true, status: null, headers: {} })
const verdict = (result: TransportResult, attempt = 1, random = 1) =>
  classifyRead(result, { attempt, nowMs, random, redact: (text) => text })
/** What is done about it: `again`, or the code of the error, or that it is an answer, with what its status means. */
function outcome(result: TransportResult): string {
  const found = verdict(result)
  if (found.kind === 'retry') return 'again'
  return found.kind === 'failed' ? found.error.code : `answer ${found.error?.code ?? ''}`.trim()
}

test.each([
  [199, 'again'],
  [200, 'answer'],
  [299, 'answer'],
  [300, 'answer service.refused'],
  [400, 'answer service.refused'],
  [401, 'sign_in.needed'],
  [404, 'answer service.refused'],
  [408, 'again'],
  [425, 'again'],
  [429, 'again'],
  [499, 'answer service.refused'],
  [500, 'again'],
  [501, 'answer service.refused'],
  [502, 'again'],
  [503, 'again'],
  [505, 'answer service.refused'],
  [599, 'again'],
])('a read that is answered with %d: %s', (status, expected) => {
  expect(outcome(answer(status))).toBe(expected)
})

test.each<[ExchangeFault, string]>([
  ['cancelled', 'cancelled'],
  ['unsendable', 'sign_in.needed'],
  ['too_large', 'service.shape'],
  ['insecure', 'service.unreachable'],
  ['refused', 'again'],
  ['timeout', 'again'],
  ['closed', 'again'],
])('a read that breaks off as %s: %s', (fault, expected) => {
  expect(outcome(broken(fault))).toBe(expected)
})

describe('a read is repeated', () => {
  test('five times in all, longer apart each time, up to a quarter of a minute', () => {
    const delays = Array.from({ length: maxReadAttempts }, (_, at) => verdict(answer(500), at + 1))
    expect(delays.map((one) => (one.kind === 'retry' ? one.delayMs : one.kind))).toEqual([500, 1_000, 2_000, 4_000, 'failed'])
    expect(verdict(answer(500), 2, 0)).toEqual({ kind: 'retry', delayMs: 0 })
  })

  test('after as long as the service asks for, two minutes at most', () => {
    const asked = (seconds: number, status = 429) => verdict(answer(status, { 'retry-after': String(seconds) }), 1, 0)
    for (const status of [408, 425, 429, 500, 503]) expect(asked(3, status)).toEqual({ kind: 'retry', delayMs: 3_000 })
    expect(asked(120)).toEqual({ kind: 'retry', delayMs: 120_000 })
    expect(asked(121)).toMatchObject({ kind: 'failed', error: { code: 'service.rate_limited', afterMs: 121_000 } })
  })

  test.each([
    [null, 'a few minutes'],
    ['89', '89 seconds'],
    ['90', '2 minutes'],
    ['600', '10 minutes'],
  ])('and where that is in vain, the person is told when to try again: after %j seconds, in %s', (seconds, wait) => {
    const last = verdict(answer(429, seconds === null ? {} : { 'retry-after': seconds }), maxReadAttempts)
    expect(last).toMatchObject({ kind: 'failed', error: { hint: `Try again in ${wait}.` } })
  })

  test('and where that is long, until when', () => {
    const last = verdict(answer(429, { 'retry-after': '601' }))
    expect(last).toMatchObject({ kind: 'failed', error: { message: expect.stringMatching(/^The service asks to wait until /) } })
  })
})
