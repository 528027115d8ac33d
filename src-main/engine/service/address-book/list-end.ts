import type { ListDoubt } from '../../model/contacts/list-doubt.ts'
import { type FetchPage, type FirstPage, isSameOrder, type KeyOf, type PageAnswer, pageSize, type SeenPage } from './list-page.ts'
import type { UuidSet } from './uuid-set.ts'

/** What looked like an end: the page after all, something behind it, or the end, which may be the service's and not the list's. */
export type ListEnd = { kind: 'page'; answer: PageAnswer } | { kind: 'gap' } | { kind: 'end'; doubt: ListDoubt | null }

/**
 * Asks once more for the page that looked like the end and for the one behind it, since services have shown empty pages in
 * between. After a last page that was full, an end may be where the service stops counting: an answer that refuses the page
 * cannot be told from that, and behind an empty one, or where the page comes again, it is tried whether the service serves so high a
 * number at all.
 */
export async function confirmEnd(options: {
  fetch: FetchPage
  keyOf: KeyOf
  seen: Pick<UuidSet, 'has'>
  first: FirstPage
  /** The last page that brought something; null when there is none. */
  last: SeenPage | null
  page: number
  answer: PageAnswer
}): Promise<ListEnd> {
  const { fetch, keyOf, seen, page, last } = options
  const isNew = (key: string | null) => key !== null && !seen.has(key)
  const bringsNew = (answer: PageAnswer): boolean => answer.kind === 'items' && answer.items.some((item) => isNew(keyOf(item)))
  const again = await fetch(page, pageSize)
  if (bringsNew(again)) return { kind: 'page', answer: again }
  if (bringsNew(await fetch(page + 1, pageSize))) return { kind: 'gap' }
  if (last === null || last.keys.length < pageSize) return { kind: 'end', doubt: null }
  if (options.answer.kind === 'refused') return { kind: 'end', doubt: 'cut' }
  const shown = options.answer.kind === 'items' ? options.answer.items : []
  // The list begins anew behind its end.
  if (isSameOrder(shown.map(keyOf), options.first.keys)) return { kind: 'end', doubt: null }
  const counted = await isCountedSoFar(fetch, keyOf, options.first, last)
  // A page that comes again is what a service shows that serves no higher number.
  return { kind: 'end', doubt: counted === 'yes' || (counted === 'untold' && shown.length === 0) ? null : 'cut' }
}

/** Whether the last page's entry shows under its own number; `untold` where the service does not give pages of one entry. */
async function isCountedSoFar(fetch: FetchPage, keyOf: KeyOf, first: FirstPage, last: SeenPage): Promise<'yes' | 'no' | 'untold'> {
  const one = await fetch(first.page, 1)
  if (one.kind !== 'items' || one.items.length !== 1 || keyOf(one.items[0]) !== first.keys[0]) return 'untold'
  const entry = await fetch(first.page + (last.page - first.page + 1) * pageSize - 1, 1)
  return entry.kind === 'items' && entry.items.slice(0, 1).some((item) => last.keys.includes(keyOf(item))) ? 'yes' : 'no'
}
