import type { ReadOptions, RowBatch, RowPlace } from '../table/row-source.ts'
import { createTextDecoder } from '../encoding/encoding-names.ts'
import { lineEndOf } from './line-end.ts'
import { fileError, openFile } from '../open/open-file.ts'
import { createRowParser } from './row-parser.ts'
import type { Dialect, SourceRow } from '../../model/files/source-schema.ts'

/** Large enough that waiting for the drive costs nothing. */
const blockBytes = 256 * 1024
/** Small enough that the text, its codes and its cells stay in the processor's cache: measured best of 32 kB to 1 MB. */
const chunkBytes = 64 * 1024
/** Few, so that most rows are gone when V8 looks for what is still needed: that, it copies. */
const batchRows = 250
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
    /** All rows that wait; the next ones begin at `nextStart`. */
    const send = function* (): Generator<RowBatch> {
      const all = rows
      for (let at = 0; at < all.length; at += largestBatchRows) {
        const batch = all.length > largestBatchRows ? all.slice(at, at + largestBatchRows) : all
        yield at > 0 || start === undefined ? { rows: batch, bytesRead } : { rows: batch, bytesRead, start }
        signal?.throwIfAborted()
      }
      rows = []
      start = nextStart
      bytesYielded = bytesRead
    }
    pending = read(current)
    while (!isLast) {
      const filled: number = (await pending).bytesRead
      signal?.throwIfAborted()
      isLast = filled === 0
      position += filled
      if (!isLast) pending = read(next)
      const lastLineEnd = lineEnd.lastIn(current, filled)
      nextStart = undefined
      let areSent = false
      for (let at = 0; at < filled;) {
        const to = Math.min(at + chunkBytes, filled, at < lastLineEnd ? lastLineEnd : filled)
        const added = parser.push(decoder.write(current.subarray(at, to)), false)
        for (const row of added) rows.push(row)
        bytesRead += to - at
        const line = to === lastLineEnd ? parser.nextLine() : null
        if (line !== null) nextStart = { byte: bytesRead, line }
        else if (added.length > 0) nextStart = undefined
        at = to
        if (rows.length < batchRows) continue
        areSent = true
        yield* send()
      }
      if (isLast) for (const row of parser.push(decoder.end(), true)) rows.push(row)
      ;[current, next] = [next, current]
      // Once some of a block are sent, all are up to a known place: the next ones begin there.
      if (isLast || bytesRead - bytesYielded >= batchBytes || (areSent && nextStart !== undefined)) yield* send()
    }
  } catch (error) {
    throw fileError(error)
  } finally {
    await pending?.catch(() => undefined)
    await handle.close()
  }
}
