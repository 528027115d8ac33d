import type { Clock } from '../../model/clock.ts'
import { thisProcess } from '../../store/process-owner.ts'
import type { CustomFieldDefinition, Department } from '../../model/contacts/customer.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { CacheWriter, ReadPlace } from './cache-writer.ts'
import type { SyncElsewhere } from '../../store/contacts/syncs.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/** A sync that began longer ago is none that is under way. */
export const longestSyncMs = 24 * 60 * 60 * 1000
/** Contacts checked, and marked where they are gone, without letting other work in between. */
const contactsAtOnce = 250

/**
 * Writes a sync to the cache, page by page. A complete sync marks contacts as gone that the service no longer lists, except those that
 * a look-up or a run added since it began. An incomplete sync marks nobody, and neither does one that resumed another: it may
 * have missed contacts that moved within the list in the meantime.
 */
export function createSyncWriter(store: Store, clock: Clock): CacheWriter {
  const { contacts, contactDifferences, syncs, syncPages: pages, customFields, departments } = tablesOf(store)
  /** The running sync, and the one that started the walk it continues. */
  let sync: { id: number; firstId: number } | null = null
  let isResumed = false
  let seenSince: number | null = null
  /** The complete sync before this one. */
  let completeBefore: number | null = null
  const present = () => {
    if (sync === null) throw new Error('The sync has not begun.')
    return sync
  }
  const markUnseen = store.transaction((since: number, range: [number, number]): void =>
    contacts.removeUnseenSince(since, range, completeBefore, clock.nowMs()),
  ).immediate
  const earlier = () => pages.earlier(clock.nowMs(), thisProcess, sync?.id)

  return {
    replaceCustomFields: (fields: CustomFieldDefinition[]): void => customFields.replaceAll(fields),
    replaceDepartments: (list: Department[]): void => departments.replaceAll(list),

    begin: store.transaction((despite?: number): SyncElsewhere | null => {
      const other = syncs.underWayElsewhere(thisProcess, clock.nowMs() - longestSyncMs)
      if (other !== null && other.id !== despite) return other
      const id = syncs.begin(clock.nowMs(), thisProcess)
      sync = { id, firstId: id }
      isResumed = false
      seenSince = null
      return null
    }).immediate,
    elsewhere(id) {
      const other = syncs.underWayElsewhere(thisProcess, clock.nowMs() - longestSyncMs)
      return other?.id === id ? other : syncs.resultOf(id)
    },
    earlier,

    read: store.transaction((from: 'beginning' | 'earlier'): void => {
      const { id } = present()
      const found = from === 'earlier' ? earlier() : null
      isResumed = found !== null
      sync = { id, firstId: found?.firstId ?? id }
      syncs.setContinuedFrom(id, found === null || found.firstId === id ? null : found.firstId)
      if (found === null) pages.removeAll()
    }).immediate,

    putContacts: store.transaction((read: readonly ReadCustomer[], readAtMs: number, place?: ReadPlace): void => {
      for (const customer of read) contacts.putRead(customer, readAtMs)
      if (place !== undefined) pages.put(present().firstId, place.page, place.uuids, place.soFar)
    }).immediate,

    finish: store.transaction((result: { complete: boolean; contacts: number; isEnd: boolean }): void => {
      const { id } = present()
      const { isEnd, ...recorded } = result
      completeBefore = syncs.latestComplete()?.id ?? null
      syncs.finish(id, { finishedAtMs: clock.nowMs(), ...recorded })
      if (isEnd) pages.removeAll()
      if (result.complete && !isResumed) seenSince = id
      sync = null
    }).immediate,

    *forgetGone(): Generator<void> {
      while (contactDifferences.removeSomeOld()) yield
      if (seenSince === null) return
      for (let from = 1; from <= contacts.lastId(); from += contactsAtOnce) {
        markUnseen(seenSince, [from, from + contactsAtOnce - 1])
        yield
      }
    },
  }
}
