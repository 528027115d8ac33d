import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { type KnownPlace, placeOf } from '../../source/table/row-index.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import { mapSourceRow, type RowMapping } from '../row/map-source-row.ts'

/** Rows that are handled without letting other work in between, and that wait in memory together, are so many at most. */
export const sliceRows = 500

/** All rows of a file, mapped, some at a time; of some it is known where in the file they begin. */
export async function* slicesOf(
  batches: ReturnType<ReadRows>,
  mapping: RowMapping,
): AsyncGenerator<{ rows: MappedRow[]; bytesRead: number; place: KnownPlace | null }> {
  for await (const batch of batches) {
    const { rows, bytesRead } = batch
    for (let from = 0; from < rows.length; from += sliceRows) {
      const slice = rows.slice(from, from + sliceRows).map((row) => mapSourceRow(row, mapping))
      yield { rows: slice, bytesRead, place: from === 0 ? placeOf(batch) : null }
    }
  }
}

/** The rows that are wanted, by their numbers, some at a time. */
export async function* wantedRows(
  batches: ReturnType<ReadRows>,
  wants: (row: number) => boolean,
  mapping: RowMapping,
): AsyncGenerator<{ row: number; mapped: MappedRow }[]> {
  let read = 0
  for await (const { rows } of batches) {
    for (let from = 0; from < rows.length; from += sliceRows) {
      const before = read + from + 1
      yield rows
        .slice(from, from + sliceRows)
        .flatMap((source, at) => (wants(before + at) ? [{ row: before + at, mapped: mapSourceRow(source, mapping) }] : []))
    }
    read += rows.length
  }
}
