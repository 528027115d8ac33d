import type { RowBatch } from './row-source.ts'
import { createTextDecoder } from './encoding.ts'
import { fileError, openFile } from './open-file.ts'
import { createRowParser } from './row-parser.ts'
import type { Dialect, SourceRow } from './source-schema.ts'

/** Large enough that waiting for the drive costs nothing. */
const blockBytes = 256 * 1024
/** Small enough that the text, its codes and its cells stay in the processor's cache: measured best of 32 kB to 1 MB. */
const chunkBytes = 64 * 1024
const batchRows = 1_000
const largestBatchRows = 4_000
const batchBytes = 4 * 1024 * 1024

/** The rows of a plain text file, the header as the first one. The next block is fetched while the rows of this one are made. */
export async function* readTextRecords(path: string, dialect: Dialect, options: { signal?: AbortSignal } = {}): AsyncGenerator<RowBatch> {
  const { signal } = options
  signal?.throwIfAborted()
  const decoder = createTextDecoder(dialect.encoding)
  const parser = createRowParser(dialect)
  const { handle } = await openFile(path)
  const read = (into: Buffer) => handle.read(into, 0, blockBytes, null)
  let pending: ReturnType<typeof read> | null = null
  try {
    let current = Buffer.allocUnsafeSlow(blockBytes)
    let next = Buffer.allocUnsafeSlow(blockBytes)
    let rows: SourceRow[] = []
    let bytesRead = 0
    let bytesYielded = 0
    let isLast = false
    pending = read(current)
    while (!isLast) {
      const filled: number = (await pending).bytesRead
      signal?.throwIfAborted()
      isLast = filled === 0
      if (!isLast) pending = read(next)
      bytesRead += filled
      for (let at = 0; at < filled; at += chunkBytes) {
        const text = decoder.write(current.subarray(at, Math.min(at + chunkBytes, filled)))
        for (const row of parser.push(text, false)) rows.push(row)
      }
      if (isLast) for (const row of parser.push(decoder.end(), true)) rows.push(row)
      ;[current, next] = [next, current]

      while (rows.length > 0 && (isLast || rows.length >= batchRows || bytesRead - bytesYielded >= batchBytes)) {
        const batch = rows.length > largestBatchRows ? rows.slice(0, largestBatchRows) : rows
        rows = rows.length > largestBatchRows ? rows.slice(largestBatchRows) : []
        bytesYielded = bytesRead
        yield { rows: batch, bytesRead }
        signal?.throwIfAborted()
      }
    }
  } catch (error) {
    throw fileError(error)
  } finally {
    await pending?.catch(() => undefined)
    await handle.close()
  }
}
