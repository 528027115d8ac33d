/** Groups of rows that belong together, also by way of third rows. */
export interface RowGroups {
  join(a: number, b: number): void
  has(row: number): boolean
  /** How many rows are in groups. */
  count(): number
  /**
   * The rows of each group, ascending; groups by their first rows. To be called when all rows are known. Null now and then
   * while they are looked for, so that others can work.
   */
  all(): Generator<Uint32Array | null>
}

const pageLength = 8192

/** A number for each row, 0 at first: 4 bytes a row, in the pages that have rows with one. */
function createRowNumbers() {
  const pages: (Uint32Array | undefined)[] = []
  return {
    pages,
    get: (row: number): number => pages[Math.floor(row / pageLength)]?.[row % pageLength] ?? 0,
    set(row: number, number: number): void {
      const page = (pages[Math.floor(row / pageLength)] ??= new Uint32Array(pageLength))
      page[row % pageLength] = number
    },
  }
}

/** Takes 4 bytes a row, in the pages that have rows in groups, and 8 more while these are listed. */
export function createRowGroups(): RowGroups {
  /** Towards the group's first row; 0 for a row that is alone. */
  const { pages, get: parentOf, set: setParent } = createRowNumbers()
  let count = 0

  /** The group's first row; shortens the way for the next time. */
  const firstOf = (row: number): number => {
    let at = row
    for (let parent = parentOf(at); parent !== 0 && parent !== at; parent = parentOf(at)) {
      setParent(at, parentOf(parent))
      at = parent
    }
    return at
  }
  const add = (row: number): void => {
    if (parentOf(row) !== 0) return
    setParent(row, row)
    count += 1
  }

  return {
    join(a, b) {
      if (a === b) return
      add(a)
      add(b)
      const firsts = [firstOf(a), firstOf(b)]
      const [first, second] = [Math.min(...firsts), Math.max(...firsts)]
      if (first !== second) setParent(second, first)
    },
    has: (row) => parentOf(row) !== 0,
    count: () => count,
    *all() {
      const next = createRowNumbers()
      const last = createRowNumbers()
      for (const [number, page] of pages.entries()) {
        for (let at = 0; page !== undefined && at < pageLength; at += 1) {
          if (page[at] === 0) continue
          const row = number * pageLength + at
          const first = firstOf(row)
          if (first !== row) next.set(last.get(first) || first, row)
          last.set(first, row)
        }
        yield null
      }
      for (const [number, page] of pages.entries()) {
        for (const [at, first] of page?.entries() ?? []) {
          if (first === 0 || first !== number * pageLength + at) continue
          const rows: number[] = []
          for (let row = first; row !== 0; row = next.get(row)) rows.push(row)
          yield Uint32Array.from(rows)
        }
        yield null
      }
    },
  }
}
