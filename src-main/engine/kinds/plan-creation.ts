import type { DesiredContact } from '../model/plans/mapped-row.ts'
import type { CustomerCreation, CustomerUpdate } from '../model/contacts/customer.ts'
import type { FieldLabel } from '../model/contacts/field-labels.ts'
import type { FieldChange, FieldValue, PlannedCall } from '../model/plans/plan-schema.ts'
import { comparableTag } from '../model/same-text.ts'

/**
 * The calls that make a contact as the row wants it: a creation, then an update for what a creation does not take. A new
 * contact is neither archived nor blocked, so only `true` is sent for these; `unreachable` is sent either way, because the
 * service never shows it.
 */
export function planCreation(phone: string, desired: DesiredContact, label: FieldLabel): { changes: FieldChange[]; calls: PlannedCall[] } {
  const changes: FieldChange[] = []
  const note = (field: string, after: FieldValue) => {
    changes.push({ field, label: label(field), before: null, beforeKnown: true, after })
  }
  note('phone_number', phone)
  const creation: CustomerCreation = { phone }
  for (const field of ['name', 'email', 'notes'] as const) {
    const value = desired[field]
    if (value === undefined || value === null || value === '') continue
    creation[field] = value
    note(field, value)
  }
  if (desired.tags !== undefined && desired.tags.handling !== 'remove') {
    const tags = [...new Set(desired.tags.tags.map(comparableTag))].filter((tag) => tag !== '')
    if (tags.length > 0) {
      creation.tags = tags
      note('tags', tags)
    }
  }
  for (const [uuid, value] of Object.entries(desired.customFields ?? {})) {
    if (value === '') continue
    creation.customFields = { ...creation.customFields, [uuid]: value }
    note(`custom:${uuid}`, value)
  }
  const update: CustomerUpdate = {}
  if (desired.archived === true) update.archived = true
  if (desired.blocked === true) update.blocked = true
  if (desired.unreachable !== undefined) update.unreachable = desired.unreachable
  for (const [field, value] of Object.entries(update)) note(field, value)

  const calls: PlannedCall[] = [{ kind: 'createCustomer', customer: creation }]
  if (Object.keys(update).length > 0) calls.push({ kind: 'updateCustomer', uuid: null, customer: update })
  return { changes, calls }
}
