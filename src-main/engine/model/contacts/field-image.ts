import { z } from 'zod'
import { fieldValueSchema, type FieldChange, type FieldValue } from '../plans/plan-schema.ts'
import type { CustomerRecord } from './customer.ts'
import { isNeverShown, isSameValue, valueIn } from './field-values.ts'

/** Values of fields, by their names in `FieldChange.field`. */
export const fieldImageSchema = z.record(z.string(), fieldValueSchema)
export type FieldImage = z.infer<typeof fieldImageSchema>

/**
 * The fields of which a record says something else than the preview did, or something where the preview knew nothing; null
 * when there are none. Taken right before a call, it is what an undo has to restore instead of what the preview showed.
 */
export function imageBeside(changes: readonly FieldChange[], record: CustomerRecord): FieldImage | null {
  const image: FieldImage = {}
  let isEmpty = true
  for (const { field, before, beforeKnown } of changes) {
    if (isNeverShown(field)) continue
    const value = valueIn(record, field)
    if (value === undefined || (beforeKnown && isSameValue(value, before))) continue
    image[field] = value
    isEmpty = false
  }
  return isEmpty ? null : image
}

/** The part of an image that is of these fields; null where there is none. */
export function imagePart(image: FieldImage | null, fields: readonly string[]): FieldImage | null {
  const part = Object.entries(image ?? {}).filter(([field]) => fields.includes(field))
  return part.length === 0 ? null : Object.fromEntries(part)
}

/** What a record says of these fields. */
export function imageOf(fields: readonly string[], record: CustomerRecord): FieldImage {
  return Object.fromEntries(fields.map((field): [string, FieldValue] => [field, valueIn(record, field) ?? null]))
}
