import type { CustomerRecord } from '../model/contacts/customer.ts'
import type { DesiredContact } from '../model/plans/mapped-row.ts'
import { isSameText } from '../model/same-text.ts'
import { onOneLine } from '../text/cell-text.ts'
import { repairMojibake } from '../text/repair/mojibake.ts'

/**
 * A row with letters that were clearly garbled (`JosÃ©`) as they were meant, so that they never replace right ones. A text that the
 * contact (null: a new one) has just so stays as it is. `mended`: the fields concerned.
 */
export function withMendedLetters(wanted: DesiredContact, record: CustomerRecord | null): { contact: DesiredContact; mended: string[] } {
  const contact: DesiredContact = { ...wanted }
  const mended: string[] = []
  const mend = (field: string, text: string, stored: string | null | undefined): string => {
    const repaired = repairMojibake(text)
    const meant = field === 'name' ? onOneLine(repaired) : repaired
    if (repaired === text || (typeof stored === 'string' && isSameText(text, stored))) return text
    if (!mended.includes(field)) mended.push(field)
    return meant
  }
  for (const field of ['name', 'email', 'notes'] as const) {
    const text = wanted[field]
    if (typeof text === 'string') contact[field] = mend(field, text, record?.[field])
  }
  if (wanted.tags !== undefined) {
    const stored = (tag: string) => (record?.tags?.includes(tag) === true ? tag : null)
    contact.tags = { ...wanted.tags, tags: wanted.tags.tags.map((tag) => mend('tags', tag, stored(tag))) }
  }
  if (wanted.customFields !== undefined) {
    contact.customFields = Object.fromEntries(
      Object.entries(wanted.customFields).map(([uuid, text]) => [
        uuid,
        typeof text === 'string' ? mend(`custom:${uuid}`, text, record?.customFields?.[uuid]) : text,
      ]),
    )
  }
  return { contact, mended }
}
