import { AppError } from '../../model/errors.ts'
import { detectDialect } from './detect-dialect.ts'
import { createTextDecoder } from '../encoding/encoding-names.ts'
import { fileNotices } from '../table/file-notices.ts'
import { findEncoding, headBytes } from '../encoding/file-encoding.ts'
import { emptyError } from '../open/open-file.ts'
import { readTextRecords } from './read-text.ts'
import type { ReadOptions, TableFormat } from '../table/row-source.ts'
import type { Dialect, DialectChoice, Inspection, SourceRow } from '../../model/files/source-schema.ts'
import { columnsOf } from '../table/table-columns.ts'

const previewRows = 100
/** More than the preview shows, for samples and notices; fewer where rows are long. */
const sampleRows = 2_000
const sampleBytes = 4 * 1024 * 1024
/** However few rows these are. */
const mostSampleBytes = 64 * 1024 * 1024

/** Delimited text, in whatever encoding and dialect. Reads a bounded part of the file to find these out. */
export const textTable: TableFormat = { inspect, readRows }

async function* readRows(path: string, dialect: Dialect, options?: ReadOptions): ReturnType<TableFormat['readRows']> {
  let isHeaderDue = dialect.header && options?.from === undefined
  for await (const batch of readTextRecords(path, dialect, options)) {
    const { rows, bytesRead } = batch
    if (isHeaderDue && rows.length > 0) {
      isHeaderDue = false
      rows.shift()
      yield { rows, bytesRead }
    } else yield batch
  }
}

async function inspect(path: string, choice: DialectChoice, options: { signal?: AbortSignal } = {}): Promise<Inspection> {
  const { signal } = options
  const { head, ...detected } = await findEncoding(path, choice.encoding, signal)
  const text = createTextDecoder(detected.encoding).write(head)
  if (text.trim() === '' && head.length < headBytes) throw emptyError()
  const { separatorLine, hasTitle, ...dialect } = detectDialect(text, choice, detected.encoding)

  const { records, isWhole } = await firstRecords(path, dialect, signal)
  const header = dialect.header ? (records[0] ?? null) : null
  const rows = dialect.header ? records.slice(1) : records
  if (records.length === 0) {
    if (dialect.skipLines === 0) throw emptyError()
    throw new AppError('file.empty', `The file has no rows below row ${dialect.skipLines}.`, 'Skip fewer rows.')
  }
  const columns = columnsOf(header, rows)
  if (rows.length === 0) {
    throw new AppError(
      'file.header_only',
      'The file has column names but no rows.',
      'Check in the other program that contacts were selected, and export it again.',
    )
  }
  return {
    dialect,
    columns,
    rows: rows.slice(0, previewRows),
    notices: fileNotices({
      dialect,
      isEncodingGuessed: detected.isGuess,
      separatorLine,
      hasTitle,
      isWhole,
      hasNulBytes: text.includes('\0'),
      columns,
      header,
      rows,
    }),
  }
}

/** The header and the first rows. */
async function firstRecords(path: string, dialect: Dialect, signal?: AbortSignal): Promise<{ records: SourceRow[]; isWhole: boolean }> {
  const records: SourceRow[] = []
  let isEnough = false
  for await (const { rows, bytesRead } of readTextRecords(path, dialect, signal ? { signal } : {})) {
    if (isEnough) return { records, isWhole: false }
    records.push(...rows)
    isEnough = records.length >= sampleRows || (records.length > previewRows && bytesRead >= sampleBytes) || bytesRead >= mostSampleBytes
  }
  return { records, isWhole: true }
}
