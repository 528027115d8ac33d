/** What an interrupted walk read of a list. */
export interface EarlierWalk {
  /** Below 0 where the list has grown at its beginning meanwhile, and that was read too. */
  firstPage: number
  lastPage: number
  /** Contacts and unreadable entries on all of its pages. */
  contacts: number
  unreadable: number
  /** The keys that were new on these pages, in the list's order. */
  keys(fromPage: number, toPage: number): string[]
}
