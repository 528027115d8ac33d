import { createHash } from 'node:crypto'
import type { AppError } from '../../model/errors.ts'
import type { ListDoubt } from '../../model/contacts/list-doubt.ts'
import type { ResumePoint } from './resumed-walk.ts'
import { createReadAhead, type ReadAheadPace } from './read-ahead.ts'
import { shapeError } from '../answers/shape-error.ts'
import { confirmEnd } from './list-end.ts'
import {
  type FetchPage,
  type FirstPage,
  freshOf,
  isPastEnd,
  isSameOrder,
  type KeyOf,
  type PageAnswer,
  pageSize,
  type WalkedPage,
} from './list-page.ts'
import { createSeams } from './seams.ts'
import { createUuidSet } from './uuid-set.ts'

/** Lengths at which a page that never changes may be cut: the service's maximum and its default (section Limits). */
const cutLengths: ReadonlySet<number> = new Set([30, pageSize])

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
  keyOf: KeyOf
  /** What an entry shows beside its key, for lists that give new keys to the same entries; null where it shows nothing. */
  faceOf?: (item: unknown) => string | null
  pace: Pick<ReadAheadPace, 'width' | 'onPage'>
  /** Where to resume an earlier walk. */
  resumeAt?: ResumePoint | undefined
  signal?: AbortSignal | undefined
  /** Told why there may be entries that were not read, though the list came to an end. */
  onDoubt?: ((doubt: ListDoubt) => void) | undefined
}

/** Pages are read ahead once so many have brought something: by then the service's way of numbering has shown. */
const steadyPages = 2
/** A list that shifts by more pages than this while it is read counts as endless. */
const mostKnownPages = 100
/** Ten million entries: no list of contacts is longer. */
const mostPages = 200_000
/** So many pages are read of a list that shows no end however far one looks: fifty thousand contacts. */
const mostEndlessPages = 1_000
/** So many pages one after the other that show what earlier ones showed, under new keys, are no further entries. */
const mostFamiliarPages = 3

/**
 * All entries of a paged list, those of each page that were not on an earlier one. Starts at page 0 and copes with services
 * that count from 1, that ignore the page, and that repeat the last page. A short page ends nothing, since services also
 * leave out hidden entries, nor does one of which all was seen further ahead, since the list may have grown: the end is an
 * empty page, the page before it once more or the list from its beginning, seen twice. What moves while the list is read is
 * looked for at the seams (`createSeams`); where it cannot be told whether something was missed, `onDoubt` says why. Throws
 * UnusableList when there is no first page, and `service.shape` when the same pages come without end; of a list that shows no end
 * however far one looks, a thousand pages are read. Pages are asked for ahead, as many
 * as `pace` allows, and read in their order; `fetch` is aborted for those that are not needed any more.
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

async function* walk(options: PageWalk, fetch: FetchPage): AsyncGenerator<WalkedPage> {
  const { keyOf, pace, resumeAt, onDoubt = () => {} } = options
  const seen = resumeAt?.seen ?? createUuidSet()
  const seams = createSeams({ fetch, keyOf, seen, onDoubt })
  // A walk is resumed only where the numbering of pages is known.
  let filledPages = resumeAt === undefined ? 0 : steadyPages
  let knownPages = 0
  const faces = createPageFaces(options.faceOf)
  let before: ReadonlySet<string | null> = new Set()
  let first: FirstPage = { page: 0, length: 0, keys: [] }
  let isFirstRepeated = false
  let refusalOfPage0: AppError | null = null

  const width = () => (filledPages < steadyPages ? 1 : pace.width())
  const readAhead = () => createReadAhead((page) => fetch(page, pageSize), width)
  let nextPage = readAhead()

  if (resumeAt !== undefined) {
    yield* frontPages(resumeAt, fetch, keyOf)
    await seams.begin(null)
  }
  for (let page = resumeAt?.page ?? 0; page < mostPages; page += 1) {
    let answer = await nextPage(page)
    pace.onPage()
    if (answer.kind === 'refused' && page === 0) {
      // A service that counts from 1 may refuse page 0.
      refusalOfPage0 = answer.error
      continue
    }
    if (answer.kind !== 'items' && filledPages === 0 && (page === 0 || refusalOfPage0 !== null)) throw new UnusableList(refusalOfPage0)
    // Page 0 of a service that counts from 1 may be empty.
    if (answer.kind === 'items' && answer.items.length === 0 && page === 0) continue
    if (isLikeAnEnd(answer, keyOf, filledPages > 1 ? before : null, first)) {
      const end = await confirmEnd({ fetch, keyOf, seen, first, page, last: seams.last(), answer })
      if (end.kind === 'gap') {
        onDoubt('gap')
        continue
      }
      if (end.kind === 'end') {
        if (end.doubt !== null) onDoubt(end.doubt)
        for await (const found of seams.check(true)) yield found
        return
      }
      answer = end.answer
    }
    const { items, askedAtMs } = shownPage(answer)
    const pageKeys = items.map(keyOf)
    const { fresh, keys, unreadable } = freshOf(items, keyOf, seen)
    // An earlier walk that is resumed has shown more than the page before.
    const isRepeat =
      resumeAt === undefined ? fresh.length + unreadable < items.length : pageKeys.some((key) => key !== null && before.has(key))
    if (isRepeat && filledPages > 0 && (filledPages > 1 || fresh.length > 0)) seams.onRepeat()
    before = new Set(pageKeys)
    if (unreadable === items.length) throw filledPages === 0 ? new UnusableList(null) : shapeError('the list of contacts')
    if (fresh.length > 0) {
      filledPages += 1
      if (filledPages === 1) {
        first = { page, length: items.length, keys: pageKeys }
        await seams.begin(first)
      }
      knownPages = 0
      if (faces.areFamiliar(items)) throw endless()
      seams.onPage(page, pageKeys)
      yield { page, fresh, keys, unreadable, askedAtMs }
      if (seams.isEndless() && filledPages >= mostEndlessPages) {
        onDoubt('endless')
        return
      }
      if (!seams.isDue()) continue
      let hasShifted = false
      for await (const found of seams.check()) {
        hasShifted = true
        yield found
      }
      // What was asked for ahead may show the list as it was before.
      if (hasShifted) nextPage = readAhead()
    } else if (filledPages > 1) {
      knownPages += 1
      if (knownPages > mostKnownPages) throw endless()
    } else if (!isFirstRepeated) {
      // Counting from 1, page 1 is page 0 once more.
      isFirstRepeated = true
    } else {
      if (cutLengths.has(first.length) && !(await canPage(fetch, keyOf, first))) throw endless()
      return
    }
  }
  throw endless()
}

/** What came to the front of the list since an earlier walk, which this one resumes. */
async function* frontPages(resumeAt: ResumePoint, fetch: FetchPage, keyOf: KeyOf): AsyncGenerator<WalkedPage> {
  for (let page = 0; page < resumeAt.front; page += 1) {
    const { items, askedAtMs } = shownPage(await fetch(page, pageSize))
    yield { page: resumeAt.frontAs + page, ...freshOf(items, keyOf, resumeAt.seen), askedAtMs }
  }
}

function shownPage(answer: PageAnswer): Extract<PageAnswer, { kind: 'items' }> {
  if (answer.kind === 'items') return answer
  throw answer.kind === 'refused' ? answer.error : shapeError('the list of contacts')
}

/** An empty page, one behind the end, the page before once more, or the list from its beginning. */
function isLikeAnEnd(answer: PageAnswer, keyOf: KeyOf, before: ReadonlySet<string | null> | null, first: FirstPage): boolean {
  if (answer.kind === 'refused') return isPastEnd(answer.status)
  if (answer.kind === 'unusable') return false
  if (before === null) return answer.items.length === 0
  return answer.items.every((item) => before.has(keyOf(item))) || isSameOrder(answer.items.map(keyOf), first.keys)
}

/** Remembers what pages show beside their keys. */
function createPageFaces(faceOf: PageWalk['faceOf']) {
  const known = new Set<string>()
  let familiarPages = 0
  return {
    /** Whether this page and those right before it show what earlier ones did: so many that they are no further entries. */
    areFamiliar(items: readonly unknown[]): boolean {
      const face = faceOfPage(items, faceOf)
      familiarPages = face !== null && known.has(face) ? familiarPages + 1 : 0
      if (face !== null) known.add(face)
      return familiarPages >= mostFamiliarPages
    },
  }
}

/** What a page shows beside its keys, shortened; null where that is not told or is nothing. */
function faceOfPage(items: readonly unknown[], faceOf: PageWalk['faceOf']): string | null {
  const faces = faceOf === undefined ? [] : items.map(faceOf)
  return faces.every((face) => face === null) ? null : createHash('sha1').update(JSON.stringify(faces)).digest('base64')
}

/** Whether half pages begin elsewhere: then the service pages, and the one full page was all there is. */
async function canPage(fetch: FetchPage, keyOf: KeyOf, first: FirstPage): Promise<boolean> {
  for (const page of [1, 2]) {
    const answer = await fetch(page, Math.floor(first.length / 2))
    const key = answer.kind === 'items' ? keyOf(answer.items[0]) : null
    if (key !== null && key !== first.keys[0]) return true
  }
  return false
}

function endless(): AppError {
  return shapeError(
    'the list of contacts',
    'The service shows the same page again and again, so it cannot be told whether these are all contacts. Go on without a complete list: contacts are then looked up one by one.',
  )
}
