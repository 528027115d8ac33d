import { basename, dirname } from 'node:path'
import { AppError } from '../../model/errors.ts'
import { type CsvHold, csvLine } from '../../text/csv-text.ts'
import { defuse, defuseAsText, undefuse } from '../../text/defused-cell.ts'
import { isSpreadsheetError } from '../../text/spreadsheet-error.ts'
import { tooLongCell } from '../../text/unknown-cell.ts'
import { createBinaryFile, createOutputFile } from '../../files/output-file.ts'
import { createZipWriter } from '../../files/zip-file.ts'
import { longestCell, mostSheetRows, sheetEnd, sheetRow, sheetStart, workbookParts } from './workbook-text.ts'

/** Rows of texts, header first. Reading the file back gives the same texts. */
export type Rows = AsyncIterable<readonly string[]>

const style = { delimiter: ',', quote: '"' }

/** Writes a workbook if the path ends in `.xlsx`, its sheet named so, else CSV. Throws `usage`, `store.full`, and what `rows` throws. */
export async function writeTable(
  path: string,
  rows: Rows,
  ifExists: 'replace' | 'refuse',
  sheet = 'Contacts',
  hold: CsvHold = 'texts',
): Promise<void> {
  await (/\.xlsx$/i.test(path) ? writeWorkbook(path, rows, ifExists, sheet) : writeCsv(path, rows, ifExists, hold))
}

async function writeCsv(path: string, rows: Rows, ifExists: 'replace' | 'refuse', hold: CsvHold): Promise<void> {
  const file = await createOutputFile(dirname(path))
  try {
    for await (const cells of rows) await file.write(csvLine(cells, style, hold))
    await file.publish(basename(path), ifExists)
  } finally {
    await file.discard()
  }
}

async function writeWorkbook(path: string, rows: Rows, ifExists: 'replace' | 'refuse', sheet: string): Promise<void> {
  const file = await createBinaryFile(dirname(path))
  try {
    const zip = createZipWriter(file)
    for (const [name, text] of workbookParts(sheet)) await zip.add(name, [text])
    await zip.add('xl/worksheets/sheet1.xml', sheetText(rows))
    await zip.finish()
    await file.publish(basename(path), ifExists)
  } finally {
    await file.discard()
  }
}

async function* sheetText(rows: Rows): AsyncGenerator<string> {
  let row = 0
  for await (const cells of rows) {
    row += 1
    if (row > mostSheetRows) throw tooManyRows()
    if (row === 1) yield sheetStart(cells.length)
    yield sheetRow(row, cells.map(workbookCell))
  }
  yield sheetEnd
}

/**
 * Text cells of a workbook never run as formulas. Adds an apostrophe only to texts that would lose theirs when read back, or that
 * would be read as an error such as #N/A.
 */
function workbookCell(text: string): string {
  const cell = isSpreadsheetError(text) ? defuseAsText(text) : undefuse(text) === text ? text : defuse(text)
  return cell.length > longestCell ? tooLongCell : cell
}

function tooManyRows(): AppError {
  return new AppError(
    'usage',
    'There is more to write than a workbook has rows.',
    'Save it as CSV: give the file a name that ends in .csv.',
  )
}
