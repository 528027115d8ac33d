/** Groups of rows that belong together, also by way of third rows. */
export interface RowGroups {
  join(a: number, b: number): void
  has(row: number): boolean
  /** How many rows are in groups. */
  count(): number
  /** The rows of each group, ascending; groups by their first rows. To be called when all rows are known. */
  all(): Generator<Uint32Array>
}

const pageLength = 65_536

/** Takes 4 bytes a row, in the pages that have rows in groups, and 8 more for each of these rows while they are listed. */
export function createRowGroups(): RowGroups {
  /** Towards the group's first row; 0 for a row that is alone. */
  const pages: (Uint32Array | undefined)[] = []
  let count = 0

  const parentOf = (row: number): number => pages[Math.floor(row / pageLength)]?.[row % pageLength] ?? 0
  const setParent = (row: number, parent: number): void => {
    const page = (pages[Math.floor(row / pageLength)] ??= new Uint32Array(pageLength))
    page[row % pageLength] = parent
  }
  /** The group's first row; shortens the way for the next time. */
  const firstOf = (row: number): number => {
    let at = row
    for (let parent = parentOf(at); parent !== 0 && parent !== at; parent = parentOf(at)) {
      const beyond = parentOf(parent)
      if (beyond !== parent) setParent(at, beyond)
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
      // Sorted by first row, then by row: both in one number.
      const shift = 2 ** 26
      const sorted = new Float64Array(count)
      let filled = 0
      for (const [number, page] of pages.entries()) {
        if (page === undefined) continue
        for (let at = 0; at < pageLength; at += 1) {
          if (page[at] === 0) continue
          const row = number * pageLength + at
          sorted[filled] = firstOf(row) * shift + row
          filled += 1
        }
      }
      sorted.sort()
      for (let from = 0; from < count; ) {
        const first = Math.floor((sorted[from] ?? 0) / shift)
        let to = from + 1
        while (to < count && Math.floor((sorted[to] ?? 0) / shift) === first) to += 1
        yield Uint32Array.from(sorted.subarray(from, to), (both) => both % shift)
        from = to
      }
    },
  }
}
