import type { AppError } from '../../model/errors.ts'
import type { UuidSet } from './uuid-set.ts'

/** The largest page that the service gives (section Limits). */
export const pageSize = 50
/** One page as it was answered: its entries and when they were asked for (wall clock), or why there are none to be had. */
export type PageAnswer =
  { kind: 'items'; items: unknown[]; askedAtMs: number } | { kind: 'refused'; status: number; error: AppError } | { kind: 'unusable' }

export type FetchPage = (page: number, pageSize: number) => Promise<PageAnswer>

/** What an entry is recognised by; null when it cannot be read. */
export type KeyOf = (item: unknown) => string | null

export interface WalkedPage {
  /** Its number in the list; below 0 for what has come before the list's beginning since an earlier walk. */
  page: number
  fresh: unknown[]
  /** What they are recognised by. */
  keys: string[]
  unreadable: number
  askedAtMs: number
}

/** The first page that brought something. */
export interface FirstPage {
  page: number
  length: number
  keys: readonly (string | null)[]
}

/** A page as it was last seen; null for an entry that could not be read. */
export interface SeenPage {
  page: number
  keys: readonly (string | null)[]
}

export function isSameOrder(keys: readonly (string | null)[], others: readonly (string | null)[]): boolean {
  return keys.length === others.length && keys.every((key, at) => key === others[at])
}

/** The entries that were not seen before, which are so from now on. */
export function freshOf(items: readonly unknown[], keyOf: KeyOf, seen: UuidSet): Pick<WalkedPage, 'fresh' | 'keys' | 'unreadable'> {
  const fresh: unknown[] = []
  const keys: string[] = []
  let unreadable = 0
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) unreadable += 1
    else if (seen.add(key)) {
      fresh.push(item)
      keys.push(key)
    }
  }
  return { fresh, keys, unreadable }
}

/** Whether a page was refused because the list has no such page. */
export function isPastEnd(status: number): boolean {
  return status === 404 || status === 416
}
