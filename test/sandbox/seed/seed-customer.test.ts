import { isValidPhoneNumber } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { customFieldUuids, seedAgents, seedCustomFields, seedGroups } from '../../../src-main/sandbox/seed/seed-account.ts'
import { seedCustomer } from '../../../src-main/sandbox/seed/seed-customer.ts'

const count = 20_000
const customers = Array.from({ length: count }, (_, index) => seedCustomer(index))
const share = (wanted: (customer: (typeof customers)[number]) => boolean) => customers.filter(wanted).length / count

describe('the seeded contacts', () => {
  test('are the same every time, and others with another seed', () => {
    expect(seedCustomer(4711)).toEqual(seedCustomer(4711))
    expect(seedCustomer(4711, 2).uuid).not.toBe(seedCustomer(4711, 1).uuid)
  })

  test('have uuids and phone numbers of their own', () => {
    expect(new Set(customers.map((customer) => customer.uuid)).size).toBe(count)
    const phones = customers.flatMap((customer) => customer.phoneE164 ?? [])
    const taken = new Set(phones)
    expect(taken.size).toBe(phones.length)
    const far = Array.from({ length: count }, (_, n) => seedCustomer(2_780_000 + n - 1).phoneE164)
    expect(far.filter((phone) => phone !== null && taken.has(phone))).toEqual([])
    expect(() => seedCustomer(2_800_000)).toThrow(RangeError)
  })

  test('have valid phone numbers, near and far, of several countries', () => {
    const far = Array.from({ length: 2_000 }, (_, n) => seedCustomer(n * 1_399))
    const invalid = [...customers, ...far].filter((customer) => customer.phoneE164 !== null && !isValidPhoneNumber(customer.phoneE164))
    expect(invalid).toEqual([])
    expect(new Set(customers.map((customer) => customer.country))).toEqual(new Set(['US', 'GB', 'DE', 'MX', 'BR']))
  })

  test('show phone numbers in display form or in E.164, and some have none', () => {
    expect(share((customer) => /^\(\d{3}\) \d{3}-\d{4}$/.test(customer.phoneNumber ?? ''))).toBeGreaterThan(0.3)
    expect(share((customer) => customer.phoneNumber?.startsWith('+1') ?? false)).toBeGreaterThan(0.2)
    expect(share((customer) => customer.phoneNumber === null)).toBeCloseTo(0.03, 3)
  })

  test('have names in many scripts, consent of every kind, and some are blocked, archived or unreachable', () => {
    for (const script of ['Latin', 'Cyrillic', 'Arabic', 'Hebrew', 'Han', 'Devanagari', 'Hangul', 'Greek', 'Thai', 'Hiragana']) {
      const pattern = new RegExp(`\\p{Script=${script}}`, 'u')
      expect(
        customers.some((customer) => pattern.test(customer.name)),
        script,
      ).toBe(true)
    }
    expect(share((customer) => customer.familyName === '')).toBeGreaterThan(0.02)
    for (const consent of [true, false, null]) expect(share((customer) => customer.consentStatus === consent)).toBeGreaterThan(0.1)
    for (const flag of ['blocked', 'archived', 'unreachable'] as const) {
      expect(share((customer) => customer[flag])).toBeGreaterThan(0.01)
      expect(share((customer) => customer[flag])).toBeLessThan(0.1)
    }
  })

  test('hold values of custom fields that exist, of both types', () => {
    const known = new Set(seedCustomFields().map((field) => field.uuid))
    expect(new Set(seedCustomFields().map((field) => field.data_type))).toEqual(new Set(['string', 'link']))
    expect(customers.flatMap((customer) => Object.keys(customer.customFields)).filter((uuid) => !known.has(uuid))).toEqual([])
    expect(share((customer) => customer.customFields[customFieldUuids.profilePage] === null)).toBeGreaterThan(0.05)
  })
})

test('there is a default department, a group-messaging one, and an agent who belongs to both', () => {
  const [first, ...others] = seedGroups()
  expect(first?.is_sms_group).toBe(false)
  const messaging = others.find((group) => group.is_sms_group)
  expect(seedAgents()[0]?.group_uuids).toContain(messaging?.uuid)
})
