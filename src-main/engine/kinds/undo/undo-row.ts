import type { FieldChange, FieldValue, PlannedCall } from '../../model/plans/plan-schema.ts'
import { comparableTag } from '../../model/same-text.ts'
import type { CustomerRecord, CustomerUpdate } from '../../model/contacts/customer.ts'
import { isNeverShown, isSameValue, valueIn } from '../../model/contacts/field-values.ts'

/** What can become of one field when a run is undone. */
export type UndoFate = 'restore' | 'kept' | 'impossible' | 'already'

export interface UndoneField {
  change: FieldChange
  fate: UndoFate
  /** Why it stays, in words; null for fields that are restored. */
  reason: string | null
}

/** Whether a change could be undone at all, before the service is asked: null, or why not. */
export function whyImpossible({ field, before, beforeKnown }: FieldChange): string | null {
  if (field === 'message') return 'A message that was imported cannot be taken back.'
  if (field === 'phone_number') return 'A contact that was created cannot be removed: the service has no such operation.'
  if (isNeverShown(field)) return 'The service does not show this field, so its earlier value is not known.'
  if (!beforeKnown) return 'The earlier value was never known.'
  if (field === 'consent' && before === null) return 'The service can set consent to yes or no, but not back to "not asked".'
  return null
}

/**
 * What taking a row back means for a contact as the service has it now: fields that still hold what the run wrote get their
 * earlier value; fields that somebody edited since are kept. The calls go backwards: a permission, which came last, is taken back
 * first, and one that a refusal took away comes last. There are none when nothing is to be restored.
 */
export function undoRow(changes: readonly FieldChange[], now: CustomerRecord): { fields: UndoneField[]; calls: PlannedCall[] } {
  const fields = changes.map((change) => fateOf(change, now))
  const restored = fields.filter(({ fate }) => fate === 'restore').map(({ change }) => change)
  return { fields, calls: restoringCalls(restored, now) }
}

function fateOf(change: FieldChange, now: CustomerRecord): UndoneField {
  const why = whyImpossible(change)
  if (why !== null) return { change, fate: 'impossible', reason: why }
  const value = valueIn(now, change.field)
  if (value === undefined) return { change, fate: 'impossible', reason: 'The service does not show the present value of this field.' }
  if (change.field === 'tags') return tagsFate(change, value)
  if (isSameValue(value, change.before)) return { change, fate: 'already', reason: null }
  if (isSameValue(value, change.after)) return { change, fate: 'restore', reason: null }
  return { change, fate: 'kept', reason: 'Somebody has edited this field since.' }
}

/** Tags that somebody else added or removed since stay so: only this run's own are undone. */
function tagsFate(change: FieldChange, value: FieldValue): UndoneField {
  const { added, removed } = tagDifference(change)
  const has = new Set(listOf(value).map(comparableTag))
  const isAddedThere = added.some((tag) => has.has(comparableTag(tag)))
  const isRemovedMissing = removed.some((tag) => !has.has(comparableTag(tag)))
  return isAddedThere || isRemovedMissing ? { change, fate: 'restore', reason: null } : { change, fate: 'already', reason: null }
}

function restoringCalls(changes: readonly FieldChange[], now: CustomerRecord): PlannedCall[] {
  const calls: PlannedCall[] = []
  const others = changes.filter(({ field }) => field !== 'consent')
  if (others.length > 0) {
    const customer: CustomerUpdate = {}
    for (const change of others) addRestored(customer, change, now)
    calls.push({ kind: 'updateCustomer', uuid: now.uuid, customer })
  }
  const before = changes.find(({ field }) => field === 'consent')?.before
  if (typeof before !== 'boolean') return calls
  const consent: PlannedCall = { kind: 'setConsent', uuid: now.uuid, phone: null, consent: before }
  return before ? [...calls, consent] : [consent, ...calls]
}

function addRestored(customer: CustomerUpdate, change: FieldChange, now: CustomerRecord): void {
  const { field, before } = change
  switch (field) {
    case 'name':
    case 'notes':
      customer[field] = typeof before === 'string' ? before : ''
      return
    case 'archived':
    case 'blocked':
      customer[field] = before === true
      return
    case 'tags':
      customer.tags = restoredTags(change, now.tags ?? [])
      return
  }
  customer.customFields = { ...customer.customFields, [field.slice('custom:'.length)]: typeof before === 'string' ? before : '' }
}

function restoredTags(change: FieldChange, present: readonly string[]): NonNullable<CustomerUpdate['tags']> {
  const { added, removed } = tagDifference(change)
  if (removed.length === 0) return { handling: 'remove', tags: added }
  if (added.length === 0) return { handling: 'add', tags: removed }
  const taken = new Set(added.map(comparableTag))
  const has = new Set(present.map(comparableTag))
  const tags = [...present.filter((tag) => !taken.has(comparableTag(tag))), ...removed.filter((tag) => !has.has(comparableTag(tag)))]
  return { handling: 'replace', tags }
}

function tagDifference({ before, after }: FieldChange): { added: string[]; removed: string[] } {
  const was = new Set(listOf(before).map(comparableTag))
  const is = new Set(listOf(after).map(comparableTag))
  return {
    added: listOf(after).filter((tag) => !was.has(comparableTag(tag))),
    removed: listOf(before).filter((tag) => !is.has(comparableTag(tag))),
  }
}

function listOf(value: FieldValue): string[] {
  return Array.isArray(value) ? value : []
}
