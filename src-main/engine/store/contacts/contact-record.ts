import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { damagedRecord } from '../json-column.ts'

/**
 * A contact's record in columns, so that a million of them are read without parsing. `known` says in bits which properties
 * are known (a known text may be null) and which flags are true. `tags` and `customFields` are JSON; null when unknown.
 */
export type RecordColumns = [
  uuid: string,
  phone: string | null,
  name: string | null,
  notes: string | null,
  phoneRaw: string | null,
  email: string | null,
  known: number,
  tags: string | null,
  customFields: string | null,
]

/** In the order of `RecordColumns`. */
export const recordColumns = ['uuid', 'phone', 'name', 'notes', 'phone_raw', 'email', 'known', 'tags', 'custom_fields'] as const

/** Numbers are stored: never change one that was released. */
const bits = {
  phone: 1 << 0,
  name: 1 << 1,
  notes: 1 << 2,
  phoneRaw: 1 << 3,
  email: 1 << 4,
  archived: 1 << 5,
  isArchived: 1 << 6,
  blocked: 1 << 7,
  isBlocked: 1 << 8,
  reachableBySms: 1 << 9,
  isReachableBySms: 1 << 10,
  unreachable: 1 << 11,
  isUnreachable: 1 << 12,
  consent: 1 << 13,
  hasConsent: 1 << 14,
  /** Consent that is known to be neither given nor refused. */
  isConsentOpen: 1 << 15,
} as const

/** The bits in `known` that say that a text is known. */
export const textBits = { name: bits.name, email: bits.email, notes: bits.notes } as const

/** Where a flag is in `known`: the bits that tell of it, those that say that it is known, and those that say that it is set. */
export const flagBits = {
  archived: { mask: bits.archived | bits.isArchived, known: bits.archived, set: bits.isArchived },
  blocked: { mask: bits.blocked | bits.isBlocked, known: bits.blocked, set: bits.isBlocked },
  unreachable: { mask: bits.unreachable | bits.isUnreachable, known: bits.unreachable, set: bits.isUnreachable },
  consent: { mask: bits.consent | bits.hasConsent | bits.isConsentOpen, known: bits.consent, set: bits.hasConsent },
} as const

/** The record as it is stored; `toRecord` gives back the same. */
export function toColumns(record: CustomerRecord): RecordColumns {
  let known = 0
  if (record.phone !== undefined) known |= bits.phone
  if (record.name !== undefined) known |= bits.name
  if (record.notes !== undefined) known |= bits.notes
  if (record.phoneRaw !== undefined) known |= bits.phoneRaw
  if (record.email !== undefined) known |= bits.email
  if (record.archived !== undefined) known |= bits.archived | (record.archived ? bits.isArchived : 0)
  if (record.blocked !== undefined) known |= bits.blocked | (record.blocked ? bits.isBlocked : 0)
  if (record.reachableBySms !== undefined) known |= bits.reachableBySms | (record.reachableBySms ? bits.isReachableBySms : 0)
  if (record.unreachable !== undefined) known |= bits.unreachable | (record.unreachable ? bits.isUnreachable : 0)
  if (record.consent !== undefined)
    known |= bits.consent | (record.consent === null ? bits.isConsentOpen : record.consent ? bits.hasConsent : 0)
  return [
    record.uuid,
    record.phone ?? null,
    record.name ?? null,
    record.notes ?? null,
    record.phoneRaw ?? null,
    record.email ?? null,
    known,
    record.tags === undefined ? null : JSON.stringify(record.tags),
    record.customFields === undefined ? null : JSON.stringify(record.customFields),
  ]
}

/** Reads stored records back. Throws `store.damaged`. Their tags are frozen, because contacts with the same ones share them. */
export function createRecordReader(): (columns: readonly [...RecordColumns, ...rest: unknown[]]) => CustomerRecord {
  const readTags = createTagsReader()
  return ([uuid, phone, name, notes, phoneRaw, email, known, tags, customFields]) => {
    const record: CustomerRecord = { uuid }
    readFlags(known, record)
    if (known & bits.name) record.name = name
    if (known & bits.notes) record.notes = notes
    if (known & bits.phoneRaw) record.phoneRaw = phoneRaw
    if (known & bits.phone) record.phone = phone
    if (tags !== null) record.tags = readTags(tags, uuid)
    if (customFields !== null) record.customFields = readTextMap(customFields, uuid)
    if (known & bits.email) record.email = email
    return record
  }
}

/** Sets the flags that are known, consent among them. */
export function readFlags(known: number, record: CustomerRecord): void {
  if (known & bits.archived) record.archived = (known & bits.isArchived) !== 0
  if (known & bits.blocked) record.blocked = (known & bits.isBlocked) !== 0
  if (known & bits.reachableBySms) record.reachableBySms = (known & bits.isReachableBySms) !== 0
  if (known & bits.consent) record.consent = known & bits.isConsentOpen ? null : (known & bits.hasConsent) !== 0
  if (known & bits.unreachable) record.unreachable = (known & bits.isUnreachable) !== 0
}

/** Reads lists of tags; contacts with the same ones share a frozen list. Throws `store.damaged`. */
export function createTagsReader(): (json: string, uuid: string) => string[] {
  const sharedTags = new Map<string, string[]>()
  return (json, uuid) => {
    const shared = sharedTags.get(json)
    if (shared !== undefined) return shared
    const tags = readJson(json, uuid, isTextList)
    Object.freeze(tags)
    if (sharedTags.size >= mostSharedTags) sharedTags.clear()
    sharedTags.set(json, tags)
    return tags
  }
}

/** Reads custom fields. Throws `store.damaged`. */
export function readTextMap(json: string, uuid: string): Record<string, string> {
  return readJson(json, uuid, isTextMap)
}

const mostSharedTags = 5_000

/** Checked by hand because it is done for every row of a file. */
function readJson<T>(json: string, uuid: string, isGood: (value: unknown) => value is T): T {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw damagedRecord(`contact ${uuid}`, error)
  }
  if (!isGood(value)) throw damagedRecord(`contact ${uuid}`, undefined)
  return value
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isTextMap(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const key in value) if (typeof (value as Record<string, unknown>)[key] !== 'string') return false
  return true
}
