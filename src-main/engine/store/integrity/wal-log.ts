import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/**
 * SQLite's write-ahead log, read without SQLite: by itself it takes a log that was damaged for one that ends earlier, and says
 * nothing (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
 */
export interface WalLog {
  pageSize: number
  /** How often the log was begun anew since it was made; 0: it holds every page that was written since. */
  checkpointSequence: number
  /** Frames up to the last transaction that is whole. */
  committedFrames: number
  /** Of each page that a whole transaction wrote, the place of its newest bytes in the log. */
  pages: ReadonlyMap<number, number>
  /** How many pages the database has after the last whole transaction; null where there is none. */
  databasePages: number | null
  /** Whether frames of a later transaction lie behind the place where the log breaks off. */
  hasLostFrames: boolean
}

const headerBytes = 32
const frameHeaderBytes = 24
const framesAtOnce = 256

/** Null where there is no log, or an empty one; `unreadable` where it does not begin as one does. */
export function readWalLog(path: string): WalLog | 'unreadable' | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const { size } = fstatSync(file)
    if (size === 0) return null
    return size < headerBytes ? 'unreadable' : readFrames(file, size)
  } finally {
    closeSync(file)
  }
}

function readFrames(file: number, size: number): WalLog | 'unreadable' {
  const header = Buffer.alloc(headerBytes)
  readSync(file, header, 0, headerBytes, 0)
  const magic = header.readUInt32BE(0)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return 'unreadable'
  const isBigEndian = (magic & 1) === 1
  const pageSize = header.readUInt32BE(8)
  let sum = addChecksum([0, 0], header, 0, 24, isBigEndian)
  if (sum[0] !== header.readUInt32BE(24) || sum[1] !== header.readUInt32BE(28)) return 'unreadable'
  if (pageSize < 512 || pageSize > 65536) return 'unreadable'

  const frameBytes = frameHeaderBytes + pageSize
  const pages = new Map<number, number>()
  let uncommitted: [page: number, place: number][] = []
  let committedFrames = 0
  let databasePages: number | null = null
  let isBroken = false
  let hasLostFrames = false
  const buffer = Buffer.alloc(frameBytes * framesAtOnce)
  const frames = Math.floor((size - headerBytes) / frameBytes)
  for (let first = 0; first < frames; first += framesAtOnce) {
    const count = Math.min(framesAtOnce, frames - first)
    const read = readSync(file, buffer, 0, count * frameBytes, headerBytes + first * frameBytes)
    for (let at = 0; at + frameBytes <= read; at += frameBytes) {
      const isOfThisLog = buffer.compare(header, 16, 24, at + 8, at + 16) === 0
      const sizeAfter = buffer.readUInt32BE(at + 4)
      if (isBroken) {
        hasLostFrames ||= isOfThisLog && sizeAfter > 0
        continue
      }
      sum = addChecksum(sum, buffer, at, at + 8, isBigEndian)
      sum = addChecksum(sum, buffer, at + frameHeaderBytes, at + frameBytes, isBigEndian)
      isBroken = !isOfThisLog || sum[0] !== buffer.readUInt32BE(at + 16) || sum[1] !== buffer.readUInt32BE(at + 20)
      if (isBroken) continue
      const frame = first + at / frameBytes
      uncommitted.push([buffer.readUInt32BE(at), headerBytes + frame * frameBytes + frameHeaderBytes])
      if (sizeAfter === 0) continue
      for (const [page, place] of uncommitted) pages.set(page, place)
      uncommitted = []
      committedFrames = frame + 1
      databasePages = sizeAfter
    }
  }
  return { pageSize, checkpointSequence: header.readUInt32BE(12), committedFrames, pages, databasePages, hasLostFrames }
}

function addChecksum([a, b]: [number, number], bytes: Buffer, from: number, to: number, isBigEndian: boolean): [number, number] {
  let [first, second] = [a, b]
  for (let at = from; at < to; at += 8) {
    first = (first + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + second) >>> 0
    second = (second + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + first) >>> 0
  }
  return [first, second]
}

/**
 * How many frames of this log were committed as SQLite's index of it, which outlives a process that is killed, has it
 * (https://www.sqlite.org/walformat.html#the_wal_index_file_format). Null where it tells nothing, or is of another log.
 */
export function indexedFrames(walPath: string, indexPath: string): number | null {
  const index = read(indexPath)
  const log = read(walPath)
  if (index === null || log === null || index.length < 96 || log.length < headerBytes) return null
  if (index.compare(index, 0, 48, 48, 96) !== 0 || index[12] !== 1) return null
  // Both keep the salts as the same bytes.
  return index.compare(log, 16, 24, 32, 40) === 0 ? index.readUInt32LE(16) : null
}

function read(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r')
    try {
      const start = Buffer.alloc(136)
      return start.subarray(0, readSync(file, start, 0, start.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
