import type { Clock } from '../../model/clock.ts'
import { thisProcess } from '../process-owner.ts'
import type { CustomFieldDefinition, Department } from '../../model/contacts/customer.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { CacheWriter, ReadPlace } from '../../model/contacts/cache-writer.ts'
import type { Store } from '../open-store.ts'
import { tablesOf } from '../tables.ts'

/** Contacts checked, and forgotten where they are gone, without letting other work in between. */
const contactsAtOnce = 250

/**
 * What a sync writes, page by page. After a complete one, contacts that the service no longer lists are gone from the
 * cache, except those that a look-up or a run brought since it began; an incomplete one forgets nothing, nor does one that
 * went on with what another had read: it may have overlooked who moved in the list meanwhile.
 */
export function createSyncWriter(store: Store, clock: Clock): CacheWriter {
  const { contacts, syncs, syncPages: pages, customFields, departments } = tablesOf(store)
  /** The sync under way, and the one that began the reading that it is at. */
  let sync: { id: number; firstId: number } | null = null
  let isResumed = false
  let seenSince: number | null = null
  const present = () => {
    if (sync === null) throw new Error('The sync has not begun.')
    return sync
  }
  const earlier = () => pages.earlier(clock.nowMs(), thisProcess, sync?.id)

  return {
    replaceCustomFields: (fields: CustomFieldDefinition[]): void => customFields.replaceAll(fields),
    replaceDepartments: (list: Department[]): void => departments.replaceAll(list),

    begin(): void {
      const id = syncs.begin(clock.nowMs(), thisProcess)
      sync = { id, firstId: id }
      isResumed = false
      seenSince = null
    },
    earlier,

    read: store.transaction((from: 'beginning' | 'earlier'): void => {
      const { id } = present()
      const found = from === 'earlier' ? earlier() : null
      isResumed = found !== null
      sync = { id, firstId: found?.firstId ?? id }
      syncs.setContinuedFrom(id, found === null || found.firstId === id ? null : found.firstId)
      if (found === null) pages.removeAll()
    }),

    putContacts: store.transaction((read: readonly ReadCustomer[], readAtMs: number, place?: ReadPlace): void => {
      for (const customer of read) contacts.putRead(customer, readAtMs)
      if (place !== undefined) pages.put(present().firstId, place.page, place.uuids, place.soFar)
    }),

    finish: store.transaction((result: { complete: boolean; contacts: number; isEnd: boolean }): void => {
      const { id } = present()
      const { isEnd, ...recorded } = result
      syncs.finish(id, { finishedAtMs: clock.nowMs(), ...recorded })
      if (isEnd) pages.removeAll()
      if (result.complete && !isResumed) seenSince = id
      sync = null
    }),

    *forgetGone(): Generator<void> {
      if (seenSince === null) return
      for (let from = 1; from <= contacts.lastId(); from += contactsAtOnce) {
        contacts.removeUnseenSince(seenSince, from, from + contactsAtOnce - 1)
        yield
      }
    },
  }
}
