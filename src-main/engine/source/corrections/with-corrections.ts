import type { ReadRows } from '../table/row-source.ts'
import type { RowCorrector } from './row-corrector.ts'

/** Reads rows as they were corrected. Without corrections it is `readRows` itself. */
export function withCorrections(readRows: ReadRows, corrector: RowCorrector | null): ReadRows {
  if (corrector === null) return readRows
  return async function* (path, dialect, options) {
    for await (const { rows, ...batch } of readRows(path, dialect, options)) {
      yield { ...batch, rows: rows.map((row) => corrector.correct(row)) }
    }
  }
}
