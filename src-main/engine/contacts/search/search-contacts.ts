import type { Contact } from '../../model/contacts/address-book-schema.ts'
import type { CachedContact } from '../../store/contacts/contacts.ts'
import type { Tables } from '../../store/tables.ts'

/** Returns one page of the contacts that match a search, sorted by name, and the number of all matches. An empty search matches everybody. */
export function searchContacts(
  { contacts }: Pick<Tables, 'contacts'>,
  query: { search: string; offset: number; limit: number },
): { contacts: Contact[]; total: number } {
  const { contacts: found, total } = contacts.page(query)
  return { contacts: found.map(toContact), total }
}

export function toContact({ record, readAtMs }: CachedContact): Contact {
  return {
    uuid: record.uuid,
    name: record.name ?? null,
    phone: record.phone ?? record.phoneRaw ?? null,
    tags: record.tags ?? [],
    archived: record.archived ?? null,
    blocked: record.blocked ?? null,
    consent: record.consent ?? null,
    readAtSeconds: Math.floor(readAtMs / 1000),
  }
}
