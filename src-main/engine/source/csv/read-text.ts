import type { FileHandle } from 'node:fs/promises'
import type { ReadOptions, RowBatch, RowPlace } from '../table/row-source.ts'
import { createTextDecoder } from '../encoding/encoding-names.ts'
import { lineEndOf } from './line-end.ts'
import { fileError, openFile } from '../open/open-file.ts'
import { createRowParser, type RowParser } from './row-parser.ts'
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
  const batches = new TextBatches(dialect, options)
  const { handle } = await openFile(path)
  try {
    for await (const block of blocksOf(handle, from?.byte ?? 0)) {
      signal?.throwIfAborted()
      yield* batches.push(block)
    }
    signal?.throwIfAborted()
    yield* batches.end()
  } catch (error) {
    throw fileError(error)
  } finally {
    await handle.close()
  }
}

/** The bytes of the file from there on. A block is good until the next but one is asked for. */
async function* blocksOf(handle: FileHandle, from: number): AsyncGenerator<Buffer> {
  let current = Buffer.allocUnsafeSlow(blockBytes)
  let next = Buffer.allocUnsafeSlow(blockBytes)
  let position = from
  let pending = handle.read(current, 0, blockBytes, position)
  try {
    for (;;) {
      const { bytesRead } = await pending
      if (bytesRead === 0) return
      position += bytesRead
      pending = handle.read(next, 0, blockBytes, position)
      yield current.subarray(0, bytesRead)
      ;[current, next] = [next, current]
    }
  } finally {
    // The file must not be closed under it.
    await pending.catch(() => undefined)
  }
}

/** Turns blocks of bytes into batches of rows. */
class TextBatches {
  private readonly signal: AbortSignal | undefined
  private readonly decoder: ReturnType<typeof createTextDecoder>
  private readonly lineEnd: ReturnType<typeof lineEndOf>
  private readonly parser: RowParser
  /** The rows that wait, and where they begin; undefined where that is not known. */
  private rows: SourceRow[] = []
  private start: RowPlace | undefined
  /** Where the rows after those begin. */
  private nextStart: RowPlace | undefined
  private bytesRead: number
  private bytesSent: number

  constructor(dialect: Dialect, { signal, from }: ReadOptions) {
    this.signal = signal
    this.decoder = createTextDecoder(dialect.encoding)
    this.lineEnd = lineEndOf(dialect.encoding)
    this.parser = createRowParser(from === undefined ? dialect : { ...dialect, skipLines: 0, firstLine: from.line })
    // A byte order mark is one at the beginning of the file alone.
    if (from !== undefined) this.decoder.write(this.lineEnd.bytes)
    this.start = from
    this.bytesRead = from?.byte ?? 0
    this.bytesSent = this.bytesRead
  }

  *push(block: Buffer): Generator<RowBatch> {
    const lastLineEnd = this.lineEnd.lastIn(block, block.length)
    this.nextStart = undefined
    let areSent = false
    for (let at = 0; at < block.length;) {
      const to = Math.min(at + chunkBytes, block.length, at < lastLineEnd ? lastLineEnd : block.length)
      yield* this.parse(block.subarray(at, to), to === lastLineEnd)
      at = to
      if (this.rows.length < batchRows) continue
      areSent = true
      yield* this.send()
    }
    // Once some of a block are sent, all are up to a known place: the next ones begin there.
    if (this.bytesRead - this.bytesSent >= batchBytes || (areSent && this.nextStart !== undefined)) yield* this.send()
  }

  *end(): Generator<RowBatch> {
    this.nextStart = undefined
    for (const added of this.parser.pushInParts(this.decoder.end(), true)) {
      if (this.rows.length >= largestBatchRows) yield* this.send()
      for (const row of added) this.rows.push(row)
    }
    yield* this.send()
  }

  /** Sends rows only where one piece of text has several parts: of these none but the last ends at a known place. */
  private *parse(chunk: Buffer, isUpToLineEnd: boolean): Generator<RowBatch> {
    let hasAdded = false
    for (const added of this.parser.pushInParts(this.decoder.write(chunk), false)) {
      if (hasAdded) {
        this.nextStart = undefined
        yield* this.send()
      }
      for (const row of added) this.rows.push(row)
      hasAdded = true
    }
    this.bytesRead += chunk.length
    const line = isUpToLineEnd ? this.parser.nextLine() : null
    if (line !== null) this.nextStart = { byte: this.bytesRead, line }
    else if (hasAdded) this.nextStart = undefined
  }

  /** All rows that wait; the next ones begin at `nextStart`. */
  private *send(): Generator<RowBatch> {
    const { rows, start, bytesRead } = this
    for (let at = 0; at < rows.length; at += largestBatchRows) {
      const batch = rows.length > largestBatchRows ? rows.slice(at, at + largestBatchRows) : rows
      yield at > 0 || start === undefined ? { rows: batch, bytesRead } : { rows: batch, bytesRead, start }
      this.signal?.throwIfAborted()
    }
    this.rows = []
    this.start = this.nextStart
    this.bytesSent = bytesRead
  }
}
