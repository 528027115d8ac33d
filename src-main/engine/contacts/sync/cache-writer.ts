import type { CustomFieldDefinition, Department, ReadCustomer } from '../../model/contacts/customer.ts'
import type { SyncElsewhere } from '../../store/contacts/syncs.ts'
import type { EarlierWalk } from '../../model/contacts/earlier-walk.ts'

/** A page of the contact list, and how much was read up to and including it. */
export interface ReadPlace {
  page: number
  /** The uuids that appear on it for the first time. */
  uuids: string[]
  soFar: { contacts: number; unreadable: number }
}

/** What a sync needs of the cache. */
export interface CacheWriter {
  replaceCustomFields(fields: CustomFieldDefinition[]): void
  replaceDepartments(departments: Department[]): void
  /**
   * Records that a sync begins, unless another program reads the contacts of this account at the moment: then nothing begins
   * and that one is answered. `despite`: one that is given up on.
   */
  begin(despite?: number): SyncElsewhere | null
  /** The sync of another program: whether it is still under way, how far it is, and whether it was complete. */
  elsewhere(id: number): { lastPage: number } | { complete: boolean; contacts: number } | null
  /** The interrupted walk of the contacts that can be resumed; null when there is none. */
  earlier(): EarlierWalk | null
  /** Announces where reading starts: at the beginning, or after the contacts of `earlier`. */
  read(from: 'beginning' | 'earlier'): void
  putContacts(customers: ReadCustomer[], readAtMs: number, place?: ReadPlace): void
  /** `isEnd`: the list was read to its end, so there is nothing to resume. */
  finish(result: { complete: boolean; contacts: number; isEnd: boolean }): void
  /** After a complete sync, marks contacts that are gone. Yields regularly to other work; can be stopped at any point. */
  forgetGone(): Generator<void>
}
