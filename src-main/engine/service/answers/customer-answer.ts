import { z } from 'zod'
import { createPhoneReader } from '../../text/phone-number.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { isObject } from '../http/json-text.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'

/** Reads one customer of an answer; null when it is none (no uuid). Never throws. */
export type CustomerReader = (value: unknown) => ReadCustomer | null

const text = z.union([z.string(), z.null(), z.number().transform(String)])

const yes = new Set(['1', 'true', 'yes'])
const no = new Set(['0', 'false', 'no'])
const flag = z.union([
  z.boolean(),
  z.union([z.string(), z.number()]).transform((value, context) => {
    const word = String(value).trim().toLowerCase()
    if (yes.has(word)) return true
    if (no.has(word)) return false
    context.addIssue('not a flag')
    return z.NEVER
  }),
])

const tag = z.union([z.string(), z.number().transform(String), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
const tags = z.union([
  z.array(tag.nullable()).transform((list) => regularTags(list)),
  z.string().transform((list) => regularTags(list.split(/[\s,]+/))),
  z.null().transform((): string[] => []),
])

const fieldValue = z.union([z.string(), z.number().transform(String), z.boolean().transform(String), z.null()])
const customFields = z.union([
  z.record(z.string(), fieldValue).transform((map) => regularFields(Object.entries(map))),
  z
    .array(z.looseObject({ uuid: z.string(), value: fieldValue }))
    .transform((list) => regularFields(list.map(({ uuid, value }) => [uuid, value] as const))),
  z.null().transform((): Record<string, string> => ({})),
])

const phoneObject = z
  .looseObject({
    display_phone_number: text.optional(),
    phone_number: text.optional(),
    e164: text.optional(),
    number: text.optional(),
  })
  .transform((phone) => phone.display_phone_number ?? phone.e164 ?? phone.phone_number ?? phone.number ?? null)
const phone = z.union([text, phoneObject])

/** Each property on its own: one that cannot be read spoils no other, and counts as not shown. */
const customerSchema = z.looseObject({
  uuid: z.union([z.string().trim().min(1), z.number().transform(String)]),
  name: text.optional().catch(undefined),
  notes: text.optional().catch(undefined),
  email: text.optional().catch(undefined),
  phone_number: phone.optional().catch(undefined),
  archived: flag.optional().catch(undefined),
  blocked: flag.optional().catch(undefined),
  unreachable: flag.optional().catch(undefined),
  reachable_by_sms: flag.optional().catch(undefined),
  tags: tags.optional().catch(undefined),
  custom_fields: customFields.optional().catch(undefined),
  consent_status: flag.nullable().optional().catch(undefined),
})

/** What a customer shows, each property made regular. */
type Shown = Partial<Record<string, unknown>> & z.infer<typeof customerSchema>

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
    const read = readSpecified(value) ?? customerSchema.safeParse(value).data
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

/**
 * Reads a customer whose every property is shown as specified (section Resources, Customer); null for any other one. Gives what
 * the schema gives in a fraction of its time: this is done for every answer of a run and every contact of a sync.
 */
function readSpecified(value: unknown): Shown | null {
  if (!isObject(value)) return null
  const { uuid, name, notes, email, phone_number, archived, blocked, unreachable, reachable_by_sms, consent_status } = value
  if (typeof uuid !== 'string' || !isText(name) || !isText(notes) || !isText(email) || !isText(phone_number)) return null
  if (!isFlag(archived) || !isFlag(blocked) || !isFlag(unreachable) || !isFlag(reachable_by_sms)) return null
  if (consent_status !== null && !isFlag(consent_status)) return null
  const shownTags = readSpecifiedTags(value.tags)
  const shownFields = readSpecifiedFields(value.custom_fields)
  const shownUuid = uuid.trim()
  if (shownTags === null || shownFields === null || shownUuid === '') return null
  const plain = { uuid: shownUuid, name, notes, email, phone_number, archived, blocked, unreachable, reachable_by_sms, consent_status }
  return { ...plain, tags: shownTags, custom_fields: shownFields }
}

const isText = (value: unknown): value is string | null | undefined => typeof value === 'string' || value === null || value === undefined
const isFlag = (value: unknown): value is boolean | undefined => typeof value === 'boolean' || value === undefined

function readSpecifiedTags(value: unknown): string[] | undefined | null {
  if (value === undefined) return undefined
  return Array.isArray(value) && value.every((one): one is string => typeof one === 'string') ? regularTags(value) : null
}

function readSpecifiedFields(value: unknown): Record<string, string> | undefined | null {
  if (value === undefined) return undefined
  if (!isObject(value)) return null
  const fields: Record<string, string> = {}
  for (const key in value) {
    const one = value[key]
    if (typeof one === 'string' && key !== '__proto__') fields[key] = one
    else if (one !== null) return null
  }
  return fields
}

function extraOf(raw: Record<string, unknown>, read: Shown): Record<string, unknown> | null {
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

function regularTags(list: readonly (string | null)[]): string[] {
  const regular = new Set<string>()
  for (const one of list) {
    const tag = one === null || isRegularTag.test(one) ? one : one.trim().replace(/\s+/g, '_')
    if (tag) regular.add(tag)
  }
  return [...regular]
}

const isRegularTag = /^\S+$/

function regularFields(entries: readonly (readonly [string, string | null])[]): Record<string, string> {
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== null))
}
