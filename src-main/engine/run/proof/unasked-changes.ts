import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { isSameValue, valueIn } from '../../model/contacts/field-values.ts'
import type { FieldValue } from '../../model/plans/plan-schema.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import { comparableTag } from '../../model/same-text.ts'
import { expectedRecord } from './expected-record.ts'

/**
 * Something that changed at the service beside what a call asked for: a field of the contact, by its name in `FieldChange.field`,
 * `phone`, `reachable` (whether texts reach it, which the service derives from `unreachable`), or `posts`: somebody or something answered, or
 * `resolved`: an open conversation no longer is, or `texts`: the contact was sent a text.
 */
export interface UnaskedChange {
  field: string
  /** As it should be, and as it is; null for posts. */
  before: FieldValue
  after: FieldValue
}

const plainFields = ['name', 'notes', 'archived', 'blocked', 'consent'] as const

/**
 * What two reads of a contact, right before a call and after it, show to have changed beside what was asked for. What one of them
 * does not show cannot tell; what was asked for and is not there is told by `checkEcho`.
 */
export function unaskedChanges(call: ServiceCall, before: CustomerRecord, after: CustomerRecord): UnaskedChange[] {
  const asked = new Set(descriptorOf(call).fields(call))
  const expected = expectedRecord(call, before)
  const changes: UnaskedChange[] = []
  const compare = (field: string): void => {
    if (asked.has(field)) return
    const [was, is] = [valueIn(expected, field), valueIn(after, field)]
    if (was !== undefined && is !== undefined && !isSameValue(was, is)) changes.push({ field, before: was, after: is })
  }
  for (const field of plainFields) compare(field)
  const tags = changedTags(call, expected, after)
  if (tags !== null) changes.push(tags)
  for (const field of customFieldsOf(expected, after)) compare(field)
  const reachable = changedReach(call, expected, after)
  if (reachable !== null) changes.push(reachable)
  const phone = changedPhone(expected, after)
  if (phone !== null) changes.push(phone)
  return changes
}

/** What a new contact has that nobody asked for: it may be texted, or it is hidden. */
export function unaskedAtCreation({ consent, blocked, archived }: CustomerRecord): UnaskedChange[] {
  return [
    ...(consent === true ? [{ field: 'consent', before: null, after: true }] : []),
    ...(blocked === true ? [{ field: 'blocked', before: false, after: true }] : []),
    ...(archived === true ? [{ field: 'archived', before: false, after: true }] : []),
  ]
}

/** The tags beside those that the call names: what became of these is told by `checkEcho`. */
function changedTags(call: ServiceCall, expected: CustomerRecord, after: CustomerRecord): UnaskedChange | null {
  if (expected.tags === undefined || after.tags === undefined) return null
  const update = call.kind === 'updateCustomer' ? call.customer.tags : undefined
  if (update?.handling === 'replace') return null
  const named = new Set(update?.tags.map(comparableTag))
  const others = (tags: readonly string[]) => tags.filter((tag) => !named.has(comparableTag(tag)))
  if (isSameValue(others(expected.tags), others(after.tags))) return null
  const asked = expected.tags.filter((tag) => named.has(comparableTag(tag)))
  return { field: 'tags', before: expected.tags, after: [...others(after.tags), ...asked] }
}

function customFieldsOf(...records: CustomerRecord[]): Set<string> {
  return new Set(records.flatMap(({ customFields = {} }) => Object.keys(customFields).map((uuid) => `custom:${uuid}`)))
}

/** The number that the contact is found by, which no call changes; however the service writes it. */
function changedPhone(expected: CustomerRecord, after: CustomerRecord): UnaskedChange | null {
  if (expected.phoneRaw === undefined || after.phoneRaw === undefined) return null
  const was = expected.phone ?? expected.phoneRaw
  const is = after.phone ?? after.phoneRaw
  return was === is ? null : { field: 'phone', before: was, after: is }
}

/** Texts reach nobody who was just blocked, unsubscribed or said no: that is what was asked for. */
function changedReach(call: ServiceCall, expected: CustomerRecord, after: CustomerRecord): UnaskedChange | null {
  const [was, is] = [expected.reachableBySms, after.reachableBySms]
  if (was === undefined || is === undefined || was === is) return null
  if (call.kind === 'updateCustomer' && call.customer.unreachable !== undefined) return null
  const isStopped =
    (call.kind === 'setConsent' && !call.consent) ||
    (call.kind === 'updateCustomer' && (call.customer.blocked === true || call.customer.archived === true))
  return isStopped && !is ? null : { field: 'reachable', before: was, after: is }
}

/** Of tags: some came in place of those that were asked for, and none has gone. */
export function hasLostNothing({ before, after }: UnaskedChange): boolean {
  return Array.isArray(before) && Array.isArray(after) && isSameValue([...new Set([...before, ...after])], after)
}
