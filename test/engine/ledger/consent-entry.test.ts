import { expect, test } from 'vitest'
import { consentEntryOf, type ConsentRow, type ConsentRun } from '../../../src-main/engine/ledger/consent-entry.ts'
import type { CallError, CallOutcome, ServiceCall } from '../../../src-main/engine/model/runs/service-call.ts'
import type { FieldChange } from '../../../src-main/engine/model/plans/plan-schema.ts'

const call: ServiceCall = { kind: 'setConsent', uuid: 'u1', phone: null, consent: true }
const done: CallOutcome = { kind: 'done', status: 200, record: null, postUuid: null, conversationUuid: null, said: 'success: 1' }
const change: FieldChange = { field: 'consent', label: 'Consent', before: false, beforeKnown: true, after: true }
const row: ConsentRow = {
  row: 3,
  line: 4,
  contactUuid: 'u1',
  phone: '+12025550100',
  name: 'Ann',
  detail: { changes: [change], evidence: { Source: 'form' } },
}
const run: ConsentRun = {
  runId: 'run',
  operator: 'pat',
  account: { name: 'Office', baseUrl: 'https://x.example' },
  file: { name: 'list.csv', sha256: 'a'.repeat(64) },
}
const error: CallError = { code: 'service.refused', message: 'No.', hint: 'Look.', serviceText: null }

const of = (parts: { call?: ServiceCall; outcome?: CallOutcome; row?: Partial<ConsentRow> } = {}) =>
  consentEntryOf(parts.call ?? call, parts.outcome ?? done, { ...row, ...parts.row }, run, 1_700_000_000_123, 'answer')

test('a consent that was set becomes an entry with all that is known of it', () => {
  expect(of()).toEqual({
    time: '2023-11-14T22:13:20.123Z',
    contact: 'u1',
    phone: '+12025550100',
    name: 'Ann',
    from: false,
    to: true,
    file: { name: 'list.csv', sha256: 'a'.repeat(64) },
    line: 4,
    evidence: { Source: 'form' },
    operator: 'pat',
    account: { name: 'Office', baseUrl: 'https://x.example' },
    answer: { status: 200, said: 'success: 1' },
    confirmed: 'answer',
    run: 'run',
    row: 3,
  })
})

test('what was refused, is not answered, or sets no consent is no consent change', () => {
  const others: CallOutcome[] = [
    { kind: 'failed', status: 403, error },
    { kind: 'retry', status: 503, afterMs: null, reason: 'failed', mayArrive: true, error },
    { kind: 'signIn', status: 401, error },
    { kind: 'unknown', status: null, busy: null, error },
  ]
  for (const outcome of others) expect(of({ outcome })).toBeNull()
  expect(of({ call: { kind: 'updateCustomer', uuid: 'u1', customer: { blocked: true } } })).toBeNull()
})

test('an earlier consent is true, false, none, or unknown where the service did not show it', () => {
  const from = (parts: Partial<FieldChange>) => of({ row: { detail: { changes: [{ ...change, ...parts }] } } })?.from
  expect(from({ before: true })).toBe(true)
  expect(from({ before: null })).toBeNull()
  expect(from({ before: null, beforeKnown: false })).toBe('unknown')
  expect(of({ row: { detail: {} } })?.from).toBe('unknown')
})

test('a contact that the row itself created has the uuid that the call went to, or none', () => {
  expect(of({ call: { ...call, uuid: 'new' }, row: { contactUuid: null } })?.contact).toBe('new')
  expect(of({ call: { ...call, uuid: null, phone: '+12025550199' }, row: { contactUuid: null, phone: null } })).toMatchObject({
    contact: null,
    phone: '+12025550199',
  })
})

test('evidence of two columns whose names look alike is kept from both', () => {
  const evidence = { Café: 'one', 'Cafe\u0301': 'two' }
  expect(of({ row: { detail: { evidence } } })?.evidence).toEqual({ Café: 'one', 'Café (2)': 'two' })
})
