import { describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { clockToleranceMs, isKnownEnough, knownRecord } from '../../../../src-main/engine/plan/match/knowledge.ts'

const since = { believedSinceMs: 1000, plannedSinceMs: 5000 }
const latest = since.plannedSinceMs + clockToleranceMs

describe('of a contact is known enough', () => {
  test.each([
    [999, false],
    [1000, true],
    [4999, true],
    [latest, true],
    // The clock must have been set back since.
    [latest + 1, false],
  ])('for a row without a refusal where it was seen at %d: %s', (seenAtMs, answer) => {
    for (const row of [{}, { consent: true }])
      for (const consent of [undefined, null, true, false])
        expect(isKnownEnough(row, { record: { uuid: 'u', ...(consent !== undefined && { consent }) }, seenAtMs }, since)).toBe(answer)
  })

  test.each([
    [4999, false],
    [5000, true],
    [latest, true],
    [latest + 1, false],
    [999, false],
  ])('for a refusal that the record shows already where it was seen at %d: %s', (seenAtMs, answer) => {
    expect(isKnownEnough({ consent: false }, { record: { uuid: 'u', consent: false }, seenAtMs }, since)).toBe(answer)
  })

  test.each([undefined, null, true])('for a refusal where the record shows %s, which is sent anyway', (consent) => {
    const record = { uuid: 'u', ...(consent !== undefined && { consent }) }
    expect(isKnownEnough({ consent: false }, { record, seenAtMs: 1000 }, since)).toBe(true)
    expect(isKnownEnough({ consent: false }, { record, seenAtMs: 999 }, since)).toBe(false)
  })
})

describe('what is known of a contact', () => {
  const record: CustomerRecord = {
    uuid: 'u',
    name: 'Ann',
    notes: 'n',
    phone: '+12025550100',
    phoneRaw: '(202) 555-0100',
    archived: false,
    blocked: false,
    reachableBySms: true,
    tags: ['vip'],
    customFields: { f: 'x' },
    consent: false,
    email: 'a@example.com',
    unreachable: true,
  }
  const seenAt = (seenAtMs: number, shown: CustomerRecord = record) => ({ id: 1, record: shown, seenAtMs })

  test('is all of it where it was read lately', () => {
    expect(knownRecord({ consent: true }, seenAt(1000), since)).toBe(record)
    expect(knownRecord({ consent: false }, seenAt(5000), since)).toBe(record)
  })

  test('is all but its refusal where a row refuses and it was not read for this plan', () => {
    const { consent: _refusal, ...rest } = record
    expect(knownRecord({ consent: false }, seenAt(4999), since)).toStrictEqual(rest)
  })

  test('is only what the service never shows where it was read too long ago', () => {
    const { uuid, phone, phoneRaw, email, unreachable } = record
    for (const row of [{}, { consent: false }])
      expect(knownRecord(row, seenAt(999), since)).toStrictEqual({ uuid, phone, phoneRaw, email, unreachable })
  })

  test('has then no properties that the record has not', () => {
    expect(knownRecord({}, seenAt(999, { uuid: 'u', name: 'Ann' }), since)).toStrictEqual({ uuid: 'u' })
    expect(knownRecord({}, seenAt(999, { uuid: 'u', email: null, phone: null, phoneRaw: null }), since)).toStrictEqual({
      uuid: 'u',
      email: null,
      phone: null,
      phoneRaw: null,
    })
  })
})
