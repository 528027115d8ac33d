import type { CustomerRecord } from '../model/contacts/customer.ts'
import type { DesiredContact } from '../model/plans/mapped-row.ts'

/**
 * What is left of a row where these fields are filled only if the contact has nothing there. `unfilled`: those of them that the row
 * fills, and of which nobody knows whether they are empty.
 */
export function fillingOnly(
  wanted: DesiredContact,
  record: CustomerRecord,
  fields: ReadonlySet<string>,
): { contact: DesiredContact; unfilled: string[] } {
  const contact: DesiredContact = { ...wanted }
  const unfilled: string[] = []
  /** Whether the field may be filled. */
  const isOpen = (field: string, present: string | readonly string[] | null | undefined, isFilled: boolean): boolean => {
    if (present === undefined && isFilled) unfilled.push(field)
    return isFilled && present !== undefined && isEmpty(present)
  }
  for (const field of ['name', 'email', 'notes'] as const) {
    const value = wanted[field]
    if (value !== undefined && fields.has(field) && !isOpen(field, record[field], !isEmpty(value))) delete contact[field]
  }
  if (wanted.tags !== undefined && fields.has('tags') && !isOpen('tags', record.tags, wanted.tags.tags.length > 0)) delete contact.tags
  if (wanted.customFields !== undefined) {
    const { customFields: present } = record
    contact.customFields = Object.fromEntries(
      Object.entries(wanted.customFields).filter(([uuid, value]) => {
        const field = `custom:${uuid}`
        return !fields.has(field) || isOpen(field, present === undefined ? undefined : (present[uuid] ?? null), !isEmpty(value))
      }),
    )
  }
  return { contact, unfilled }
}

function isEmpty(value: string | readonly string[] | null): boolean {
  return value === null || (typeof value === 'string' ? value.trim() === '' : value.length === 0)
}
