import { type Failure, failureOf } from '../../app/failure.ts'

const pagesAtMost = 80
const askedAtMost = 2

export type FetchRows<Row> = (offset: number, limit: number) => Promise<{ rows: Row[]; total: number }>

/**
 * Rows of a long list, fetched page by page as they come into sight. Only the pages in sight when a request can be made
 * are asked for, so flying past a hundred thousand rows asks for a handful. Small pages arrive between two frames.
 */
export function createRowPages<Row>(fetchRows: FetchRows<Row>, options: { pageSize?: () => number } = {}) {
  const pages = new Map<number, readonly Row[]>()
  const asked = new Set<number>()
  /** Shown until their successors have come. */
  const stale = new Set<number>()
  let pageSize = options.pageSize?.() ?? 50
  let wanted: number[] = []
  let total = $state<number | null>(null)
  let version = $state(0)
  let failure = $state.raw<Failure | null>(null)
  let generation = 0
  /** Told when nothing that is in sight is stale any more, or cannot be fetched. */
  const whenFresh: (() => void)[] = []

  function want(from: number, to: number): void {
    wanted = []
    for (let page = Math.floor(from / pageSize); page * pageSize < Math.max(to, 1); page += 1) wanted.push(page)
    ask()
  }

  function ask(): void {
    for (const page of wanted) {
      if (asked.size >= askedAtMost) return
      if (isMissing(page) && !asked.has(page)) void load(page)
    }
    if (!wanted.some(isMissing)) tellFresh()
  }

  function isMissing(page: number): boolean {
    return !pages.has(page) || stale.has(page)
  }

  async function load(page: number): Promise<void> {
    const own = generation
    asked.add(page)
    try {
      const answer = await fetchRows(page * pageSize, pageSize)
      if (own !== generation) return
      total = answer.total
      failure = null
      stale.delete(page)
      pages.set(page, answer.rows)
      for (const oldest of pages.keys()) {
        if (pages.size <= pagesAtMost) break
        if (!wanted.includes(oldest)) pages.delete(oldest)
      }
      version += 1
    } catch (error) {
      if (own !== generation) return
      failure = failureOf(error)
      tellFresh()
      return
    } finally {
      if (own === generation) asked.delete(page)
    }
    ask()
  }

  function tellFresh(): void {
    for (const tell of whenFresh.splice(0)) tell()
  }

  function again(): void {
    generation += 1
    asked.clear()
    failure = null
    if (wanted.length === 0) wanted = [0]
    ask()
  }

  return {
    /** Null until the first page has come. */
    get total() {
      return total
    },
    get failure() {
      return failure
    },
    /** Changes whenever other rows may be there than before. */
    get version() {
      return version
    },
    /** Null while it is not there yet. Not reactive: look again when `version` has changed. */
    row(index: number): Row | null {
      return pages.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null
    },
    want,
    /** Another row in the place of one that is there, until the page is fetched again. */
    put(index: number, row: Row): void {
      const page = Math.floor(index / pageSize)
      const rows = pages.get(page)
      if (rows === undefined || index % pageSize >= rows.length) return
      pages.set(page, rows.with(index % pageSize, row))
      version += 1
    },
    /** Everything again from the engine, what is in sight first. For another search or class. */
    reload(): void {
      pages.clear()
      stale.clear()
      pageSize = options.pageSize?.() ?? pageSize
      version += 1
      again()
    },
    /**
     * Everything again from the engine; what is in sight is shown until then. For the same list after a change. Answers once that
     * is as the engine has it, or could not be fetched.
     */
    refresh(): Promise<void> {
      for (const page of pages.keys()) {
        if (wanted.includes(page)) stale.add(page)
        else pages.delete(page)
      }
      const fresh = new Promise<void>((resolve) => whenFresh.push(resolve))
      again()
      return fresh
    },
    /** The place of a row, looked for among those that have come; null where it is not among them. */
    find(isIt: (row: Row) => boolean): number | null {
      for (const [page, rows] of pages) {
        const at = rows.findIndex(isIt)
        if (at >= 0) return page * pageSize + at
      }
      return null
    },
  }
}
export type RowPages<Row> = ReturnType<typeof createRowPages<Row>>
