import type { ListSize } from '../service.ts'

/** The keys on a page of the list; null for a page that cannot be read. */
export type KeysOfPage = (page: number) => Promise<string[] | null>

/**
 * How long a paged list is, as far as a few of its pages tell: the first two, and the one on which entry number `enough` would
 * stand. Null where nothing can be told: the list cannot be read, or shows the same whatever page is asked for.
 */
export async function boundListSize(enough: number, keysOfPage: KeysOfPage): Promise<ListSize | null> {
  let begin = 0
  let first = await keysOfPage(0)
  if (first === null || first.length === 0) {
    // A service that counts from 1 may refuse page 0, or show nothing there.
    begin = 1
    const second = await keysOfPage(1)
    if (second === null || second.length === 0) return first === null ? null : { atLeast: 0, isEnd: true }
    first = second
  }
  const seen = new Set(first)
  const isSame = (keys: readonly string[] | null): boolean => keys !== null && keys.length > 0 && keys.every((key) => seen.has(key))
  let next = await keysOfPage(begin + 1)
  if (begin === 0 && isSame(next)) {
    begin = 1
    next = await keysOfPage(2)
  }
  if (isSame(next)) return null
  const further = (next ?? []).filter((key) => !seen.has(key)).length
  const atLeast = first.length + further
  if (further === 0) return { atLeast, isEnd: true }
  if (atLeast >= enough) return { atLeast, isEnd: false }

  for (const key of next ?? []) seen.add(key)
  const pagesBefore = Math.ceil(enough / first.length)
  const far = (await keysOfPage(begin + pagesBefore)) ?? []
  if (far.length > 0 && !isSame(far)) return { atLeast: pagesBefore * first.length + far.length, isEnd: false }
  // A page that is not full may be one of which entries are hidden: then the list may be longer than it shows.
  return { atLeast, isEnd: further < first.length }
}
