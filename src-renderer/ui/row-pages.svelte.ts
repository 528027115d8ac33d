import { SvelteMap } from 'svelte/reactivity'
import { type Failure, failureOf } from '../failure.ts'

const pageSize = 100
const pagesAtMost = 80
const askedAtMost = 2

export type FetchRows<Row> = (offset: number, limit: number) => Promise<{ rows: Row[]; total: number }>

/**
 * Rows of a long list, fetched page by page as they come into sight. Only the pages in sight when a request can be made
 * are asked for, so flying past a hundred thousand rows asks for a handful.
 */
export function createRowPages<Row>(fetchRows: FetchRows<Row>) {
  const pages = new SvelteMap<number, Row[]>()
  const asked = new Set<number>()
  let wanted: number[] = []
  let total = $state<number | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let generation = 0

  function want(from: number, to: number): void {
    wanted = []
    for (let page = Math.floor(from / pageSize); page * pageSize < Math.max(to, 1); page += 1) wanted.push(page)
    ask()
  }

  function ask(): void {
    for (const page of wanted) {
      if (asked.size >= askedAtMost) return
      if (!pages.has(page) && !asked.has(page)) void load(page)
    }
  }

  async function load(page: number): Promise<void> {
    const own = generation
    asked.add(page)
    try {
      const answer = await fetchRows(page * pageSize, pageSize)
      if (own !== generation) return
      total = answer.total
      failure = null
      pages.set(page, answer.rows)
      for (const oldest of pages.keys()) {
        if (pages.size <= pagesAtMost) break
        if (!wanted.includes(oldest)) pages.delete(oldest)
      }
    } catch (error) {
      if (own === generation) failure = failureOf(error)
      return
    } finally {
      if (own === generation) asked.delete(page)
    }
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
    /** Null while it is not there yet. */
    row(index: number): Row | null {
      return pages.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null
    },
    want,
    /** Everything again from the engine, what is in sight first. */
    reload(): void {
      generation += 1
      asked.clear()
      pages.clear()
      failure = null
      if (wanted.length === 0) wanted = [0]
      ask()
    },
  }
}
export type RowPages<Row> = ReturnType<typeof createRowPages<Row>>
