import type { ReadRows, RowPlace } from './row-source.ts'
import type { Dialect, SourceRow } from '../../model/files/source-schema.ts'

/** Some consecutive rows. `number`: of the first of them among the rows of the file, from 1. */
export interface NumberedRows {
  number: number
  rows: SourceRow[]
  /** Bytes of the file consumed so far, for progress. */
  bytesRead: number
}

/** Reads a file starting at any row, by its number or line, without rereading what comes before. */
export interface NumberedReader {
  from(row: { number: number } | { line: number }, options?: { signal?: AbortSignal }): AsyncGenerator<NumberedRows>
}

interface KnownPlace extends RowPlace {
  number: number
  /** The line of the row that begins there. */
  rowLine: number
}

/** Formats without known places are read from the beginning each time. */
export function createNumberedReader(readRows: ReadRows, path: string, dialect: Dialect): NumberedReader {
  const places: KnownPlace[] = []

  return {
    async *from(wanted, { signal } = {}) {
      const isBefore = (place: { number: number; rowLine: number }) =>
        'number' in wanted ? place.number <= wanted.number : place.rowLine <= wanted.line
      const place = places.findLast(isBefore)
      let number = place?.number ?? 1
      for await (const { rows, start, bytesRead } of readRows(path, dialect, {
        ...(signal && { signal }),
        ...(place && { from: { byte: place.byte, line: place.line } }),
      })) {
        const [first] = rows
        if (first === undefined) continue
        if (start !== undefined && number > (places.at(-1)?.number ?? 0)) places.push({ ...start, number, rowLine: first.line })
        const skipped = 'number' in wanted ? Math.max(0, wanted.number - number) : firstFrom(rows, wanted.line)
        if (skipped < rows.length) yield { number: number + skipped, rows: skipped === 0 ? rows : rows.slice(skipped), bytesRead }
        number += rows.length
      }
    },
  }
}

/** Position of the first row on or below a line; the number of rows where there is none. */
function firstFrom(rows: readonly SourceRow[], line: number): number {
  const at = rows.findIndex((row) => row.line >= line)
  return at === -1 ? rows.length : at
}
