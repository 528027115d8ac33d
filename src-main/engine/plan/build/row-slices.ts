import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import { mapSourceRow, type RowMapping } from '../row/map-source-row.ts'

/** Rows that are handled without letting other work in between, and that wait in memory together. */
const sliceRows = 300

/** All rows of a file, mapped, some at a time. */
export async function* slicesOf(
  batches: ReturnType<ReadRows>,
  mapping: RowMapping,
): AsyncGenerator<{ rows: MappedRow[]; bytesRead: number }> {
  for await (const { rows, bytesRead } of batches) {
    for (let from = 0; from < rows.length; from += sliceRows) {
      yield { rows: rows.slice(from, from + sliceRows).map((row) => mapSourceRow(row, mapping)), bytesRead }
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
