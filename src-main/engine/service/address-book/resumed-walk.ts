import type { EarlierWalk } from '../../model/contacts/earlier-walk.ts'
import { setImmediate } from 'node:timers/promises'
import { createUuidSet, type UuidSet } from './uuid-set.ts'

/** Where reading a list resumes: its first `front` pages, because it has grown there, then from `page`. */
export interface ResumePoint {
  front: number
  /** The number that the first of these pages is remembered by: what is new there came before all others. */
  frontAs: number
  page: number
  seen: UuidSet
  contacts: number
}

/** A list that has shifted by more pages is read from the start. */
const mostPages = 20
/** Keys of so many pages before and behind are compared with a page: a list that has grown shows there what was further ahead. */
const windowPages = 2 * mostPages
/** Pages in between that are sampled. */
const samples = 6
const pagesAtOnce = 100

/**
 * Where to resume a list whose first pages an earlier walk has read; null when it must be read from the start. It is
 * resumed only where it still has the order in which it was read, at its beginning, at the seam and at places in
 * between, with nothing new but before its beginning and behind the seam. Contacts that keep their places among the others
 * are then all read, though some have come or gone: what follows one that was read is read from there, what came before the
 * first one as well. `fetchKeys` answers the keys on a page, and null for a page that cannot be read.
 */
export async function findResumePoint(
  earlier: EarlierWalk,
  fetchKeys: (page: number) => Promise<string[] | null>,
): Promise<ResumePoint | null> {
  const { firstPage, lastPage, contacts } = earlier
  const seen = createUuidSet()
  for (let page = firstPage; page <= lastPage; page += pagesAtOnce) {
    for (const key of earlier.keys(page, page + pagesAtOnce - 1)) seen.add(key)
    await setImmediate()
  }
  const compare = async (page: number): Promise<Standing | null> => {
    const keys = await fetchKeys(page)
    return keys === null ? null : compareWithRead(keys, earlier.keys(page - windowPages, page + windowPages), seen)
  }

  const front = await growthInFront(compare)
  if (front === null) return null
  for (let sample = 1; sample <= samples; sample += 1) {
    const standing = await compare(Math.floor((lastPage * sample) / (samples + 1)))
    if (standing === null || standing.newBefore + standing.newBehind > 0) return null
  }
  const page = await seam(lastPage, compare)
  return page === null ? null : { front, frontAs: Math.min(firstPage, 0) - front, page, seen, contacts }
}

type Compare = (page: number) => Promise<Standing | null>

/** How many first pages hold something new; null when it does not all come before what was there. */
async function growthInFront(compare: Compare): Promise<number | null> {
  let grown = 0
  for (let page = 0; page < mostPages; page += 1) {
    const standing = await compare(page)
    if (standing === null || standing.newBehind > 0) return null
    if (standing.newBefore > 0) grown = page + 1
    if (standing.known > 0) return grown
  }
  return null
}

/** The last page that begins with what was read. */
async function seam(lastPage: number, compare: Compare): Promise<number | null> {
  for (let page = lastPage; page > Math.max(0, lastPage - mostPages); page -= 1) {
    const standing = await compare(page)
    if (standing === null) return null
    if (standing.known > 0) return standing.newBefore > 0 ? null : page
  }
  return null
}

interface Standing {
  /** Keys that were read. */
  known: number
  /** Keys that were not read, before and after those. */
  newBefore: number
  newBehind: number
}

/** Null for a page that shows keys in another order than they were read in, from elsewhere, or with others in between. */
export function compareWithRead(keys: readonly string[], read: readonly string[], seen: Pick<UuidSet, 'has'>): Standing | null {
  const places = new Map(read.map((key, at) => [key, at]))
  const standing = { known: 0, newBefore: 0, newBehind: 0 }
  let last = -1
  for (const key of keys) {
    const place = places.get(key)
    if (place === undefined) {
      if (seen.has(key)) return null
      if (standing.known === 0) standing.newBefore += 1
      else standing.newBehind += 1
      continue
    }
    if (place <= last || standing.newBehind > 0) return null
    last = place
    standing.known += 1
  }
  return standing
}
