import type { ReadOptions, ReadRows, RowBatch, RowPlace } from './row-source.ts'
import type { Dialect, SourceRow } from '../../model/files/source-schema.ts'

/**
 * Remembers where some of a file's rows begin, so that rows deep in a large file are found quickly. Adds a place every few thousand
 * rows as the file is read; formats without known places are read from the beginning.
 */
export interface RowIndex {
  /** `readRows` of this file, remembering places. */
  read(options?: ReadOptions): AsyncGenerator<RowBatch>
  /** The rows on these lines (ascending), by line; omits lines that the file does not have. */
  readLines(lines: readonly number[], options?: { signal?: AbortSignal }): Promise<Map<number, SourceRow>>
  /** Takes over a place that another reading of the file has told. */
  remember(place: KnownPlace): void
}

export interface KnownPlace extends RowPlace {
  /** The line of the first row at the place, as the person knows it: of a workbook, the row of its sheet. */
  rowLine: number
}

export function createRowIndex(readRows: ReadRows, path: string, dialect: Dialect): RowIndex {
  const places: KnownPlace[] = []

  const remember = (place: KnownPlace): void => {
    const at = placeBefore(place.rowLine)
    if (places[at]?.rowLine !== place.rowLine) places.splice(at + 1, 0, place)
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
      const place = placeOf(batch)
      if (place !== null) remember(place)
      yield batch
    }
  }

  /** Reads on until the wanted lines are found, or until a known place allows skipping unwanted rows. */
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
    remember,
    async readLines(lines, { signal } = {}) {
      const found = new Map<number, SourceRow>()
      for (let next = 0; next < lines.length;) next = await readSome(lines, next, found, signal)
      return found
    },
  }
}

/** Where the batch begins, if it tells that. */
export function placeOf({ rows, start }: RowBatch): KnownPlace | null {
  const rowLine = rows[0]?.line
  return start === undefined || rowLine === undefined ? null : { ...start, rowLine }
}
