import type { FetchRows } from '../../../ui/rows/row-pages.svelte.ts'

/**
 * A filtered list that keeps rows in their places after they were corrected, although they fit its filter no more: who corrects
 * a row wants to go on in it, and to see what became of it. Every other row is listed exactly once, in the engine's order.
 */
export function createKeptRows<Row extends { row: number }>(fetchRows: FetchRows<Row>) {
  /** By their index in the list. */
  const kept = new Map<number, Row>()

  const fetch: FetchRows<Row> = async (offset, limit) => {
    for (;;) {
      const before = [...kept.keys()].filter((index) => index < offset).length
      const answer = await fetchRows(offset - before, limit)
      const numbers = new Set(answer.rows.map(({ row }) => row))
      const isBack = [...kept].filter(([, { row }]) => numbers.has(row))
      // One that fits the filter again comes from the engine, and the others move.
      if (isBack.length > 0) {
        for (const [index] of isBack) kept.delete(index)
        continue
      }
      const rows = [...answer.rows]
      const here = [...kept].filter(([index]) => index >= offset && index < offset + limit).sort(([a], [b]) => a - b)
      for (const [index, row] of here) rows.splice(index - offset, 0, row)
      return { rows: rows.slice(0, limit), total: answer.total + kept.size }
    }
  }

  return {
    fetch,
    /** The row stays at its index, as it is now, until it fits the filter again or the list is another. */
    keep(index: number, row: Row): void {
      for (const [at, { row: number }] of kept) if (number === row.row) kept.delete(at)
      kept.set(index, row)
    },
    clear: (): void => kept.clear(),
  }
}
