import type { Clock } from '../clock.ts'
import type { CustomFieldDefinition, Department } from '../service/customer.ts'
import type { ReadCustomer } from '../service/service.ts'
import type { CacheWriter } from '../service/sync.ts'
import { createContacts } from './contacts.ts'
import { createCustomFields } from './custom-fields.ts'
import { createDepartments } from './departments.ts'
import type { Store } from './open-store.ts'
import { createSyncs } from './syncs.ts'

/**
 * What a sync writes, page by page. After a complete one, contacts that the service no longer lists are gone from the
 * cache, except those that a look-up or a run brought since it began; an incomplete one forgets nothing.
 */
export function createCacheWriter(store: Store, clock: Clock): CacheWriter {
  const contacts = createContacts(store)
  const syncs = createSyncs(store)
  let syncId: number | null = null

  return {
    replaceCustomFields: (fields: CustomFieldDefinition[]): void => createCustomFields(store).replaceAll(fields),
    replaceDepartments: (departments: Department[]): void => createDepartments(store).replaceAll(departments),

    begin(): void {
      syncId = syncs.begin(clock.nowMs())
    },

    putContacts: store.transaction((read: readonly ReadCustomer[], readAtMs: number): void => {
      for (const customer of read) contacts.putRead(customer, readAtMs)
    }),

    finish: store.transaction((result: { complete: boolean; contacts: number }): void => {
      if (syncId === null) throw new Error('A sync that has not begun cannot be finished.')
      syncs.finish(syncId, { finishedAtMs: clock.nowMs(), ...result })
      if (result.complete) contacts.removeUnseenSince(syncId)
      syncId = null
    }),
  }
}
