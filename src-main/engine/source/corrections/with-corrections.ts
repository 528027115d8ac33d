import type { ReadRows } from '../table/row-source.ts'
import type { RowEditor } from './row-editor.ts'

/** Reads rows as they were corrected. Without corrections it is `readRows` itself. */
export function withEdits(readRows: ReadRows, editor: RowEditor | null): ReadRows {
  if (editor === null) return readRows
  return async function* (path, dialect, options) {
    for await (const { rows, ...batch } of readRows(path, dialect, options)) {
      yield { ...batch, rows: rows.map((row) => editor.edit(row)) }
    }
  }
}
