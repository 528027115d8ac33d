import type { FieldChange, FieldValue, PlannedCall } from '../../model/plans/plan-schema.ts'
import { comparableTag } from '../../model/same-text.ts'
import { setField } from '../set-field.ts'
import type { ImpossibleReason } from '../../model/runs/undo-outlook-schema.ts'
import type { CustomerRecord, CustomerUpdate } from '../../model/contacts/customer.ts'
import { isNeverShown, isSameValue, valueIn } from '../../model/contacts/field-values.ts'

/** What can become of one field when a run is undone. `held`: it would be restored, but only a person may do that; see `givesPermission`. */
export type UndoFate = 'restore' | 'kept' | 'impossible' | 'already' | 'held'

export interface UndoneField {
  change: FieldChange
  fate: UndoFate
  /** Why it stays, in words; null for fields that are restored. */
  reason: string | null
}

const impossibleWords: Record<ImpossibleReason, string> = {
  message: 'A message that was imported cannot be taken back.',
  resolved: 'A conversation that was resolved cannot be opened again: the service has no such operation.',
  whisper: 'A whisper that was written cannot be taken back.',
  created: 'A contact that was created cannot be removed: the service has no such operation.',
  notShown: 'The service does not show this field, so its earlier value is not known.',
  notKnown: 'The earlier value was never known.',
  notAsked: 'The service can set consent to yes or no, but not back to "not asked".',
}

/** Whether a change could be undone at all, before the service is asked: null, or why not. */
export function impossibleBecause({ field, before, beforeKnown }: FieldChange): ImpossibleReason | null {
  if (field === 'message' || field === 'whisper' || field === 'resolved') return field
  if (field === 'request') return 'message'
  if (field === 'phone_number') return 'created'
  if (isNeverShown(field)) return 'notShown'
  if (!beforeKnown) return 'notKnown'
  return field === 'consent' && before === null ? 'notAsked' : null
}

/** The same in words. */
export function whyImpossible(change: FieldChange): string | null {
  const reason = impossibleBecause(change)
  return reason === null ? null : impossibleWords[reason]
}

/**
 * What taking a row back means for a contact as the service has it now: fields that still hold what the run wrote get their
 * earlier value; fields that somebody edited since are kept. What would give permission for texts again is held, unless
 * `isReleased`. The calls go backwards: a permission, which came last, is taken back first, and one that a refusal took away
 * comes last. There are none when nothing is to be restored.
 */
export function undoRow(
  changes: readonly FieldChange[],
  now: CustomerRecord,
  isReleased: boolean,
): { fields: UndoneField[]; calls: PlannedCall[] } {
  const fields = changes.map((change) => {
    const field = fateOf(change, now)
    return field.fate === 'restore' && !isReleased && givesPermission(change)
      ? { change, fate: 'held' as const, reason: heldReason }
      : field
  })
  const restored = fields.filter(({ fate }) => fate === 'restore').map(({ change }) => change)
  return { fields, calls: restoringCalls(restored, now) }
}

/** Whether taking this change back would allow texts to somebody: consent again, not blocked or unsubscribed any more. */
export function givesPermission({ field, before, after }: FieldChange): boolean {
  if (field === 'consent') return before === true && after !== true
  return (field === 'blocked' || field === 'unreachable') && before !== true && after === true
}

const heldReason = 'It would allow texts to this contact again, which an undo never does by itself.'

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
  if (change.field === 'tags') customer.tags = restoredTags(change, now.tags ?? [])
  else setField(customer, change.field, change.before)
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
