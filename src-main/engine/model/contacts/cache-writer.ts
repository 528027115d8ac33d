import type { CustomFieldDefinition, Department, ReadCustomer } from './customer.ts'
import type { EarlierWalk } from './earlier-walk.ts'

/** A page of the list of contacts that was read, and what was read up to and with it. */
export interface ReadPlace {
  page: number
  /** The uuids that are new on it. */
  uuids: string[]
  soFar: { contacts: number; unreadable: number }
}

/** What a sync needs of the cache. */
export interface CacheWriter {
  replaceCustomFields(fields: CustomFieldDefinition[]): void
  replaceDepartments(departments: Department[]): void
  begin(): void
  /** The interrupted walk of the contacts that can be resumed; null when there is none. */
  earlier(): EarlierWalk | null
  /** Contacts will be read from the beginning, or after those of `earlier`. */
  read(from: 'beginning' | 'earlier'): void
  putContacts(customers: ReadCustomer[], readAtMs: number, place?: ReadPlace): void
  /** `isEnd`: the list was read to its end, so that there is nothing to resume. */
  finish(result: { complete: boolean; contacts: number; isEnd: boolean }): void
  /** After a complete sync: forgets contacts that are gone. Yields now and then for other work; may be stopped at any time. */
  forgetGone(): Generator<void>
}
