import { isAscii } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { detectDialect } from './detect-dialect.ts'
import { detectEncoding, encodingOfMark, unmarkedUtf16, type DetectedEncoding } from './detect-encoding.ts'
import { createTextDecoder, requiredEncoding } from './encoding.ts'
import { foreignFormat, looksBinary } from './file-format.ts'
import { fileNotices } from './file-notices.ts'
import { emptyError, fileError, openFile } from './open-file.ts'
import { readTextRecords } from './read-text.ts'
import type { ReadOptions, TableFormat } from './row-source.ts'
import type { Dialect, DialectChoice, Inspection, SourceRow } from './source-schema.ts'
import { columnsOf } from './table-columns.ts'

const headBytes = 1024 * 1024
/** How far a file that begins in plain ASCII is searched for its first other letter: a fifth of a second. */
const searchBytes = 256 * 1024 * 1024
const previewRows = 100

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
  const { head, detected } = await readHead(path, choice.encoding, signal)
  const text = createTextDecoder(detected.encoding).write(head)
  if (text.trim() === '' && head.length < headBytes) throw emptyError()
  const { hasSeparatorLine, hasTitle, ...dialect } = detectDialect(text, choice, detected.encoding)

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
  for await (const { rows } of readTextRecords(path, dialect, signal ? { signal } : {})) {
    records.push(...rows)
    if (records.length > previewRows) break
  }
  return records
}

