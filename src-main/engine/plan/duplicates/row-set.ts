/** A set of rows, in a bit each. */
export interface RowSet {
  add(row: number): void
  remove(row: number): void
  has(row: number): boolean
  /** Ascending. */
  rows(): Generator<number>
}

const pageBytes = 1024
const pageRows = pageBytes * 8
const bitsOfByte = [0, 1, 2, 3, 4, 5, 6, 7]

export function createRowSet(): RowSet {
  const pages: (Uint8Array | undefined)[] = []
  return {
    add(row) {
      const page = (pages[Math.floor(row / pageRows)] ??= new Uint8Array(pageBytes))
      const at = row % pageRows
      page[at >> 3] = (page[at >> 3] ?? 0) | (1 << (at & 7))
    },
    remove(row) {
      const page = pages[Math.floor(row / pageRows)]
      const at = row % pageRows
      if (page !== undefined) page[at >> 3] = (page[at >> 3] ?? 0) & ~(1 << (at & 7))
    },
    has: (row) => (((pages[Math.floor(row / pageRows)]?.[(row % pageRows) >> 3] ?? 0) >> (row % 8)) & 1) === 1,
    *rows() {
      for (const [number, page] of pages.entries()) {
        if (page === undefined) continue
        for (const [byte, bits] of page.entries())
          for (const bit of bitsOfByte) if (((bits >> bit) & 1) === 1) yield number * pageRows + byte * 8 + bit
      }
    },
  }
}
