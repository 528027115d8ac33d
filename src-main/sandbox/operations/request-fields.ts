import { toE164 } from '../phone-forms.ts'
import { invalidField, ServiceRefusal } from './refusal.ts'

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body as an object. Throws a 422 refusal when it is something else. */
export function objectBody(body: unknown): JsonObject {
  if (!isObject(body)) throw new ServiceRefusal(422, 'The body must be a JSON object', { base: ['must be a JSON object'] })
  return body
}

/** A field that must be an object. Throws a 422 refusal. */
export function requiredObject(body: JsonObject, field: string): JsonObject {
  const value = body[field]
  if (value === undefined || value === null) throw invalidField(field, 'is required')
  if (!isObject(value)) throw invalidField(field, 'must be an object')
  return value
}

/** A field that must be a string that is not blank. Throws a 422 refusal. */
export function requiredText(body: JsonObject, field: string): string {
  const value = body[field]
  if (value === undefined || value === null || value === '') throw invalidField(field, 'is required')
  if (typeof value !== 'string') throw invalidField(field, 'must be a string')
  return value
}

/** A string, or null to clear; undefined when the field is absent. Throws a 422 refusal. */
export function optionalText(body: JsonObject, field: string): string | null | undefined {
  const value = body[field]
  if (value === undefined || value === null || typeof value === 'string') return value
  throw invalidField(field, 'must be a string')
}

/** A boolean; undefined when the field is absent. Throws a 422 refusal. */
export function optionalFlag(body: JsonObject, field: string): boolean | undefined {
  const value = body[field]
  if (value === undefined || typeof value === 'boolean') return value
  throw invalidField(field, 'must be true or false')
}

/** A phone number in E.164. Throws a 422 refusal when it is not a valid one. */
export function requiredPhone(value: unknown): string {
  if (value === undefined || value === null || value === '') throw invalidField('phone_number', 'is required')
  if (typeof value !== 'string') throw invalidField('phone_number', 'must be a string')
  const e164 = toE164(value)
  if (e164 === null) throw invalidField('phone_number', 'is invalid')
  return e164
}

const defaultPageSize = 30
const maximumPageSize = 50

function wholeNumber(query: URLSearchParams, field: string, fallback: number, least: number): number {
  const text = query.get(field)
  if (text === null || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < least) throw invalidField(field, `must be a whole number of at least ${least}`)
  return value
}

/** Page and page size: 0 and 30 by default, a larger page size than 50 is taken as 50 (section Limits). */
export function pageWindow(query: URLSearchParams): { page: number; pageSize: number } {
  const pageSize = Math.min(wholeNumber(query, 'page_size', defaultPageSize, 1), maximumPageSize)
  return { page: wholeNumber(query, 'page', 0, 0), pageSize }
}
