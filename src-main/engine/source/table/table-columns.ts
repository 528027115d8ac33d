import { AppError } from '../../model/errors.ts'
import { columnNames } from './column-names.ts'
import { usualWidth } from '../csv/detect-dialect.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'

export const mostColumns = 5_000
const mostSamples = 8

/** The columns of a table, by its header if it has one, else as many as its rows have. Throws `file.unreadable` for more than 5,000. */
export function columnsOf(header: SourceRow | null, rows: SourceRow[]): SourceColumn[] {
  const width = header?.cells.length ?? usualWidth(rows.map((row) => row.cells)).width
  if (width > mostColumns) {
    throw new AppError(
      'file.unreadable',
      `The first row has ${width} columns; Rollcall reads at most ${mostColumns}.`,
      'Check the separator and the line with the column names, or leave out columns that are not needed.',
    )
  }
  const cells = header?.cells ?? Array.from({ length: width }, () => '')
  return columnNames(cells).map((name, index) => ({
    index,
    name,
    header: header ? (header.cells[index] ?? '') : null,
    samples: samplesOf(rows, index),
  }))
}

function samplesOf(rows: SourceRow[], index: number): string[] {
  const samples = new Set<string>()
  for (const row of rows) {
    const value = row.cells[index]?.trim() ?? ''
    if (value !== '') samples.add(value.slice(0, 200))
    if (samples.size >= mostSamples) break
  }
  return [...samples]
}
