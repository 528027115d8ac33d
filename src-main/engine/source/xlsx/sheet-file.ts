import { createHash } from 'node:crypto'
import { rename, stat, writeFile } from 'node:fs/promises'
import { cleanUp, patiently, readPatiently, removePatiently } from '../../files/patient-files.ts'
import { derivedFile } from '../open/derived-file.ts'
import { partPathOf } from '../open/part-path.ts'
import { countingBytes, type PreparingOptions } from '../open/preparing-progress.ts'
import { readTextRecords } from '../csv/read-text.ts'
import type { ReadOptions, RowPlace } from '../table/row-source.ts'
import type { Dialect, RowMark, SourceRow } from '../../model/files/source-schema.ts'
import { readCellStyles } from './cells/cell-styles.ts'
import { damagedWorkbook } from './damaged-workbook.ts'
import { dayText } from './day-columns.ts'
import { readSheet, type SheetRow } from './read-sheet.ts'
import { readSharedStrings } from './shared-strings.ts'
import { sheetFactsSchema, type SheetFacts } from './sheet-schema.ts'
import { createTextWriter } from './text-writer.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'
import type { ZipParts } from './zip-parts.ts'

/** To be counted up when rows are written differently: files of before are then made anew. */
const version = 2
const separator = '\x1F'

/** The rows of a sheet, written once as quick text beside the workbook. */
export interface SheetFile {
  path: string
  facts: SheetFacts
}

/** A row as it was written: `isHidden` as in the workbook. */
export interface WrittenRow extends SourceRow {
  isHidden: boolean
}

/**
 * The rows of a sheet as a file beside the workbook; made at first need, and anew when it is gone or was cut. Several processes
 * may ask at once. Throws `file.unreadable`, `store.full`, and the signal's reason.
 */
export async function sheetFile(
  path: string,
  parts: ZipParts,
  workbook: Workbook,
  sheet: WorkbookSheet,
  options: PreparingOptions = {},
): Promise<SheetFile> {
  const base = `${path}.${identityOf(parts, workbook, sheet)}`
  const rowsPath = `${base}.rows`
  for (let attempt = 0; attempt < 2; attempt++) {
    const factsPath = await derivedFile(
      base,
      '.json',
      async (factsPart) => {
        const facts = await writeRows(rowsPath, parts, workbook, sheet, options)
        await writeFile(factsPart, JSON.stringify(facts), { mode: 0o600 })
      },
      options.signal,
    )
    const facts = await readFacts(factsPath)
    const sizeBytes = (await stat(rowsPath).catch(() => null))?.size
    if (facts !== null && facts.rowsBytes === sizeBytes) return { path: rowsPath, facts }
    await removePatiently(factsPath)
  }
  throw damagedWorkbook('rows that were just written are gone')
}

/** A short name for the rows of a sheet, which changes with the bytes that they are made from. */
export function identityOf(parts: ZipParts, workbook: Workbook, sheet: WorkbookSheet): string {
  const sources = [sheet.part, workbook.sharedStrings, workbook.styles].map((part) => (part === null ? '' : parts.fingerprint(part)))
  const sum = createHash('sha256')
    .update([...sources, String(workbook.is1904)].join(' '))
    .digest('hex')
  return `sheet-${workbook.sheets.indexOf(sheet) + 1}-${sum.slice(0, 12)}.v${version}`
}

const dialect: Dialect = { encoding: 'utf-8', delimiter: separator, quote: '"', header: false, skipLines: 0, shortRows: 'blank' }

export interface WrittenBatch {
  rows: WrittenRow[]
  /** How much of all is read, from 0 to 1. */
  share: number
  start?: RowPlace
}

/** Reads the rows of `sheetFile` as a stream. */
export async function* readSheetFile({ path, facts }: SheetFile, options: ReadOptions = {}): AsyncGenerator<WrittenBatch> {
  if (facts.rows === 0) return
  for await (const { rows, bytesRead, start } of readTextRecords(path, dialect, options)) {
    yield {
      rows: rows.map((row) => withDays(writtenRow(row), facts.dayColumns)),
      share: bytesRead / facts.rowsBytes,
      ...(start && { start }),
    }
  }
}

async function readFacts(path: string): Promise<SheetFacts | null> {
  const text = await readPatiently(path).catch(() => null)
  if (text === null) return null
  try {
    return sheetFactsSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function writeRows(
  rowsPath: string,
  parts: ZipParts,
  workbook: Workbook,
  sheet: WorkbookSheet,
  { signal, onProgress }: PreparingOptions,
): Promise<SheetFacts> {
  const partPath = partPathOf(rowsPath)
  const styles = await readCellStyles(parts, workbook.styles, signal)
  const texts = await readSharedStrings(parts, workbook.sharedStrings, partPath.replace(/part$/, 'strings.part'), signal)
  const out = createTextWriter(partPath)
  try {
    const xml = countingBytes(parts.sizeOf(sheet.part), onProgress)(parts.read(sheet.part, signal))
    const findings = await readSheet(xml, {
      texts,
      styles,
      is1904: workbook.is1904,
      sizeOfFile: parts.sizeOfFile,
      onRow: (row) => out.write(rowLine(row)),
    })
    const rowsBytes = out.finish()
    await patiently(() =>
      rename(partPath, rowsPath).catch(async (error: unknown) => {
        // Windows refuses to replace a file that is being read; then the same rows are there already.
        if ((await stat(rowsPath).catch(() => null))?.size !== rowsBytes) throw error
      }),
    )
    return { ...findings, rowsBytes }
  } finally {
    out.close()
    await cleanUp(partPath)
    await texts.close()
  }
}

/** The cells, then what is noteworthy about the row in letters, then its line: at the end, where they are quickly taken off. */
function rowLine({ line, isHidden, cells, hasError, lacksValue }: SheetRow): string {
  let text = ''
  for (const cell of cells) text += cell === '' ? separator : enclosed(cell) + separator
  return `${text}${isHidden ? 'h' : ''}${hasError ? 'e' : ''}${lacksValue ? 'v' : ''}${separator}${line}\n`
}

function enclosed(cell: string): string {
  // What the reader of text takes a mark, a space before it or an equals sign for is to stay as it is.
  if (!/^\s*["=]|[\x1F\r\n]/.test(cell)) return cell
  return `"${cell.replaceAll('"', '""')}"`
}

function withDays(row: WrittenRow, columns: readonly number[]): WrittenRow {
  for (const column of columns) {
    const cell = row.cells[column]
    if (cell !== undefined) row.cells[column] = dayText(cell)
  }
  return row
}

function writtenRow({ cells, marks = [] }: SourceRow): WrittenRow {
  const line = Number(cells.pop())
  const flags = cells.pop() ?? ''
  if (flags === '' && marks.length === 0) return { line, cells, isHidden: false }
  const all: RowMark[] = [...marks]
  if (flags.includes('e')) all.push('cell_error')
  if (flags.includes('v')) all.push('no_value')
  return { line, cells, isHidden: flags.includes('h'), ...(all.length > 0 ? { marks: all } : {}) }
}
