import { isAscii } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { columnNames } from './column-names.ts'
import { detectDialect, usualWidth } from './detect-dialect.ts'
import { detectEncoding, encodingOfMark, unmarkedUtf16, type DetectedEncoding } from './detect-encoding.ts'
import { createTextDecoder, requiredEncoding } from './encoding.ts'
import { foreignFormat, looksBinary } from './file-format.ts'
import { fileNotices } from './file-notices.ts'
import { emptyError, fileError, openFile } from './open-file.ts'
import { readRecords } from './read-rows.ts'
import type { Dialect, DialectChoice, Inspection, SourceColumn, SourceRow } from './source-schema.ts'

const headBytes = 1024 * 1024
/** How far a file that begins in plain ASCII is searched for its first other letter: a fifth of a second. */
const searchBytes = 256 * 1024 * 1024
const previewRows = 100
const mostColumns = 5_000
const mostSamples = 8

/**
 * Finds out how a file is to be read and shows its beginning; what the choice leaves open is detected. Reads a bounded part
 * of the file. Throws `file.not_found`, `file.unreadable`, `file.empty`, `file.header_only`, `file.binary` (naming the
 * format), `recipe.invalid` for an impossible choice, and the signal's reason.
 */
export async function inspectFile(path: string, choice: DialectChoice, options: { signal?: AbortSignal } = {}): Promise<Inspection> {
  const { signal } = options
  const { head, detected } = await readHead(path, choice.encoding, signal)
  const text = createTextDecoder(detected.encoding).write(head)
  if (text.trim() === '' && head.length < headBytes) throw emptyError()
  const { hasSeparatorLine, ...dialect } = detectDialect(text, choice, detected.encoding)

  const records = await firstRecords(path, dialect, signal)
  const header = dialect.header ? (records[0] ?? null) : null
  const rows = dialect.header ? records.slice(1) : records
  if (records.length === 0) throw emptyError()
  const columns = columnsOf(header, rows)
  if (rows.length === 0) {
    throw new AppError('file.header_only', 'The file has column names but no rows.', 'Check in the other program that contacts were selected, and export it again.')
  }
  return {
    dialect,
    columns,
    rows: rows.slice(0, previewRows),
    notices: fileNotices({
      dialect,
      isEncodingGuessed: detected.isGuess,
      hasSeparatorLine,
      hasNulBytes: text.includes('\0'),
      columns,
      header,
      rows,
    }),
  }
}

async function readHead(path: string, chosen: string, signal?: AbortSignal): Promise<{ head: Buffer; detected: DetectedEncoding }> {
  signal?.throwIfAborted()
  const { handle, sizeBytes } = await openFile(path)
  try {
    const head = await readAt(handle, 0, headBytes)
    const foreign = foreignFormat(head)
    if (foreign) throw new AppError('file.binary', `This is ${foreign.name}, which Rollcall cannot read.`, foreign.hint)
    const encoding = chosen === 'auto' ? (encodingOfMark(head) ?? unmarkedUtf16(head)) : requiredEncoding(chosen)
    if (looksBinary(head) && !encoding?.startsWith('utf-16') && !encoding?.startsWith('utf-32')) {
      throw new AppError('file.binary', 'This is not a text file.', 'Export the contacts as CSV from the program they are in, and choose that file.')
    }
    if (encoding) return { head, detected: { encoding, isGuess: false } }
    return { head, detected: detectEncoding(isAscii(head) ? await firstBeyondAscii(handle, sizeBytes, signal) : head) }
  } catch (error) {
    throw fileError(error)
  } finally {
    await handle.close()
  }
}

/** The first part of a file that is not plain ASCII, so that one accent in row 50,000 still decides the encoding. */
async function firstBeyondAscii(handle: FileHandle, sizeBytes: number, signal?: AbortSignal): Promise<Buffer> {
  for (let position = headBytes; position < Math.min(sizeBytes, searchBytes); position += headBytes) {
    signal?.throwIfAborted()
    const part = await readAt(handle, position, headBytes)
    if (!isAscii(part)) return part
  }
  return Buffer.alloc(0)
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

/** The header and the first rows: a batch of them, more than the preview shows, for samples and notices. */
async function firstRecords(path: string, dialect: Dialect, signal?: AbortSignal): Promise<SourceRow[]> {
  const records: SourceRow[] = []
  for await (const { rows } of readRecords(path, dialect, signal ? { signal } : {})) {
    records.push(...rows)
    if (records.length > previewRows) break
  }
  return records
}

function columnsOf(header: SourceRow | null, rows: SourceRow[]): SourceColumn[] {
  const width = header?.cells.length ?? usualWidth(rows.map((row) => row.cells)).width
  if (width > mostColumns) {
    throw new AppError(
      'file.unreadable',
      `The first row has ${width} columns; Rollcall reads at most ${mostColumns}.`,
      'Check the separator and the line with the column names, or leave out columns that are not needed.',
    )
  }
  const cells = header?.cells ?? new Array<string>(width).fill('')
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
