import { AppError } from '../../model/errors.ts'
import { fileNotices } from '../table/file-notices.ts'
import { headerBelowTitles } from '../csv/header-line.ts'
import type { PreparingOptions } from '../open/preparing-progress.ts'
import type { ReadOptions, RowBatch, TableFormat } from '../table/row-source.ts'
import type { Dialect, DialectChoice, Inspection, SourceRow } from '../../model/files/source-schema.ts'
import { columnsOf, mostColumns } from '../table/table-columns.ts'
import { isLikelier, isTable, sheetNamed, sheetsToTry } from './choose-sheet.ts'
import { withMergedNames } from './merged-header.ts'
import { readSheetFile, sheetFile, type SheetFile, type WrittenRow } from './sheet-file.ts'
import { sheetList } from './sheet-list.ts'
import { readWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts'
import { workbookNotices } from './workbook-notices.ts'
import { openZipParts, type ZipParts } from './zip-parts.ts'

interface OpenSheet {
  parts: ZipParts
  workbook: Workbook
  sheet: WorkbookSheet
  file: SheetFile
}

const previewRows = 100
/** More than the preview shows, for samples and notices; of very wide sheets less. */
const inspectedRows = 1_000
const inspectedCells = 250_000
const inspectedChars = 16 * 1024 * 1024

/**
 * Workbooks (.xlsx, .xlsm). A row's line is its number in the sheet. Rows end with the last column that has anything anywhere
 * in the sheet: what is blank there is a blank cell, not a missing one.
 */
export const xlsxTable: TableFormat = { inspect, readRows }

async function inspect(path: string, choice: DialectChoice, options: PreparingOptions = {}): Promise<Inspection> {
  return withSheet(path, choice.sheet, options, (open) => inspectSheet(path, choice, open, options.signal))
}

async function inspectSheet(path: string, choice: DialectChoice, open: OpenSheet, signal: AbortSignal | undefined): Promise<Inspection> {
  const { parts, workbook, sheet, file } = open
  const { facts } = file
  const all = await firstRows(file, signal)
  const title = choice.skipLines === 'auto' && choice.header ? headerBelowTitles(all) : null
  const dialect = dialectOf(choice, sheet, title === null ? 0 : title.line - 1)
  const [first, ...others] = await firstRows(file, signal, dialect.skipLines, (row) => isWanted(row, dialect))
  if (first === undefined) throw blankSheet(sheet, dialect.skipLines)
  const width = widthOf(facts.width, first)
  const header = dialect.header ? withMergedNames(padded(first, width), all, facts.mergedAreas) : null
  const rows = (header ? others : [first, ...others]).filter((row) => isWanted(row, dialect)).map((row) => padded(row, width))
  const columns = columnsOf(header, rows)
  if (rows.length === 0) throw headerOnly(sheet)
  const sheets = await sheetList(path, parts, workbook, new Map([[sheet, facts.rows]]), signal)
  const otherTables = sheets.filter((each) => !each.isHidden && each.rows > 0 && each.name !== sheet.name).map(({ name }) => name)
  const notices = [
    ...fileNotices({
      dialect,
      isEncodingGuessed: false,
      separatorLine: null,
      hasTitle: title !== null,
      isWhole: all.length === facts.rows,
      hasNulBytes: false,
      columns,
      header,
      rows,
    }).filter(({ code }) => code !== 'file.single_column'),
    ...workbookNotices({
      dialect,
      facts,
      columns,
      header,
      isSheetHidden: sheet.isHidden,
      otherSheets: choice.sheet === undefined ? otherTables : [],
      isCalculatedOnLoad: workbook.isCalculatedOnLoad,
    }),
  ]
  return { dialect, columns, rows: rows.slice(0, previewRows), notices, sheets }
}

/** `titleLines`: how many lines are skipped unless the person says so. */
function dialectOf(choice: DialectChoice, sheet: WorkbookSheet, titleLines: number): Dialect {
  return {
    encoding: 'utf-8',
    delimiter: ',',
    quote: '"',
    header: choice.header,
    skipLines: choice.skipLines === 'auto' ? titleLines : choice.skipLines,
    shortRows: choice.shortRows,
    format: 'xlsx',
    sheet: sheet.name,
    ...(choice.hiddenRows ? { hiddenRows: choice.hiddenRows } : {}),
  }
}

async function* readRows(path: string, dialect: Dialect, options: ReadOptions = {}): AsyncGenerator<RowBatch> {
  const { signal, from } = options
  const { file, sizeBytes } = await withSheet(path, dialect.sheet, options, async ({ file, parts }) => ({
    file,
    sizeBytes: parts.sizeOfFile,
  }))
  // A place that was told before lies behind the header.
  const isHeaderBehind = from !== undefined && file.facts.width <= mostColumns
  const [first] = isHeaderBehind ? [] : await firstRows(file, signal, dialect.skipLines)
  if (first === undefined && !isHeaderBehind) return
  const width = widthOf(file.facts.width, first)
  for await (const { rows, share, start } of readSheetFile(file, options)) {
    const batch: SourceRow[] = []
    let hasHeader = false
    for (const row of rows) {
      if (row.line <= dialect.skipLines) continue
      if (dialect.header && row.line === first?.line) hasHeader = true
      else if (isWanted(row, dialect)) batch.push(padded(row, width))
    }
    yield { rows: batch, bytesRead: Math.round(share * sizeBytes), ...(start && !hasHeader && { start }) }
  }
}

/** Opens the workbook and has the rows of one sheet ready: the one that is named, or the first one that looks like a table. */
async function withSheet<T>(
  path: string,
  name: string | undefined,
  options: PreparingOptions,
  use: (open: OpenSheet) => Promise<T>,
): Promise<T> {
  const parts = await openZipParts(path)
  try {
    const workbook = await readWorkbook(parts, options.signal)
    let best: { sheet: WorkbookSheet; file: SheetFile } | null = null
    for (const sheet of name === undefined ? sheetsToTry(workbook) : [sheetNamed(workbook, name)]) {
      if (sheet.isHidden && best !== null && best.file.facts.rows > 0) break
      const file = await sheetFile(path, parts, workbook, sheet, options)
      if (best === null || isLikelier(file.facts, best.file.facts)) best = { sheet, file }
      if (isTable(best.file.facts)) break
    }
    if (best === null || best.file.facts.rows === 0) throw name === undefined || best === null ? blankWorkbook() : blankSheet(best.sheet, 0)
    return await use({ parts, workbook, ...best })
  } finally {
    await parts.close()
  }
}

/** The first row below those that are skipped, which may name the columns, and the first wanted ones after it. */
async function firstRows(
  file: SheetFile,
  signal: AbortSignal | undefined,
  skipLines = 0,
  isWanted: (row: WrittenRow) => boolean = () => true,
): Promise<WrittenRow[]> {
  const found: WrittenRow[] = []
  let chars = 0
  const most = Math.max(previewRows + 1, Math.min(inspectedRows, Math.floor(inspectedCells / file.facts.width)))
  for await (const { rows } of readSheetFile(file, signal ? { signal } : {})) {
    for (const row of rows) {
      if (row.line <= skipLines || found.length >= most || chars > inspectedChars || !(found.length === 0 || isWanted(row))) continue
      found.push(row)
      for (const cell of row.cells) chars += cell.length
    }
    if (found.length >= most || chars > inspectedChars) break
  }
  return found
}

/** Columns far beyond what Rollcall reads are a stray cell somewhere: then the header says how wide the table is. */
function widthOf(sheetWidth: number, first: SourceRow | undefined): number {
  return sheetWidth > mostColumns && first ? first.cells.length : sheetWidth
}

function isWanted(row: WrittenRow, dialect: Dialect): boolean {
  return !(row.isHidden && dialect.hiddenRows === 'leave_out')
}

function padded({ line, cells, marks }: SourceRow, width: number): SourceRow {
  while (cells.length < width) cells.push('')
  return { line, cells, ...(marks ? { marks } : {}) }
}

function headerOnly({ name }: WorkbookSheet): AppError {
  return new AppError(
    'file.header_only',
    `The sheet "${name}" has column names but no rows.`,
    'Choose another sheet, or check in the other program that contacts were selected, and export them again.',
  )
}

function blankWorkbook(): AppError {
  return new AppError(
    'file.empty',
    'The workbook has no rows in any of its sheets.',
    'Export it again, and check in the other program that the export is finished.',
  )
}

function blankSheet(sheet: WorkbookSheet, skipLines: number): AppError {
  return skipLines === 0
    ? new AppError('file.empty', `The sheet "${sheet.name}" has no rows.`, 'Choose another sheet.')
    : new AppError(
        'file.empty',
        `The sheet "${sheet.name}" has no rows below row ${skipLines}.`,
        'Skip fewer rows, or choose another sheet.',
      )
}
