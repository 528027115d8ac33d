import type { CustomerRecord } from '../model/contacts/customer.ts'
import type { DesiredContact } from '../model/plans/mapped-row.ts'
import { hasLostLetters } from '../text/lost-letters.ts'

/**
 * What is left of a row without the texts that are the contact's own ones with letters lost: writing them would destroy the letters.
 * `lost`: the fields that stay as they are for that.
 */
export function withoutLostLetters(wanted: DesiredContact, record: CustomerRecord): { contact: DesiredContact; lost: string[] } {
  const contact: DesiredContact = { ...wanted }
  const lost: string[] = []
  const isLost = (field: string, after: string | null | undefined, before: string | null | undefined): boolean => {
    const found = typeof after === 'string' && typeof before === 'string' && hasLostLetters(after, before)
    if (found) lost.push(field)
    return found
  }
  for (const field of ['name', 'email', 'notes'] as const) if (isLost(field, wanted[field], record[field])) delete contact[field]
  if (wanted.tags !== undefined) {
    const whole = (tag: string) => record.tags?.find((own) => hasLostLetters(tag, own)) ?? tag
    const tags = wanted.tags.tags.map(whole)
    if (tags.some((tag, at) => tag !== wanted.tags?.tags[at])) lost.push('tags')
    contact.tags = { ...wanted.tags, tags }
  }
  if (wanted.customFields !== undefined) {
    contact.customFields = Object.fromEntries(
      Object.entries(wanted.customFields).filter(([uuid, after]) => !isLost(`custom:${uuid}`, after, record.customFields?.[uuid])),
    )
  }
  return { contact, lost }
}
