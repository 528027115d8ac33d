import type { ListDoubt } from '../../model/contacts/list-doubt.ts'
import { shapeError } from '../answers/shape-error.ts'
import { type FetchPage, freshOf, isPastEnd, isSameOrder, type KeyOf, pageSize, type SeenPage, type WalkedPage } from './list-page.ts'
import { createUuidSet, type UuidSet } from './uuid-set.ts'

export interface Seams {
  /** The first page that brought something, or where an earlier walk is resumed: looks where the list ends. */
  begin(first: SeenPage | null): Promise<void>
  /** A page that brought something was read. */
  onPage(page: number, keys: readonly (string | null)[]): void
  /** A page has shown something that an earlier one had shown. */
  onRepeat(): void
  last(): SeenPage | null
  /** Whether pages however far behind bring something else each: the list has no end, or begins anew behind it. */
  isEndless(): boolean
  /** Whether so many pages were read that it should be looked at what has moved. */
  isDue(): boolean
  /** Looks whether the list still stands as it did, and reads again where it does not; `atEnd`: all of it. Gives what had been missed. */
  check(atEnd?: boolean): AsyncGenerator<WalkedPage>
}

/** So many pages are looked at together: two more requests for each. */
const pagesTogether = 40
/** No list of contacts has so many pages. */
const furthestPage = 2 ** 18
/** A list that still brings something new after so many readings is never at rest. */
const mostReadings = 5

/**
 * What is deleted while a list is read moves the rest up: the first entry of the next page is then on the one that was read
 * before. What is added before it, or moves to its front (lists that are ordered by activity), can pass by pages that are
 * read ahead. All of it shows at the first page or at the last one of the list. Then the front and the pages since the last
 * look are read again, one by one and backwards, so that further deletions hide nothing, until a reading finds nothing new
 * or the list stands still. What moves from one place in between to another pushes the rest along, so that something is shown
 * twice: where neither end explains that, the whole list is read again once it has come to its end.
 */
export function createSeams(options: { fetch: FetchPage; keyOf: KeyOf; seen: UuidSet; onDoubt: (doubt: ListDoubt) => void }): Seams {
  const { fetch, keyOf, seen } = options
  let front: SeenPage | null = null
  /** The list's last page when it was last looked at; null where the service shows no end. */
  let end: SeenPage | null = null
  let isEndless = false
  let read: SeenPage[] = []
  /** Something was shown twice since the last look, or before it and neither end has explained that. */
  let isMoved = false
  let isUnexplained = false
  /** The same while all of it was read again. */
  let hasMovedAgain = false

  function noted(found: SeenPage | 'nowhere' | null): SeenPage | null {
    isEndless = found === 'nowhere'
    return found === 'nowhere' ? null : found
  }

  async function answerOf(page: number): Promise<{ items: unknown[]; askedAtMs: number }> {
    const answer = await fetch(page, pageSize)
    if (answer.kind === 'items') return answer
    if (answer.kind === 'unusable') throw shapeError('the list of contacts')
    if (!isPastEnd(answer.status)) throw answer.error
    return { items: [], askedAtMs: 0 }
  }
  const keysOf = async (page: number) => (await answerOf(page)).items.map(keyOf)

  /** A page once more. Entries that cannot be read were counted the first time. */
  async function again(page: number): Promise<{ found: WalkedPage; keys: (string | null)[] }> {
    const { items, askedAtMs } = await answerOf(page)
    return { found: { page, ...freshOf(items, keyOf, seen), unreadable: 0, askedAtMs }, keys: items.map(keyOf) }
  }

  /** The pages at the front, up to where they join what was the front before. */
  async function* frontAgain(old: SeenPage, last: SeenPage): AsyncGenerator<WalkedPage> {
    for (let { page } = old; page <= last.page; page += 1) {
      const { found, keys } = await again(page)
      if (page === old.page) front = { page, keys }
      yield found
      if (joins(keys, old.keys)) return
    }
  }

  /** The pages since the last look, and those before them for as long as they bring something new; or all of them. */
  async function* pagesAgain(first: SeenPage, last: SeenPage, isWhole: boolean): AsyncGenerator<WalkedPage> {
    const shown = createUuidSet()
    hasMovedAgain = false
    const from = isWhole ? first.page : (read[0]?.page ?? last.page)
    for (let { page } = last; page >= first.page; page -= 1) {
      const { found, keys } = await again(page)
      if (isWhole) for (const key of keys) hasMovedAgain ||= key !== null && !shown.add(key)
      yield found
      if (page <= from && found.fresh.length === 0) return
    }
  }

  /** Whether neither the first nor the last page has changed, but for what was added behind. Remembers how they are now. */
  async function standsStill(): Promise<boolean> {
    if (front === null) return true
    const place = end ?? read.at(-1) ?? front
    const frontKeys = await keysOf(front.page)
    const endKeys = place.page === front.page ? frontKeys : await keysOf(place.page)
    const isStill = isSameOrder(frontKeys, front.keys) && isSameOrder(endKeys.slice(0, place.keys.length), place.keys)
    if (end !== null) end = endKeys.length > 0 ? { page: end.page, keys: endKeys } : noted(await findEnd(front, keysOf))
    return isStill
  }

  return {
    async begin(first) {
      for (const page of first === null ? [0, 1] : []) {
        const keys = await keysOf(page)
        if (keys.length === 0) continue
        front = { page, keys }
        break
      }
      front ??= first
      end = front && noted(await findEnd(front, keysOf))
    },
    onPage: (page, keys) => void read.push({ page, keys }),
    onRepeat() {
      isMoved = true
    },
    last: () => read.at(-1) ?? null,
    isEndless: () => isEndless,
    isDue: () => read.length >= pagesTogether,

    async *check(atEnd = false) {
      for (let reading = 0; ; reading += 1) {
        const isStill = await standsStill()
        if (reading === 0) isUnexplained ||= isMoved && isStill
        const isWhole = atEnd && isUnexplained
        if (isStill && !isWhole) break
        const last = read.at(-1)
        if (front === null || last === undefined) return
        if (reading === mostReadings) {
          options.onDoubt('moving')
          break
        }
        let found = 0
        for await (const page of both(frontAgain(front, last), pagesAgain(front, last, isWhole))) {
          found += page.fresh.length
          if (page.fresh.length > 0) yield page
        }
        if (found > 0) continue
        if (hasMovedAgain) options.onDoubt('moving')
        break
      }
      read = read.slice(-1)
      isMoved = false
    },
  }
}

/** The list's last page, looked for in steps that double; null where pages that far show what earlier ones did; nowhere where each brings something else. */
async function findEnd(first: SeenPage, keysOf: (page: number) => Promise<(string | null)[]>): Promise<SeenPage | 'nowhere' | null> {
  let last = first
  let behind: number | null = null
  for (let step = 1; behind === null && step <= furthestPage; step *= 2) {
    const page = first.page + step
    const keys = await keysOf(page)
    if (keys.length === 0) behind = page
    else if (isSameOrder(keys, last.keys)) return null
    else last = { page, keys }
  }
  while (behind !== null && behind - last.page > 1) {
    const page: number = Math.floor((last.page + behind) / 2)
    const keys = await keysOf(page)
    if (keys.length === 0) behind = page
    else last = { page, keys }
  }
  return behind === null ? 'nowhere' : last
}

async function* both<T>(one: AsyncGenerator<T>, other: AsyncGenerator<T>): AsyncGenerator<T> {
  yield* one
  yield* other
}

/** Whether two neighbours of before are neighbours here: what lies behind them has not moved to the front. */
function joins(keys: readonly (string | null)[], before: readonly (string | null)[]): boolean {
  const next = new Map(before.map((key, at) => [key, before[at + 1]]))
  return keys.some((key, at) => key !== null && at + 1 < keys.length && next.get(key) === keys[at + 1])
}
