import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { cleanUpSync, renamePatientlySync } from '../../files/patient-files.ts'

/** A checksum of each page of a database, as it was when it was last closed. */
export interface PageSums {
  /** Of the database; see `marker.ts`. */
  generation: number
  pageSize: number
  sums: Uint32Array
}

const magic = 0x52435053 // RCPS
const headerWords = 4
const readBytes = 4 * 1024 * 1024

/** The page size that the header names; null where the file does not begin as a database does. */
export function pageSizeOf(start: Buffer): number | null {
  if (start.length < 100 || start.toString('latin1', 0, 16) !== 'SQLite format 3\0') return null
  const size = start.readUInt16BE(16)
  const bytes = size === 1 ? 65536 : size
  return bytes >= 512 && (bytes & (bytes - 1)) === 0 ? bytes : null
}

/** The first bytes of a file, which are a database's header. */
export function readStart(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(100)
    return start.subarray(0, readSync(file, start, 0, start.length, 0))
  } finally {
    closeSync(file)
  }
}

/** Reads the whole file: some half a second for a gigabyte that is in the system's memory. */
export function sumPages(path: string, pageSize: number): Uint32Array {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(readBytes)
    const sums: number[] = []
    for (let position = 0; ;) {
      const read = readSync(file, buffer, 0, readBytes, position)
      for (let at = 0; at < read; at += pageSize) sums.push(crc32(buffer.subarray(at, Math.min(at + pageSize, read))))
      if (read < readBytes) return Uint32Array.from(sums)
      position += read
    }
  } finally {
    closeSync(file)
  }
}

/** Written whole or not at all. Throws what writing throws. */
export function writePageSums(path: string, { generation, pageSize, sums }: PageSums): void {
  const words = new Uint32Array(headerWords + sums.length + 1)
  words.set([magic, generation, pageSize, sums.length])
  words.set(sums, headerWords)
  const bytes = Buffer.from(words.buffer)
  words[words.length - 1] = crc32(bytes.subarray(0, bytes.length - 4))
  const temporary = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, bytes, { mode: 0o600 })
    renamePatientlySync(temporary, path)
  } catch (error) {
    cleanUpSync(temporary)
    throw error
  }
}

/** Null where there are none, or they are damaged themselves. */
export function readPageSums(path: string): PageSums | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return null
  }
  if (bytes.length < (headerWords + 1) * 4 || bytes.length % 4 !== 0) return null
  const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  const [first, generation, pageSize, count] = words
  if (first !== magic || generation === undefined || pageSize === undefined || count !== words.length - headerWords - 1) return null
  if (crc32(bytes.subarray(0, bytes.length - 4)) !== words.at(-1)) return null
  return { generation, pageSize, sums: words.subarray(headerWords, headerWords + count) }
}
