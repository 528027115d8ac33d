import { z } from 'zod'
import type { CustomerRecord } from '../service/customer.ts'
import { damagedRecord } from './json-column.ts'

const text = z.string().nullable().optional()

export const customerRecordSchema: z.ZodType<CustomerRecord> = z.object({
  uuid: z.string(),
  name: text,
  notes: text,
  phoneRaw: text,
  phone: text,
  archived: z.boolean().optional(),
  blocked: z.boolean().optional(),
  reachableBySms: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  customFields: z.record(z.string(), z.string()).optional(),
  consent: z.boolean().nullable().optional(),
  email: text,
  unreachable: z.boolean().optional(),
})

const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string'
const isFlag = (value: unknown) => value === undefined || typeof value === 'boolean'

/** Reads a contact's record back, checked by hand because it is done for every row of a file. Throws `store.damaged`. */
export function readCustomerRecord(json: string, uuid: string): CustomerRecord {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw damagedRecord(`contact ${uuid}`, error)
  }
  if (!isCustomerRecord(value) || value.uuid !== uuid) throw damagedRecord(`contact ${uuid}`, undefined)
  return value
}

function isCustomerRecord(value: unknown): value is CustomerRecord {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<keyof CustomerRecord, unknown>
  return (
    isText(record.name) &&
    isText(record.notes) &&
    isText(record.phone) &&
    isText(record.phoneRaw) &&
    isText(record.email) &&
    isFlag(record.archived) &&
    isFlag(record.blocked) &&
    isFlag(record.reachableBySms) &&
    isFlag(record.unreachable) &&
    (record.consent === null || isFlag(record.consent)) &&
    (record.tags === undefined || (Array.isArray(record.tags) && record.tags.every((tag) => typeof tag === 'string'))) &&
    (record.customFields === undefined || isTextMap(record.customFields))
  )
}

function isTextMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const item of Object.values(value)) if (typeof item !== 'string') return false
  return true
}
