import { z } from 'zod'
import type { CustomFieldDefinition, Department } from '../../model/contacts/customer.ts'
import { isObject } from '../http/json-text.ts'

/** What an answer says about one thing: the thing, that there is none, or nothing that can be used. */
export type OneIn = { kind: 'one'; value: Record<string, unknown> } | { kind: 'none' } | { kind: 'unusable' }

/** `{"customer": {…}}` or `{"customer": null}`; for an answer that is the thing itself, the thing. */
export function oneIn(body: unknown, key: 'customer' | 'conversation' | 'post' | 'whisper' | 'organization'): OneIn {
  if (!isObject(body)) return { kind: 'unusable' }
  const value = body[key]
  if (value === null) return { kind: 'none' }
  if (isObject(value)) return { kind: 'one', value }
  if (value === undefined && typeof body.uuid === 'string') return { kind: 'one', value: body }
  return { kind: 'unusable' }
}

/** The list of an answer: under `key`, under `data`, or the answer itself; also as a map by uuid or one level deeper. Null when there is none. */
export function listIn(body: unknown, ...keys: string[]): unknown[] | null {
  if (Array.isArray(body)) return body
  if (!isObject(body)) return null
  for (const key of [...keys, 'data']) {
    const value = body[key]
    if (Array.isArray(value)) return value
    if (!isObject(value)) continue
    const inner = [...keys, 'items', 'data', 'results', 'records'].map((name) => value[name]).find(Array.isArray)
    if (inner) return inner
    const things = Object.entries(value)
    // No entries as a map by uuid is {}, as custom fields show the other way round.
    if (things.every(([uuid, thing]) => isObject(thing) && thing.uuid === uuid)) return things.map(([, thing]) => thing)
  }
  return null
}

const text = z.string().nullable().optional().catch(undefined)

const customFieldSchema = z
  .looseObject({ uuid: z.string().min(1), name: text, data_type: text })
  .transform(({ uuid, name, data_type }): CustomFieldDefinition => ({ uuid, name: name ?? uuid, dataType: data_type ?? 'string' }))

/** Null when the answer holds no list of fields (section Endpoints, GET custom_fields). */
export function readCustomFields(body: unknown): CustomFieldDefinition[] | null {
  return readEach(listIn(body, 'fields', 'custom_fields'), customFieldSchema)
}

const departmentPhone = z
  .union([z.string(), z.null(), z.looseObject({ display_phone_number: z.string() }).transform((phone) => phone.display_phone_number)])
  .optional()
  .catch(undefined)

const departmentSchema = z
  .looseObject({ uuid: z.string().min(1), name: text, phone_number: departmentPhone, is_sms_group: z.unknown().optional() })
  .transform(({ uuid, name, phone_number, is_sms_group }): Department => ({
    uuid,
    name: name ?? uuid,
    phone: phone_number ?? null,
    isSmsGroup: is_sms_group === true || is_sms_group === 1,
  }))

/** Null when the answer holds no list of departments (section Resources, Group). */
export function readDepartments(body: unknown): Department[] | null {
  return readEach(listIn(body, 'groups', 'departments'), departmentSchema)
}

/** The things of a list that can be read; null when there is no list, or nothing in it that can be read. */
export function readEach<T>(list: unknown[] | null, schema: z.ZodType<T>): T[] | null {
  if (list === null) return null
  const read = list.map((item) => schema.safeParse(item)).filter((item) => item.success)
  return read.length === 0 && list.length > 0 ? null : read.map((item) => item.data)
}

/** The uuid of a thing in an answer; null when it shows none. */
export function uuidOf(value: unknown): string | null {
  if (!isObject(value)) return null
  const { uuid } = value
  const text = typeof uuid === 'string' ? uuid.trim() : typeof uuid === 'number' ? String(uuid) : ''
  return text === '' ? null : text
}
