import type { ReadOptions, ReadRows, RowBatch, RowPlace } from './row-source.ts'
import type { Dialect, SourceRow } from '../../model/files/source-schema.ts'

/**
 * Where some of a file's rows begin, so that rows far into a large file are read at once. It grows with what is read, by a
 * place every few thousand rows; formats that tell no places are read from their beginning.
 */
export interface RowIndex {
  /** `readRows` of this file, remembering places. */
  read(options?: ReadOptions): AsyncGenerator<RowBatch>
  /** The rows on these lines (ascending), by line; those that the file has not are left out. */
  readLines(lines: readonly number[], options?: { signal?: AbortSignal }): Promise<Map<number, SourceRow>>
}

interface KnownPlace extends RowPlace {
  /** The line of the first row at the place, as the person knows it: of a workbook, the row of its sheet. */
  rowLine: number
}

export function createRowIndex(readRows: ReadRows, path: string, dialect: Dialect): RowIndex {
  const places: KnownPlace[] = []

  const remember = ({ rows, start }: RowBatch): void => {
    const rowLine = rows[0]?.line
    if (start === undefined || rowLine === undefined) return
    const at = placeBefore(rowLine)
    if (places[at]?.rowLine !== rowLine) places.splice(at + 1, 0, { ...start, rowLine })
  }
  /** The last place whose rows begin at or before a line; -1 for the beginning of the file. */
  const placeBefore = (line: number): number => {
    let [low, high] = [-1, places.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((places[middle]?.rowLine ?? 0) <= line) low = middle
      else high = middle - 1
    }
    return low
  }
  const startBefore = (line: number): RowPlace | undefined => {
    const place = places[placeBefore(line)]
    return place === undefined ? undefined : { byte: place.byte, line: place.line }
  }

  async function* read(options: ReadOptions = {}): AsyncGenerator<RowBatch> {
    for await (const batch of readRows(path, dialect, options)) {
      remember(batch)
      yield batch
    }
  }

  /** Reads on until the wanted lines are found, or until a known place saves reading rows that nobody wants. */
  const readSome = async (
    lines: readonly number[],
    first: number,
    found: Map<number, SourceRow>,
    signal?: AbortSignal,
  ): Promise<number> => {
    let next = first
    const from = startBefore(lines[next] ?? 0)
    for await (const { rows } of read({ ...(signal && { signal }), ...(from && { from }) })) {
      for (const row of rows) {
        while (next < lines.length && (lines[next] ?? 0) < row.line) next += 1
        if (next === lines.length) return next
        if (lines[next] === row.line) {
          found.set(row.line, row)
          next += 1
        }
      }
      if (next === lines.length) return next
      const reached = rows.at(-1)?.line ?? 0
      if ((places[placeBefore(lines[next] ?? 0)]?.rowLine ?? 0) > reached + 1) return next
    }
    return lines.length
  }

  return {
    read,
    async readLines(lines, { signal } = {}) {
      const found = new Map<number, SourceRow>()
      for (let next = 0; next < lines.length;) next = await readSome(lines, next, found, signal)
      return found
    },
  }
}
