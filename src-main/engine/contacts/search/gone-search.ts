import { setImmediate } from 'node:timers/promises'
import type { ContactFilter } from '../../model/contacts/contact-filter-schema.ts'
import { AppError } from '../../model/errors.ts'
import type { GoneContact } from '../../store/contacts/gone-contacts.ts'
import { searchText } from '../../store/contacts/search-text.ts'
import { tagSpellings } from './search-condition.ts'
import type { Tables } from '../../store/tables.ts'

/** Contacts that are looked at without letting other work in between. */
const contactsAtOnce = 2000

/**
 * Those that are no longer at the service, as they were last known, the last ones first. They are few, so each is looked at. Throws `usage`
 * for what is not known of them: flags, custom fields, imports and when they were read.
 */
export async function* searchGone({ goneContacts }: Tables, filter: ContactFilter): AsyncGenerator<GoneContact> {
  if (filter.flags.length > 0 || filter.field !== undefined || filter.run !== undefined || filter.notSeenSinceMs !== undefined)
    throw new AppError(
      'usage',
      'Contacts that are gone are found by words, consent and tags alone.',
      'Take the other filters away, or look at those that are there.',
    )
  const words = filter.search.trim().split(/\s+/).map(searchText).filter(Boolean)
  const digits = /^[\d\s()+./-]+$/.test(filter.search.trim()) ? filter.search.replace(/\D/g, '') : ''
  const tags = filter.tags.flatMap(tagSpellings)
  let looked = 0
  for (const contact of goneContacts.all()) {
    looked += 1
    if (looked % contactsAtOnce === 0) await setImmediate()
    const { record } = contact
    const consent = record.consent === true ? 'agreed' : record.consent === false ? 'refused' : 'notAsked'
    if (filter.consent.length > 0 && !filter.consent.includes(consent)) continue
    if (tags.length > 0 && !(record.tags ?? []).some((tag) => tags.includes(searchText(tag)))) continue
    const text = searchText([record.name, record.phone, record.phoneRaw, record.email, record.notes, ...(record.tags ?? [])].join('\n'))
    const isFound = words.every((word) => text.includes(word)) || (digits.length >= 3 && (record.phone ?? '').includes(digits))
    if (isFound) yield contact
  }
}

/** One page of them, and how many fit. */
export async function goneAt(
  tables: Tables,
  filter: ContactFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ contacts: GoneContact[]; total: number }> {
  const contacts: GoneContact[] = []
  let total = 0
  for await (const contact of searchGone(tables, filter)) {
    if (total >= offset && contacts.length < limit) contacts.push(contact)
    total += 1
  }
  return { contacts, total }
}
