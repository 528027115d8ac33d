import { createPhoneReader } from '../../text/phone-number.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { customerSchema, type ShownCustomer } from './shown-customer.ts'
import { readSpecifiedCustomer } from './specified-customer.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'

/** Reads one customer of an answer; null when it is none (no uuid). Never throws. */
export type CustomerReader = (value: unknown) => ReadCustomer | null

const knownKeys = Object.keys(customerSchema.shape) as (keyof typeof customerSchema.shape)[]
const isKnown = new Set<string>(knownKeys)

/**
 * Reads customers as the service shows them (section Resources, Customer): a missing property stays absent, `custom_fields`
 * may be `[]`, a phone number may be E.164, a display form or an object and is read with the account's `country` (ISO
 * 3166-1). What Rollcall does not know, or cannot read, is kept in `extra`.
 */
export function createCustomerReader(country: string): CustomerReader {
  const readPhone = createPhoneReader(country)
  return (value) => {
    const read = readSpecifiedCustomer(value) ?? customerSchema.safeParse(value).data
    if (read === undefined) return null
    const record: CustomerRecord = { uuid: read.uuid }
    if (read.name !== undefined) record.name = read.name
    if (read.notes !== undefined) record.notes = read.notes
    if (read.email !== undefined) record.email = read.email
    if (read.phone_number !== undefined) {
      record.phoneRaw = read.phone_number
      record.phone = read.phone_number === null ? null : readPhone(read.phone_number).phone
    }
    if (read.archived !== undefined) record.archived = read.archived
    if (read.blocked !== undefined) record.blocked = read.blocked
    if (read.unreachable !== undefined) record.unreachable = read.unreachable
    if (read.reachable_by_sms !== undefined) record.reachableBySms = read.reachable_by_sms
    if (read.tags !== undefined) record.tags = read.tags
    if (read.custom_fields !== undefined) record.customFields = read.custom_fields
    if (read.consent_status !== undefined) record.consent = read.consent_status
    return { record, extra: extraOf(value as Record<string, unknown>, read) }
  }
}

function extraOf(raw: Record<string, unknown>, read: ShownCustomer): Record<string, unknown> | null {
  let extra: [string, unknown][] | null = null
  for (const key in raw) {
    const value = raw[key]
    if (isKnown.has(key) && (value === undefined || read[key] !== undefined)) continue
    extra ??= []
    extra.push([key, value])
  }
  // A plain assignment of a key like __proto__ would change the object instead of filling it.
  return extra === null ? null : Object.fromEntries(extra)
}
