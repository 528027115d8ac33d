import type { SourceRow } from '../../model/files/source-schema.ts'
import type { MergedArea } from './sheet-schema.ts'

/** The cells of a header, with the value of a merged area in each of its columns, also where the area begins in a row above. */
export function withMergedNames(header: SourceRow, rowsAbove: readonly SourceRow[], areas: readonly MergedArea[]): SourceRow {
  const cells = [...header.cells]
  for (const { top, left, bottom, right } of areas) {
    if (top > header.line || bottom < header.line) continue
    const owner = top === header.line ? header : rowsAbove.find(({ line }) => line === top)
    const name = owner?.cells[left] ?? ''
    // A title over the whole table is no name of its columns.
    if (name === '' || (right > left && left === 0 && right >= cells.length - 1)) continue
    for (let column = left; column <= Math.min(right, cells.length - 1); column++) if (cells[column] === '') cells[column] = name
  }
  return { ...header, cells }
}
