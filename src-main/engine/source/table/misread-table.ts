import type { FileNotice, Inspection, SourceRow } from '../../model/files/source-schema.ts'
import { isMisread, readAgain, readFirstAgain } from '../../text/repair/read-again.ts'
import { columnNames } from './column-names.ts'

/**
 * What was found in a file, with its letters as they were meant where a program that saved it had read UTF-8 as Windows-1252: then its
 * first column name begins with the misread mark of the encoding. The dialect says so, for the rows.
 */
export function withMisreadLetters(inspection: Inspection): Inspection {
  const first = inspection.columns[0]?.header
  if (typeof first !== 'string' || !isMisread(first)) return inspection
  const headers = inspection.columns.map(({ header }, at) => (at === 0 ? readFirstAgain : readAgain)(header ?? ''))
  const names = columnNames(headers)
  return {
    ...inspection,
    dialect: { ...inspection.dialect, misread: 'windows-1252' },
    columns: inspection.columns.map((column, at) => ({
      ...column,
      name: names[at] ?? column.name,
      header: headers[at] ?? column.header,
      samples: column.samples.map(readAgain),
    })),
    rows: inspection.rows.map(rowReadAgain),
    notices: [...inspection.notices.filter(({ code }) => code !== 'file.encoding_guessed'), misreadNotice],
  }
}

/** A row of such a file with its letters as they were meant. */
export function rowReadAgain(row: SourceRow): SourceRow {
  return { ...row, cells: row.cells.map(readAgain) }
}

const misreadNotice: FileNotice = {
  code: 'file.misread',
  line: null,
  message: 'The program that saved this file had read its letters wrongly (Ã¼ for ü). They are read as they were meant.',
  hint: 'Check that names look right. To avoid it, choose Unicode (UTF-8) when you open a CSV file in that program.',
}
