import type { ReadOptions, RowBatch, RowPlace } from './row-source.ts'
import { createTextDecoder } from './encoding.ts'
import { lineEndOf } from './line-end.ts'
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

/**
 * The rows of a plain text file, the header as the first one. Batches tell where they begin, unless that is inside a row or
 * after a line that does not end with LF. The next block is fetched while the rows of this one are made.
 */
export async function* readTextRecords(path: string, dialect: Dialect, options: ReadOptions = {}): AsyncGenerator<RowBatch> {
  const { signal, from } = options
  signal?.throwIfAborted()
  const decoder = createTextDecoder(dialect.encoding)
  const lineEnd = lineEndOf(dialect.encoding)
  const parser = createRowParser(from === undefined ? dialect : { ...dialect, skipLines: 0, firstLine: from.line })
  // A byte order mark is one at the beginning of the file alone.
  if (from !== undefined) decoder.write(lineEnd.bytes)
  const { handle } = await openFile(path)
  let position = from?.byte ?? 0
  const read = (into: Buffer) => handle.read(into, 0, blockBytes, position)
  let pending: ReturnType<typeof read> | null = null
  try {
    let current = Buffer.allocUnsafeSlow(blockBytes)
    let next = Buffer.allocUnsafeSlow(blockBytes)
    let rows: SourceRow[] = []
    let bytesRead = position
    let bytesYielded = position
    let start = from
    let nextStart: RowPlace | undefined
    let isLast = false
    pending = read(current)
    while (!isLast) {
      const filled: number = (await pending).bytesRead
      signal?.throwIfAborted()
      isLast = filled === 0
      position += filled
      if (!isLast) pending = read(next)
      const lastLineEnd = lineEnd.lastIn(current, filled)
      nextStart = undefined
      for (let at = 0; at < filled; ) {
        const to = Math.min(at + chunkBytes, filled, at < lastLineEnd ? lastLineEnd : filled)
        const text = decoder.write(current.subarray(at, to))
        const added = parser.push(text, false)
        for (const row of added) rows.push(row)
        if (to === lastLineEnd) {
          const line = parser.nextLine()
          if (line !== null) nextStart = { byte: bytesRead + to, line }
        } else if (added.length > 0) nextStart = undefined
        at = to
      }
      bytesRead += filled
      if (isLast) for (const row of parser.push(decoder.end(), true)) rows.push(row)
      ;[current, next] = [next, current]

      // Once some go, all go up to a known place: the next ones begin there.
      let areSent = false
      while (rows.length > 0 && (isLast || rows.length >= batchRows || bytesRead - bytesYielded >= batchBytes || (areSent && nextStart !== undefined))) {
        areSent = true
        const batch = rows.length > largestBatchRows ? rows.slice(0, largestBatchRows) : rows
        rows = rows.length > largestBatchRows ? rows.slice(largestBatchRows) : []
        bytesYielded = bytesRead
        yield start === undefined ? { rows: batch, bytesRead } : { rows: batch, bytesRead, start }
        start = rows.length === 0 ? nextStart : undefined
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
