import type { FieldChange, FieldValue } from '../plans/plan-schema.ts'
import { comparableTag, isSameText } from '../same-text.ts'
import type { CustomerRecord } from './customer.ts'

/** Fields that can be written and that the service never shows (section Resources, Customer). */
export function isNeverShown(field: string): boolean {
  return field === 'email' || field === 'unreachable'
}

/** What a record says of a field of `FieldChange.field`; undefined where it says nothing. */
export function valueIn(record: CustomerRecord, field: string): FieldValue | undefined {
  switch (field) {
    case 'name':
    case 'notes':
    case 'email':
    case 'tags':
    case 'archived':
    case 'blocked':
    case 'unreachable':
    case 'consent':
      return record[field]
  }
  if (!field.startsWith('custom:') || record.customFields === undefined) return undefined
  return record.customFields[field.slice('custom:'.length)] ?? null
}

/** A record that holds, for each of these changes of which it says nothing, what was written. */
export function recordWith(record: CustomerRecord, changes: readonly FieldChange[]): CustomerRecord {
  const full = { ...record }
  for (const { field, after } of changes) {
    if (valueIn(record, field) !== undefined) continue
    if (!field.startsWith('custom:')) Object.assign(full, { [field]: after })
    else if (typeof after === 'string') full.customFields = { ...full.customFields, [field.slice('custom:'.length)]: after }
    else full.customFields ??= {}
  }
  return full
}

/** Whether two values of a field mean the same: texts but for spelling, tags as sets, null as empty text. */
export function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (Array.isArray(a) || Array.isArray(b)) return isSameSet(tagsOf(a), tagsOf(b))
  if (typeof a === 'boolean' || typeof b === 'boolean') return a === b
  return isSameText(a, b)
}

function tagsOf(value: FieldValue): Set<string> {
  return new Set(Array.isArray(value) ? value.map(comparableTag) : [])
}

function isSameSet(a: Set<string>, b: Set<string>): boolean {
  return a.size === b.size && [...a].every((tag) => b.has(tag))
}

/**
 * What happened to a contact since the preview. `changed`: fields that are neither what the preview showed nor what the row
 * wants; writing would undo somebody's work. Fields that the service does not show, then or now, cannot tell.
 */
export function changedSincePreview(changes: readonly FieldChange[], now: CustomerRecord): FieldChange[] {
  return changes.filter(({ field, before, beforeKnown, after }) => {
    if (!beforeKnown || isNeverShown(field)) return false
    const value = valueIn(now, field)
    return value !== undefined && !isSameValue(value, before) && !isSameValue(value, after)
  })
}
