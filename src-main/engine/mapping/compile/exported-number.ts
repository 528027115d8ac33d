import type { SourceRow } from '../../model/files/source-schema.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { readCell } from '../../text/cell-text.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import { isUnknownCell } from '../../text/unknown-cell.ts'
import type { MatchColumn } from './match-step.ts'

/** Notes what an exported file says of its contact's number; nothing where the row is too short, or the number was not known. */
export function createExportedNumber(columns: readonly MatchColumn[], country: string): ((row: SourceRow, out: MappedRow) => void) | null {
  const [column] = columns
  if (column === undefined) return null
  const read = createPhoneReader(country)
  return (row, out) => {
    const cell = row.cells[column.index]
    if (cell === undefined || isUnknownCell(readCell(cell))) return
    out.exportedNumber = { column: column.name, text: readCell(cell), phone: read(cell).phone }
  }
}
