import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { linesOf } from '../files/line-feeds.ts'
import { AppError } from '../model/errors.ts'
import { createChainCheck } from './chain-check.ts'
import { entriesKey, type ExportHeader, exportHeaderSchema, foundInExport, readHeaderLine } from './export-layout.ts'
import { parsed } from './read-record.ts'
import type { LedgerHead, Verification } from '../model/ledger-schema.ts'

/** The largest file to read at once, if another program has reformatted it. */
const maxRewrittenBytes = 256 * 1024 * 1024

/**
 * Verifies a ledger exported as JSON from the file alone. Finds what `verifyLedger` finds, within the same limits; the header
 * reveals a truncated file. Throws `file.not_found` and `file.unreadable`.
 */
export async function verifyExportedLedger(path: string): Promise<Verification> {
  const sizeBytes = await fileSize(path)
  try {
    return (await verifyLines(path)) ?? (await verifyWhole(path, sizeBytes))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unreadableLedger(path, error)
  }
}

/** Null if the file is not laid out as Rollcall writes it. */
async function verifyLines(path: string): Promise<Verification | null> {
  const input = createReadStream(path, { encoding: 'utf8' })
  // Otherwise a file of one endless line would be read to its end before its first line turns out not to be a header.
  if (!(await startsWithHeader(input))) return null
  let header: ExportHeader | null = null
  let check: ReturnType<typeof createChainCheck> | null = null
  for await (const ended of linesOf(createReadStream(path, { encoding: 'utf8' }))) {
    const line = ended.replace(/\r$/, '')
    if (check === null) {
      header = readHeaderLine(line)
      check = createChainCheck(header?.ledger ?? null)
    } else if (line !== '' && line !== ']}') {
      check.take(foundInExport(parsed(line.replace(/,$/, ''))))
    }
  }
  return check?.finish(headOf(header)) ?? null
}

async function startsWithHeader(input: ReturnType<typeof createReadStream>): Promise<boolean> {
  for await (const chunk of input) {
    const text = String(chunk)
    const end = text.indexOf('\n')
    return end >= 0 && readHeaderLine(text.slice(0, end).replace(/\r$/, '')) !== null
  }
  return false
}

async function verifyWhole(path: string, sizeBytes: number): Promise<Verification> {
  if (sizeBytes > maxRewrittenBytes) throw unreadableLedger(path)
  const value = parsed(await readFile(path, 'utf8'))
  const header = exportHeaderSchema.safeParse(value)
  const entries = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[entriesKey] : undefined
  if (!header.success || !Array.isArray(entries)) throw unreadableLedger(path)
  const check = createChainCheck(header.data.ledger)
  for (const entry of entries) check.take(foundInExport(entry))
  return check.finish(headOf(header.data))
}

function headOf(header: ExportHeader | null): LedgerHead | null {
  if (header === null || header.ledger === null || header.headHash === null) return null
  return { id: header.ledger, count: header.records, hash: header.headHash }
}

async function fileSize(path: string): Promise<number> {
  const stats = await stat(path).catch((error: unknown) => {
    throw new AppError('file.not_found', `There is no file "${path}".`, 'Check the path.', { cause: error })
  })
  // Reading from a pipe could block forever.
  if (!stats.isFile()) throw unreadableLedger(path)
  return stats.size
}

function unreadableLedger(path: string, cause?: unknown): AppError {
  return new AppError(
    'file.unreadable',
    `"${path}" is not a consent ledger that Rollcall exported as JSON.`,
    'Choose the JSON file of an export; a CSV export is for reading and cannot be verified.',
    { cause },
  )
}
