import { createContacts } from './contacts/contacts.ts'
import type { Store } from './open-store.ts'
import type { Packed, PackedContacts, PartialContact } from './packed-contacts.ts'

export type PartialContacts = ReturnType<typeof createPartialContacts>

/** Finds many contacts at once, with the parts of their records that `packed` reads. Damaged records throw `store.damaged`. */
export function createPartialContacts(store: Store, packed: PackedContacts) {
  const contacts = createContacts(store)
  const selectByPhones = store.prepare<string[], Packed>(packed.sql.phone).raw()
  const selectByUuids = store.prepare<string[], Packed>(packed.sql.uuid).raw()
  const read = (statement: typeof selectByPhones, wanted: readonly (string | null)[]): Packed | null => {
    try {
      return statement.get(...packed.params, JSON.stringify(wanted)) ?? null
    } catch {
      // A damaged record: read one by one, it says which it is.
      return null
    }
  }
  return {
    /** The contacts that hold each number (E.164), oldest in the cache first. */
    findByPhones(phones: readonly (string | null)[]): readonly PartialContact[][] {
      const found = read(selectByPhones, phones)
      const sorted = found === null ? null : packed.byPhone(found, phones.length)
      return sorted ?? phones.map((phone) => (phone === null ? [] : contacts.findByPhone(phone)))
    },
    /** The contact of each uuid; null where there is none. */
    findByUuids(uuids: readonly (string | null)[]): readonly (PartialContact | null)[] {
      const found = read(selectByUuids, uuids)
      const sorted = found === null ? null : packed.byUuid(found, uuids.length)
      return sorted ?? uuids.map((uuid) => (uuid === null ? null : contacts.findByUuid(uuid)))
    },
  }
}
