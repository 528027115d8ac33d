import type { AppError } from '../../model/errors.ts'
import type { ResumePoint } from './resumed-walk.ts'
import { createReadAhead, type ReadAheadPace } from './read-ahead.ts'
import { shapeError } from '../answers/shape-error.ts'
import { createUuidSet, type UuidSet } from './uuid-set.ts'

/** The largest page that the service gives (section Limits). */
export const pageSize = 50
/** Lengths at which a page that never changes may be cut: the service's maximum and its default (section Limits). */
const cutLengths: ReadonlySet<number> = new Set([30, pageSize])

/** One page as it was answered: its entries and when they were asked for (wall clock), or why there are none to be had. */
export type PageAnswer =
  { kind: 'items'; items: unknown[]; askedAtMs: number } | { kind: 'refused'; status: number; error: AppError } | { kind: 'unusable' }

/** The first page cannot be read at all: another way may be open. */
export class UnusableList extends Error {
  readonly refusal: AppError | null
  constructor(refusal: AppError | null) {
    super('The list cannot be used.')
    this.refusal = refusal
  }
}

export interface PageWalk {
  fetch: (page: number, pageSize: number, signal: AbortSignal) => Promise<PageAnswer>
  /** What an entry is recognised by; null when it cannot be read. */
  keyOf: (item: unknown) => string | null
  pace: Pick<ReadAheadPace, 'width' | 'onPage'>
  /** Where to resume an earlier walk. */
  resumeAt?: ResumePoint
  signal?: AbortSignal
}

export interface WalkedPage {
  /** Its number in the list; below 0 for what has come before the list's beginning since an earlier walk. */
  page: number
  fresh: unknown[]
  /** What they are recognised by. */
  keys: string[]
  unreadable: number
  askedAtMs: number
}

/** Pages are read ahead once so many have brought something: by then the service's way of numbering has shown. */
const steadyPages = 2
/** A list that shifts by more pages than this while it is read counts as endless. */
const mostKnownPages = 100

/**
 * All entries of a paged list, those of each page that were not on an earlier one. Starts at page 0 and copes with services
 * that count from 1, that ignore the page, and that repeat the last page. A short page ends nothing, since services also
 * leave out hidden entries, nor does one of which all was seen further ahead, since the list may have grown: the end is an
 * empty page or the page before it once more. Throws UnusableList when there is no first page, and `service.shape` when it
 * cannot be told whether all was read. Pages are asked for ahead, as many as `pace` allows, and read in their order;
 * `fetch` is aborted for those that are not needed any more.
 */
export async function* walkPages(options: PageWalk): AsyncGenerator<WalkedPage> {
  const over = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal
  try {
    yield* walk(options, (page, size) => options.fetch(page, size, signal))
  } finally {
    over.abort()
  }
}

async function* walk({ keyOf, pace, resumeAt }: PageWalk, fetch: Fetch): AsyncGenerator<WalkedPage> {
  const seen = resumeAt?.seen ?? createUuidSet()
  // A walk is resumed only where the numbering of pages is known.
  let filledPages = resumeAt === undefined ? 0 : steadyPages
  let knownPages = 0
  let before: ReadonlySet<string | null> = new Set()
  let firstKey: string | null = null
  let firstLength = 0
  let isFirstRepeated = false
  let refusalOfPage0: AppError | null = null

  const width = () => (filledPages < steadyPages ? 1 : pace.width())
  const nextPage = createReadAhead((page) => fetch(page, pageSize), width)

  for (let page = 0; resumeAt !== undefined && page < resumeAt.front; page += 1) {
    const answer = await fetch(page, pageSize)
    if (answer.kind !== 'items') throw answer.kind === 'refused' ? answer.error : shapeError('the list of contacts')
    yield { page: resumeAt.frontAs + page, ...freshOf(answer.items, keyOf, seen), askedAtMs: answer.askedAtMs }
  }
  for (let page = resumeAt?.page ?? 0; ; page += 1) {
    const answer = await nextPage(page)
    pace.onPage()
    if (answer.kind === 'refused' && page === 0) {
      // A service that counts from 1 may refuse page 0.
      refusalOfPage0 = answer.error
      continue
    }
    if (answer.kind !== 'items') {
      if (filledPages === 0 && (page === 0 || refusalOfPage0 !== null)) throw new UnusableList(refusalOfPage0)
      if (answer.kind === 'refused' && isPastEnd(answer.status)) return
      throw answer.kind === 'refused' ? answer.error : shapeError('the list of contacts')
    }
    const { items } = answer
    if (items.length === 0) {
      // Page 0 of a service that counts from 1 may be empty.
      if (page === 0) continue
      return
    }
    const { fresh, keys, unreadable } = freshOf(items, keyOf, seen)
    const isRepeated = items.every((item) => before.has(keyOf(item)))
    before = new Set(items.map(keyOf))
    if (unreadable === items.length) throw filledPages === 0 ? new UnusableList(null) : shapeError('the list of contacts')
    if (fresh.length > 0) {
      filledPages += 1
      if (filledPages === 1) {
        firstLength = items.length
        firstKey = keyOf(fresh[0])
      }
      knownPages = 0
      yield { page, fresh, keys, unreadable, askedAtMs: answer.askedAtMs }
    } else if (filledPages > 1) {
      if (isRepeated) return
      knownPages += 1
      if (knownPages > mostKnownPages) throw endless()
    } else if (!isFirstRepeated) {
      // Counting from 1, page 1 is page 0 once more.
      isFirstRepeated = true
    } else {
      if (cutLengths.has(firstLength) && !(await canPage(fetch, keyOf, firstLength, firstKey))) throw endless()
      return
    }
  }
}

type Fetch = (page: number, pageSize: number) => Promise<PageAnswer>

function freshOf(items: unknown[], keyOf: PageWalk['keyOf'], seen: UuidSet): Pick<WalkedPage, 'fresh' | 'keys' | 'unreadable'> {
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

/** Whether half pages begin elsewhere: then the service pages, and the one full page was all there is. */
async function canPage(fetch: Fetch, keyOf: PageWalk['keyOf'], firstLength: number, firstKey: string | null): Promise<boolean> {
  for (const page of [1, 2]) {
    const answer = await fetch(page, Math.floor(firstLength / 2))
    const key = answer.kind === 'items' && answer.items.length > 0 ? keyOf(answer.items[0]) : null
    if (key !== null && key !== firstKey) return true
  }
  return false
}

function isPastEnd(status: number): boolean {
  return status === 404 || status === 416
}

function endless(): AppError {
  return shapeError(
    'the list of contacts',
    'The service shows the same page again and again, so it cannot be told whether these are all contacts. Go on without a complete list: contacts are then looked up one by one.',
  )
}
