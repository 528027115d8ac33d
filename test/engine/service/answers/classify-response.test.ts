import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayRepeat } from '../../../../src-main/engine/kinds/calls/all-calls.ts'
import { createCustomerReader } from '../../../../src-main/engine/service/answers/customer-answer.ts'
import type { AnswerHeaders, ExchangeFault, TransportResult } from '../../../../src-main/engine/service/http/http-exchange.ts'
import { classifyResponse } from '../../../../src-main/engine/service/answers/classify-response.ts'
import { createRedactor } from '../../../../src-main/engine/service/http/redact.ts'
import type { AnyCall, CallOutcome, Outgoing } from '../../../../src-main/engine/model/runs/service-call.ts'
import { portion } from '../../../helpers/portion.ts'

const update: AnyCall = { kind: 'updateCustomer', uuid: 'u1', customer: { name: 'A' } }
const create: AnyCall = { kind: 'createCustomer', customer: { phone: '+12025550100' } }
const consent: AnyCall = { kind: 'setConsent', uuid: 'u1', phone: null, consent: true }
const message: AnyCall = { kind: 'importMessage', phone: '+12025550100', groupUuid: null, body: 'Hello there', attachments: [] }
const resolve: AnyCall = { kind: 'resolveConversation', conversationUuid: 'c1', disposition: null }
const text: Outgoing = { as: 'message', body: 'Hello there', attachments: [], resolve: false }
const send: AnyCall = { kind: 'sendToPhone', phone: '+12025550100', groupUuid: null, post: text }
const sendToGroup: AnyCall = { kind: 'sendToGroup', phones: ['+12025550100'], groupUuid: 'g', post: text }
const whisper: AnyCall = { kind: 'sendToConversation', conversationUuid: 'c1', post: { ...text, as: 'whisper' } }
const askConsent: AnyCall = { kind: 'requestConsent', uuid: 'u1', phone: null }
const repeatable = [update, consent, resolve]
const once = [create, message, send, sendToGroup, whisper, askConsent]
const calls = [...repeatable, ...once]

const context = {
  nowMs: Date.parse('2026-03-01T12:00:00Z'),
  redact: createRedactor(['s3cr3t-token'], ['Hello there']),
  readCustomer: createCustomerReader('US'),
}
const answer = (status: number, body: unknown, headers: AnswerHeaders = {}): TransportResult => ({
  kind: 'answer',
  status,
  headers,
  text: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
})
const broken = (fault: ExchangeFault, hasLeft: boolean, status: number | null = null, headers: AnswerHeaders = {}): TransportResult => ({
  kind: 'broken',
  fault,
  hasLeft,
  status,
  headers,
})
const outcome = (call: AnyCall, result: TransportResult) => classifyResponse(call, result, context)
const codeOf = (found: CallOutcome) => (found.kind === 'done' ? null : found.error.code)

const html = '<!DOCTYPE html><html><body>Please log in</body></html>'

describe('an answer that shows what was asked for is done', () => {
  test('an updated contact comes back as a record', () => {
    expect(outcome(update, answer(200, { customer: { uuid: 'u1', name: 'A', custom_fields: [] } }))).toEqual({
      kind: 'done',
      status: 200,
      record: { uuid: 'u1', name: 'A', customFields: {} },
      postUuid: null,
      conversationUuid: null,
    })
  })
  test('a record without its uuid is the one that was asked for', () => {
    expect(outcome(update, answer(200, { customer: { name: 'A' } }))).toMatchObject({ kind: 'done', record: { uuid: 'u1', name: 'A' } })
  })
  test('a uuid is the same whatever its case', () => {
    const upper: AnyCall = { kind: 'updateCustomer', uuid: 'AB-1', customer: { name: 'A' } }
    expect(outcome(upper, answer(200, { customer: { uuid: 'ab-1', name: 'A' } })).kind).toBe('done')
    expect(outcome(update, answer(200, { customer: { uuid: 'U1', name: 'A' } })).kind).toBe('done')
    expect(outcome(upper, answer(200, { customer: { uuid: 'ab-2', name: 'A' } }))).toMatchObject({
      kind: 'failed',
      error: { code: 'service.not_applied' },
    })
  })
  test('a new contact comes back with its uuid', () => {
    expect(outcome(create, answer(201, { customer: { uuid: 'u9' } }))).toMatchObject({ kind: 'done', status: 201, record: { uuid: 'u9' } })
  })
  test.each([{ success: 1 }, { success: true }, { success: '1' }, { success: 1, message: 'ok' }])('consent is set by %j', (body) => {
    expect(outcome(consent, answer(200, body)).kind).toBe('done')
  })
  test('what was said of a consent is kept in words, without contacts', () => {
    expect(outcome(consent, answer(200, { success: 1, message: ' Saved\n', customer: { uuid: 'u1', notes: 'private' } }))).toMatchObject({
      said: 'success: 1; Saved',
    })
    expect(outcome(consent, answer(200, { success: true }))).toMatchObject({ said: 'success: true' })
    expect(outcome(update, answer(200, { customer: { uuid: 'u1' } }))).not.toHaveProperty('said')
  })
  test('an imported message comes back with the uuids of its post and conversation', () => {
    expect(outcome(message, answer(200, { post: { uuid: 'p', conversation_uuid: 'c' }, group: {} }))).toMatchObject({
      kind: 'done',
      postUuid: 'p',
      conversationUuid: 'c',
    })
    expect(outcome(message, answer(200, { post: {} }))).toMatchObject({ kind: 'done', postUuid: null })
  })
  test('a resolved conversation comes back', () => {
    expect(outcome(resolve, answer(200, { conversation: { uuid: 'c1' }, post: { uuid: 'p' } }))).toMatchObject({
      kind: 'done',
      postUuid: 'p',
      conversationUuid: 'c1',
    })
  })
  test('what was sent comes back with the uuids of its post and conversation; in a conversation under whisper', () => {
    const post = { uuid: 'p', conversation_uuid: 'c1' }
    for (const call of [send, sendToGroup]) {
      expect(outcome(call, answer(200, { conversation: { uuid: 'c1' }, post, group: {} }))).toMatchObject({
        kind: 'done',
        postUuid: 'p',
        conversationUuid: 'c1',
      })
    }
    for (const body of [
      { whisper: post, group: {} },
      { whisper: post, post: null },
      { post, whisper: null },
    ]) {
      expect(outcome(whisper, answer(200, body))).toMatchObject({ kind: 'done', postUuid: 'p', conversationUuid: 'c1' })
    }
    expect(outcome(whisper, answer(200, { whisper: null })).kind).toBe('unknown')
  })
  test('a request for consent is confirmed by its success', () => {
    expect(outcome(askConsent, answer(200, { success: 1 }))).toMatchObject({ kind: 'done' })
    expect(outcome(askConsent, answer(200, { success: 0 }))).toMatchObject({ kind: 'unknown', refusal: { code: 'service.not_applied' } })
  })
  test('204 says done without showing anything', () => {
    for (const call of calls) expect(outcome(call, answer(204, undefined))).toMatchObject({ kind: 'done', record: null })
  })
})

describe('a 200 that does not bear out that it was done', () => {
  test.each([
    [update, { success: 0 }],
    [update, { error: 'no' }],
    [update, { errors: ['no'] }],
    [update, { message: 'no' }],
    [update, { customer: null }],
    [update, { customer: { uuid: 'u1', name: 'old' }, errors: { name: ['is too long'] } }],
    [consent, { success: 0 }],
    [consent, { success: false, message: 'no' }],
  ])('%j answered %j is failed as not applied', (call, body) => {
    expect(outcome(call, answer(200, body))).toMatchObject({ kind: 'failed', error: { code: 'service.not_applied' } })
  })
  test.each([
    [message, { errors: ['could not be processed'], message: 'x' }],
    [message, { error: 'no' }],
    [message, { success: 0 }],
    [create, { success: 0, message: 'taken' }],
    [askConsent, { success: 0 }],
  ])('%j answered %j may have happened, and is refused where it has not', (call, body) => {
    expect(outcome(call, answer(200, body))).toMatchObject({ kind: 'unknown', refusal: { code: 'service.not_applied' } })
  })
  test('another contact in the answer is failed, not taken for the right one', () => {
    expect(outcome(update, answer(200, { customer: { uuid: 'u2' } }))).toMatchObject({
      kind: 'failed',
      error: { code: 'service.not_applied' },
    })
  })
  test.each([html, '', '{"customer":{"uu', 'null', '[]', '{}', '"ok"', '7'])(
    '%j confirms nothing: repeated where that is harmless, else unknown',
    (body) => {
      for (const call of repeatable) expect(outcome(call, answer(200, body)).kind).toBe('retry')
      for (const call of once) expect(outcome(call, answer(200, body)).kind).toBe('unknown')
    },
  )
  test('a message alone, or a null in the place of the result, cannot tell of a call that must not happen twice', () => {
    expect(outcome(message, answer(200, { message: 'Imported' }))).toMatchObject({ kind: 'unknown', error: { serviceText: 'Imported' } })
    expect(outcome(message, answer(200, { post: null })).kind).toBe('unknown')
    expect(outcome(create, answer(200, { customer: null })).kind).toBe('unknown')
  })
})

describe('refusals', () => {
  const table: [number, CallOutcome['kind'], string][] = [
    [400, 'failed', 'service.refused'],
    [401, 'signIn', 'sign_in.needed'],
    [402, 'failed', 'service.forbidden'],
    [403, 'failed', 'service.forbidden'],
    [404, 'failed', 'service.not_found'],
    [405, 'failed', 'service.refused'],
    [410, 'failed', 'service.not_found'],
    [413, 'failed', 'service.refused'],
    [418, 'failed', 'service.refused'],
    [422, 'failed', 'service.refused'],
    [423, 'failed', 'service.refused'],
  ]
  test.each(table)('%i is %s (%s) for every call, whatever the body', (status, kind, code) => {
    for (const call of calls) {
      for (const body of [{ message: 'why' }, html, '']) {
        const found = outcome(call, answer(status, body))
        expect([found.kind, codeOf(found)]).toEqual([kind, code])
      }
    }
  })
  test.each([
    [301, 'service.refused'],
    [302, 'service.refused'],
    [304, 'service.refused'],
    [307, 'service.refused'],
    [409, 'service.conflict'],
  ])('%i (%s) does not prove of a call that must not happen twice that nothing was done', (status, code) => {
    for (const body of [{ message: 'why' }, html, '']) {
      for (const call of repeatable) expect(outcome(call, answer(status, body))).toMatchObject({ kind: 'failed', error: { code } })
      for (const call of once)
        expect(outcome(call, answer(status, body))).toMatchObject({
          kind: 'unknown',
          error: { code: 'service.no_answer' },
          refusal: { code },
        })
    }
  })
  test.each([
    [408, 'retry', 'service.failed'],
    [425, 'retry', 'service.failed'],
    [429, 'retry', 'service.rate_limited'],
    [501, 'failed', 'service.refused'],
    [505, 'failed', 'service.refused'],
  ] as const)('%i is %s (%s) for a call that may be repeated; of others nobody knows what was done', (status, kind, code) => {
    for (const body of [{ message: 'why' }, html, '']) {
      for (const call of repeatable) {
        const found = outcome(call, answer(status, body))
        expect([found.kind, codeOf(found)]).toEqual([kind, code])
      }
      for (const call of once) {
        const found = outcome(call, answer(status, body))
        expect([found.kind, codeOf(found)]).toEqual(['unknown', 'service.no_answer'])
      }
    }
  })
  test('a refusal whose text broke off is still that refusal', () => {
    expect(outcome(message, broken('closed', true, 422))).toMatchObject({ kind: 'failed', error: { code: 'service.refused' } })
    expect(outcome(message, broken('timeout', true, 429, { 'retry-after': '2' }))).toMatchObject({
      kind: 'unknown',
      busy: { afterMs: 2000 },
    })
    expect(outcome(update, broken('timeout', true, 429, { 'retry-after': '2' }))).toMatchObject({ kind: 'retry', afterMs: 2000 })
    expect(outcome(update, broken('closed', true, 401)).kind).toBe('signIn')
  })
  test('what the service said goes along, cleaned and without secrets and message texts', () => {
    const found = outcome(message, answer(422, { message: 'comment "Hello there" with s3cr3t-token <b>refused</b>' }))
    expect(found).toMatchObject({ error: { serviceText: 'comment "•••" with ••• refused' } })
    expect(outcome(update, answer(404, html))).toMatchObject({ error: { serviceText: 'Not Found' } })
  })
  test('403 on consent names the permission and the account setting', () => {
    const found = outcome(consent, answer(403, {}))
    expect(found.kind === 'failed' && found.error.hint).toMatch(/API import.*permission to set consent manually/)
  })
})

describe('waiting', () => {
  test.each([
    [429, { 'retry-after': '7' }, 7000, 'rate_limited'],
    [429, {}, null, 'rate_limited'],
    [429, { 'retry-after': 'Sun, 01 Mar 2026 12:00:05 GMT' }, 5000, 'rate_limited'],
    [429, { 'ratelimit-reset': '3' }, 3000, 'rate_limited'],
    [503, { 'retry-after': '9' }, 9000, 'rate_limited'],
  ])('%i with %j asks to wait %j ms; what must not happen twice may have happened', (status, headers, afterMs, reason) => {
    for (const call of repeatable)
      expect(outcome(call, answer(status, {}, headers))).toMatchObject({ kind: 'retry', status, afterMs, reason, mayArrive: true })
    for (const call of once)
      expect(outcome(call, answer(status, {}, headers))).toMatchObject({ kind: 'unknown', status, busy: { afterMs } })
  })
  test.each([500, 502, 503, 504, 520, 599])('%i is repeated where that is harmless, else unknown', (status) => {
    for (const call of repeatable) expect(outcome(call, answer(status, html))).toMatchObject({ kind: 'retry', reason: 'failed', status })
    for (const call of once)
      expect(outcome(call, answer(status, html))).toMatchObject({
        kind: 'unknown',
        status,
        busy: null,
        error: { code: 'service.no_answer' },
      })
  })
  test('a Retry-After on 500, or one that says nothing on 503, proves no refusal', () => {
    expect(outcome(message, answer(500, {}, { 'retry-after': '1' })).kind).toBe('unknown')
    expect(outcome(message, answer(503, {}, { 'retry-after': 'soon' })).kind).toBe('unknown')
    // A gateway may add when its window ends: that is not said by who turned the request away.
    expect(outcome(message, answer(503, {}, { 'ratelimit-reset': '3' })).kind).toBe('unknown')
    expect(outcome(update, answer(503, {}, { 'ratelimit-reset': '3' }))).toMatchObject({ kind: 'retry', reason: 'failed', afterMs: 3000 })
    expect(outcome(update, answer(500, {}, { 'retry-after': '1' }))).toMatchObject({ kind: 'retry', afterMs: 1000 })
  })
})

describe('broken exchanges', () => {
  const faults: ExchangeFault[] = [
    'refused',
    'unknown_host',
    'unreachable',
    'connect_timeout',
    'insecure',
    'timeout',
    'closed',
    'too_large',
    'cancelled',
    'unsendable',
  ]
  test.each(faults)('%s before anything left may be repeated by every call', (fault) => {
    for (const call of calls)
      expect(outcome(call, broken(fault, false))).toMatchObject({ kind: 'retry', reason: 'unreachable', status: null })
  })
  test.each(faults)('%s after the request left is unknown for a call that must not happen twice', (fault) => {
    for (const call of repeatable) expect(outcome(call, broken(fault, true)).kind).toBe('retry')
    for (const call of once) expect(outcome(call, broken(fault, true)).kind).toBe('unknown')
  })
  test('a success that broke off is no success', () => {
    expect(outcome(update, broken('closed', true, 200)).kind).toBe('retry')
    expect(outcome(message, broken('closed', true, 200))).toMatchObject({ kind: 'unknown', status: 200 })
  })
})

describe('invariants', () => {
  const headers = fc.dictionary(
    fc.constantFrom('retry-after', 'date', 'ratelimit-reset', 'content-type', 'ratelimit'),
    fc.oneof(fc.string(), fc.nat().map(String)),
  )
  const body = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record(
        { customer: fc.anything(), post: fc.anything(), success: fc.anything(), errors: fc.anything(), message: fc.anything() },
        { requiredKeys: [] },
      )
      .map((value) => {
        try {
          return JSON.stringify(value) ?? ''
        } catch {
          return '{}'
        }
      }),
  )
  const status = fc.integer({ min: 100, max: 999 })
  const fault = fc.constantFrom<ExchangeFault>('refused', 'closed', 'timeout', 'too_large', 'cancelled', 'connect_timeout', 'insecure')
  const results: fc.Arbitrary<TransportResult> = fc.oneof(
    fc.record({ kind: fc.constant('answer' as const), status, headers, text: body }),
    fc.record({ kind: fc.constant('broken' as const), fault, hasLeft: fc.constant(true), status: fc.option(status), headers }),
    fc.record({
      kind: fc.constant('broken' as const),
      fault,
      hasLeft: fc.constant(false),
      status: fc.constant(null),
      headers: fc.constant({}),
    }),
  )

  test('anything that comes back gives an outcome and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...calls), results, (call, result) => {
        const found = outcome(call, result)
        expect(['done', 'retry', 'failed', 'signIn', 'unknown']).toContain(found.kind)
        if (found.kind === 'retry' && found.afterMs !== null) expect(found.afterMs).toBeGreaterThanOrEqual(0)
        if (found.kind === 'done') expect(found.status).toSatisfy((value: number) => value >= 200 && value < 300)
        if (found.kind !== 'done') expect(found.error.message).not.toBe('')
      }),
      { numRuns: portion(2000) },
    )
  })

  test('a call that must not happen twice is repeated only when it never left', () => {
    fc.assert(
      fc.property(fc.constantFrom(...once), results, (call, result) => {
        if (outcome(call, result).kind !== 'retry') return
        expect(result).toMatchObject({ kind: 'broken', hasLeft: false })
      }),
      { numRuns: portion(2000) },
    )
  })

  test('a call that is to be repeated may take effect late exactly where it left', () => {
    fc.assert(
      fc.property(fc.constantFrom(...calls), results, (call, result) => {
        const found = outcome(call, result)
        if (found.kind === 'retry') expect(found.mayArrive).toBe(result.kind === 'answer' || result.hasLeft)
      }),
      { numRuns: portion(2000) },
    )
  })

  test('a call that may be repeated is never unknown', () => {
    fc.assert(
      fc.property(fc.constantFrom(...repeatable), results, (call, result) => {
        expect(outcome(call, result).kind).not.toBe('unknown')
      }),
      { numRuns: portion(1000) },
    )
    expect(repeatable.every(({ kind }) => mayRepeat(kind)) && once.every(({ kind }) => !mayRepeat(kind))).toBe(true)
  })
})

describe('the edges of what an answer proves', () => {
  test.each([true, 1, 2, '1', 'TRUE', 'ok', 'Yes'])('%j is a success', (success) => {
    for (const call of [consent, askConsent]) expect(outcome(call, answer(200, { success })).kind).toBe('done')
  })

  test.each([0, '0', 'no', false, null])('%j is none', (success) => {
    const kindOf = (call: AnyCall) => outcome(call, answer(200, { success, message: 'x' })).kind
    expect([kindOf(consent), kindOf(askConsent)]).toEqual(['failed', 'unknown'])
  })

  test('a contact alone confirms a consent, beside a success that is none it does not', () => {
    for (const call of [consent, askConsent]) {
      expect(outcome(call, answer(200, { customer: { uuid: 'u1' }, message: 'x' })).kind).toBe('done')
      expect(outcome(call, answer(200, { customer: { uuid: 'u1' }, success: -1, message: 'x' })).kind).not.toBe('done')
      expect(outcome(call, answer(200, { customer: { uuid: 'u1' }, success: 'not ok', message: 'x' })).kind).not.toBe('done')
      expect(outcome(call, answer(200, { success: 'yesterday', message: 'x' })).kind).not.toBe('done')
    }
  })

  test('300 and 100 are no success, whole or broken off', () => {
    expect(outcome(update, answer(300, { customer: { uuid: 'u1' } })).kind).toBe('failed')
    expect(outcome(update, broken('closed', true, 300)).kind).toBe('failed')
    expect(outcome(message, answer(100, {})).kind).toBe('unknown')
  })

  test('what broke is said in words, and being cancelled is told apart', () => {
    expect(outcome(update, broken('cancelled', true))).toMatchObject({ error: { code: 'cancelled', message: expect.any(String) } })
    expect(outcome(update, broken('timeout', true))).toMatchObject({
      error: { code: 'service.unreachable', message: expect.stringContaining('too long') },
    })
    expect(outcome(message, broken('cancelled', true))).toMatchObject({ error: { code: 'cancelled' } })
    expect(outcome(update, answer(500, html))).toMatchObject({ error: { code: 'service.failed', message: expect.any(String) } })
    expect(outcome(update, answer(200, html))).toMatchObject({ error: { code: 'service.shape', message: expect.any(String) } })
    expect(outcome(update, answer(503, {}, { 'retry-after': '1' }))).toMatchObject({ error: { code: 'service.rate_limited' } })
  })
})

describe('statuses at the edge of what they mean', () => {
  const kindOf = (call: AnyCall, status: number, body: unknown = {}) => classifyResponse(call, answer(status, body), context).kind

  test.each([
    // Before 200 nothing was answered, from 300 on it is another address, from 400 on a refusal, from 500 on a failure.
    [199, 'retry', 'unknown'],
    [300, 'failed', 'unknown'],
    [399, 'failed', 'unknown'],
    [400, 'failed', 'failed'],
    [409, 'failed', 'unknown'],
    [499, 'failed', 'failed'],
    [500, 'retry', 'unknown'],
    [501, 'failed', 'unknown'],
    [505, 'failed', 'unknown'],
  ] as const)('%d: what may be repeated is %s, what may not is %s', (status, ofRepeatable, ofOnce) => {
    for (const call of repeatable) expect(kindOf(call, status)).toBe(ofRepeatable)
    for (const call of once) expect(kindOf(call, status)).toBe(ofOnce)
  })

  test('an answer that breaks off is told by its status, unless that says that it was done', () => {
    const of = (status: number) => classifyResponse(update, broken('closed', true, status), context).kind
    expect([of(199), of(200), of(299), of(300), of(400)]).toEqual(['retry', 'retry', 'retry', 'failed', 'failed'])
  })

  test.each([
    [{ success: true }, 'done'],
    [{ success: 1 }, 'done'],
    [{ success: 0 }, 'failed'],
    [{ success: 'yes' }, 'done'],
    [{ success: 'perhaps' }, 'failed'],
    [{ success: ['yes'] }, 'failed'],
  ])('a consent that is answered with %j is %s', (body, kind) => {
    expect(classifyResponse(consent, answer(200, body), context)).toMatchObject(
      kind === 'done' ? { kind: 'done', said: expect.any(String) } : expect.not.objectContaining({ said: expect.anything() }),
    )
  })

  test('an answer with another field is done, one that shows nothing in the place of what was asked for is not', () => {
    expect(kindOf(update, 200, { other: 1 })).toBe('done')
    expect(kindOf(update, 200, { customer: null })).toBe('failed')
    expect(kindOf(message, 200, { post: null })).toBe('unknown')
    expect(kindOf(message, 200, { other: 1 })).toBe('done')
  })

  test('a post that is no object tells nothing of its conversation', () => {
    expect(classifyResponse(message, answer(200, { post: 'ok', conversation: { uuid: 'c1' } }), context)).toMatchObject({
      kind: 'done',
      postUuid: null,
      conversationUuid: 'c1',
    })
  })

  test('the same contact in other letters is the same contact', () => {
    expect(kindOf({ ...update, uuid: 'ABC' } as AnyCall, 200, { customer: { uuid: 'abc', name: 'A' } })).toBe('done')
    expect(kindOf({ ...update, uuid: 'ABC' } as AnyCall, 200, { customer: { uuid: 'abd', name: 'A' } })).toBe('failed')
  })
})
