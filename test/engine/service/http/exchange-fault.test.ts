import { expect, test } from 'vitest'
import { exchangeFault } from '../../../../src-main/engine/service/http/exchange-fault.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'unknown_host'],
  ['EAI_AGAIN', 'unknown_host'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['CERT_HAS_EXPIRED', 'insecure'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'insecure'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'insecure'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'insecure'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['UND_ERR_SOCKET', 'closed'],
  ['ECONNRESET', 'closed'],
  ['EPIPE', 'closed'],
  ['HPE_INVALID_CONSTANT', 'closed'],
])('%s means %s', (code, fault) => {
  expect(exchangeFault(withCode(code))).toBe(fault)
})

test('several addresses that were tried in vain are told by the first', () => {
  expect(exchangeFault(new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]))).toBe('refused')
})

test('what is no error with a code is a broken connection', () => {
  for (const thrown of [new Error('x'), Object.assign(new Error('x'), { code: 7 }), 'x', null, undefined, new AggregateError([])])
    expect(exchangeFault(thrown)).toBe('closed')
})
