import type { OpenAccount } from '../account/open-account.ts'
import { createRowCorrector, type RowCorrector } from '../source/corrections/row-corrector.ts'
import { withCorrections } from '../source/corrections/with-corrections.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import type { PreparingOptions } from '../source/open/preparing-progress.ts'
import type { ReadRows } from '../source/table/row-source.ts'
import { readStoredRows, rowIndexOf } from '../source/table/stored-rows.ts'
import type { Dialect, DialectChoice, Inspection, SourceRow } from '../model/files/source-schema.ts'
import type { CorrectedSheet } from '../store/files/file-corrections.ts'
import type { StoredFile } from '../store/files/files.ts'

const mostSamples = 8
const mostChars = 200

/** What the corrections of a file belong to. */
export function correctedSheet(file: Pick<StoredFile, 'sha256'>, sheet: string | undefined): CorrectedSheet {
  return { sha256: file.sha256, sheet: sheet ?? '' }
}

/** The corrections of a file, those up to a number or all of them, ready to be applied; null where there are none. */
export function rowCorrector(
  account: OpenAccount,
  file: StoredFile,
  dialect: Pick<Dialect, 'sheet'>,
  through = Number.MAX_SAFE_INTEGER,
): RowCorrector | null {
  const corrections = account.tables.fileCorrections.at(correctedSheet(file, dialect.sheet), through)
  return createRowCorrector(corrections.map(({ correction }) => correction))
}

/** Reads rows as they were corrected, up to a number or with all corrections. */
export function readCorrected(account: OpenAccount, file: StoredFile, dialect: Pick<Dialect, 'sheet'>, through?: number): ReadRows {
  return withCorrections(readStoredRows, rowCorrector(account, file, dialect, through))
}

/** The rows on these lines as they were corrected, by line; quick wherever in a large file they are. */
export async function readCorrectedLines(
  account: OpenAccount,
  file: StoredFile,
  dialect: Dialect,
  lines: readonly number[],
  through?: number,
): Promise<Map<number, SourceRow>> {
  const corrector = rowCorrector(account, file, dialect, through)
  const found = await rowIndexOf(file.storedPath, dialect).readLines([...new Set(lines)].sort((a, b) => a - b))
  return corrector === null ? found : new Map([...found].map(([line, row]) => [line, corrector.correct(row)]))
}

/** `inspectFile` with the file's corrections: rows that are left out by hand are among them, and say so. */
export async function inspectCorrected(
  account: OpenAccount,
  file: StoredFile,
  choice: DialectChoice,
  options: PreparingOptions = {},
): Promise<Inspection> {
  return correctedInspection(account, file, await inspectFile(file.storedPath, choice, options))
}

/** What `inspectFile` found, with the file's corrections. */
export function correctedInspection(account: OpenAccount, file: StoredFile, inspection: Inspection): Inspection {
  const corrector = rowCorrector(account, file, inspection.dialect)
  if (corrector === null) return inspection
  const rows = inspection.rows.map((row) => corrector.correct(row))
  const touched = new Set(rows.flatMap(({ corrected }) => corrected?.corrections.map(({ column }) => column) ?? []))
  const columns = inspection.columns.map((column) =>
    touched.has(column.index) ? { ...column, samples: samplesOf(rows, column.index) } : column,
  )
  const isLeftOut = (line: number): boolean => corrector.correct({ line, cells: [] }).corrected?.isExcluded === true
  const notices = inspection.notices.filter(({ code, line }) => code !== 'file.footer' || line === null || !isLeftOut(line))
  return { ...inspection, rows, columns, notices }
}

/** The first rows as they are to be imported, without those that are left out by hand. */
export async function inspectKept(
  account: OpenAccount,
  file: StoredFile,
  choice: DialectChoice,
  options: PreparingOptions = {},
): Promise<Inspection> {
  const inspection = await inspectCorrected(account, file, choice, options)
  return { ...inspection, rows: inspection.rows.filter(({ corrected }) => corrected?.isExcluded !== true) }
}

function samplesOf(rows: readonly SourceRow[], index: number): string[] {
  const cells = rows.map((row) => row.cells[index]?.trim().slice(0, mostChars) ?? '')
  return [...new Set(cells.filter((cell) => cell !== ''))].slice(0, mostSamples)
}
