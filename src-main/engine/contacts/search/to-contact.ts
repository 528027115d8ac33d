import type { Contact } from '../../model/contacts/address-book-schema.ts'
import type { CachedContact } from '../../store/contacts/contacts.ts'

/** A contact as lists show it. */
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
