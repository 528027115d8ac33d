import type { DesiredContact } from '../model/plans/mapped-row.ts'
import type { CustomerRecord, CustomerUpdate } from '../model/contacts/customer.ts'
import type { FieldLabel } from '../model/contacts/field-labels.ts'
import type { FieldChange, FieldValue } from '../model/plans/plan-schema.ts'
import { comparableTag, isSameText } from '../model/same-text.ts'
import type { PlanContext } from './kind-descriptor.ts'
import { onOneLine, readCell } from '../text/cell-text.ts'
import { defuse } from '../text/defused-cell.ts'

/** What differs, for the person and for the service. `update` holds exactly the fields of `changes`. */
export interface Difference {
  changes: FieldChange[]
  update: CustomerUpdate
}

const textFields = ['name', 'email', 'notes'] as const
const flagFields = ['archived', 'blocked', 'unreachable'] as const

/**
 * The difference, by meaning, between what a row wants and the contact's record; null when there is none. A field that
 * the record does not show is unknown: it always counts as a change, and says so (`beforeKnown` false), but a blank cell does not
 * empty it. `isStoredAs`: whether a field holds what the service makes of a text. `email` and `unreachable` are known only where Rollcall wrote them. Clearing sends an empty text, a tag list or `''`.
 */
export function compareContact(
  desired: DesiredContact,
  record: CustomerRecord,
  label: FieldLabel,
  isStoredAs: PlanContext['isStoredAs'] = () => false,
): Difference | null {
  if (isUnchanged(desired, record)) return null
  let difference: Difference | null = null
  const note = (field: string, before: FieldValue | undefined, after: FieldValue): CustomerUpdate => {
    difference ??= { changes: [], update: {} }
    difference.changes.push({ field, label: label(field), before: before ?? null, beforeKnown: before !== undefined, after })
    return difference.update
  }

  for (const field of textFields) {
    const after = desired[field]
    if (after === undefined) continue
    const before = record[field]
    if (before === undefined ? after !== null : !(isSameInCell(field, before, after) || isStoredAs(field, after, before)))
      note(field, before, after)[field] = after ?? ''
  }
  if (desired.tags !== undefined && !(emptiesTags(desired.tags) && record.tags === undefined)) {
    const tags = compareTags(desired.tags, record.tags)
    if (tags !== null) note('tags', record.tags, tags.after).tags = tags.update
  }
  for (const field of flagFields) {
    const after = desired[field]
    if (after !== undefined && record[field] !== after) note(field, record[field], after)[field] = after
  }
  if (desired.customFields !== undefined) {
    for (const [uuid, after] of Object.entries(desired.customFields)) {
      const before = record.customFields === undefined ? undefined : (record.customFields[uuid] ?? null)
      if (
        before === undefined ? after === '' : isSameInCell(`custom:${uuid}`, before, after) || isStoredAs(`custom:${uuid}`, after, before)
      )
        continue
      const update = note(`custom:${uuid}`, before, after)
      update.customFields = { ...update.customFields, [uuid]: after }
    }
  }
  return difference
}

/** The fields that blank cells of a row would empty if it were known what they hold: they stay as they are. */
export function unknownClears(desired: DesiredContact, record: CustomerRecord): string[] {
  const fields: string[] = textFields.filter((field) => desired[field] === null && record[field] === undefined)
  if (desired.tags !== undefined && emptiesTags(desired.tags) && record.tags === undefined) fields.push('tags')
  if (record.customFields === undefined)
    for (const uuid in desired.customFields) if (desired.customFields[uuid] === '') fields.push(`custom:${uuid}`)
  return fields
}

function emptiesTags({ handling, tags }: TagsUpdate): boolean {
  return handling === 'replace' && tags.length === 0
}

/** Whether a cell's text means what the field holds: the same, or what is left of that when it is written to a cell and read again. */
function isSameInCell(field: string, before: string | null, after: string | null): boolean {
  if (isSameText(before, after)) return true
  if (before === null || before === '' || after === null) return false
  const read = readCell(defuse(before)).toWellFormed()
  return isSameText(field === 'name' ? onOneLine(read) : read, after.toWellFormed())
}

/** Whether nothing differs: the usual case by far, told in a fraction of the time, because each field is named here. */
function isUnchanged(desired: DesiredContact, record: CustomerRecord): boolean {
  return (
    isKept(desired.name, record.name) &&
    isKept(desired.email, record.email) &&
    isKept(desired.notes, record.notes) &&
    (desired.archived === undefined || desired.archived === record.archived) &&
    (desired.blocked === undefined || desired.blocked === record.blocked) &&
    (desired.unreachable === undefined || desired.unreachable === record.unreachable) &&
    (desired.tags === undefined || compareTags(desired.tags, record.tags) === null) &&
    (desired.customFields === undefined || areKept(desired.customFields, record.customFields))
  )
}

function isKept(after: string | null | undefined, before: string | null | undefined): boolean {
  return after === undefined || (before !== undefined && isSameText(before, after))
}

function areKept(desired: Record<string, string>, present: Record<string, string> | undefined): boolean {
  if (present === undefined) return Object.keys(desired).length === 0
  for (const uuid in desired) if (!isSameText(present[uuid] ?? null, desired[uuid] ?? null)) return false
  return true
}

type TagsUpdate = NonNullable<CustomerUpdate['tags']>

/** Tags are a set. Added are only those that are missing, removed only those that are there; unknown tags are sent. */
function compareTags(desired: TagsUpdate, present: readonly string[] | undefined): { after: string[]; update: TagsUpdate } | null {
  const { handling } = desired
  // The usual case by far, for a million rows: the tags are there as they are written.
  if (handling === 'add' && present !== undefined && desired.tags.every((tag) => present.includes(tag))) return null
  const wanted = [...new Set(desired.tags.map(comparableTag))].filter((tag) => tag !== '')
  const has = new Set(present?.map(comparableTag).filter((tag) => tag !== ''))
  switch (handling) {
    case 'add': {
      const missing = wanted.filter((tag) => !has.has(tag))
      return missing.length === 0 ? null : { after: [...(present ?? []), ...missing], update: { handling, tags: missing } }
    }
    case 'remove': {
      const surplus = present === undefined ? wanted : wanted.filter((tag) => has.has(tag))
      if (surplus.length === 0) return null
      const after = (present ?? []).filter((tag) => !surplus.includes(comparableTag(tag)))
      return { after, update: { handling, tags: surplus } }
    }
    case 'replace': {
      const isSame = present !== undefined && wanted.length === has.size && wanted.every((tag) => has.has(tag))
      if (isSame) return null
      return { after: wanted, update: present === undefined ? { handling, tags: wanted } : replacement(wanted, has) }
    }
  }
}

/**
 * All tags written anew. Where the contact has one that cannot be written, because it contains a comma, only those that are missing are
 * added, or those that are too many removed, so that it stays as it is.
 */
function replacement(wanted: string[], has: ReadonlySet<string>): TagsUpdate {
  if (!wanted.some((tag) => tag.includes(',') && has.has(tag))) return { handling: 'replace', tags: wanted }
  const missing = wanted.filter((tag) => !has.has(tag))
  const surplus = [...has].filter((tag) => !wanted.includes(tag))
  if (surplus.length === 0) return { handling: 'add', tags: missing }
  const isWritable = missing.length === 0 && surplus.every((tag) => !tag.includes(','))
  return isWritable ? { handling: 'remove', tags: surplus } : { handling: 'replace', tags: wanted }
}
