import { closeSync, openSync, readSync } from 'node:fs'
import { cleanUp } from '../../files/patient-files.ts'
import { unescaped } from './escaped-text.ts'
import { writeBlock } from './text-writer.ts'
import { readXml } from './xml-events.ts'
import type { ZipParts } from './zip-parts.ts'

/** The texts that cells share, by number. */
export interface SharedStrings {
  get(index: number): string | undefined
  close(): Promise<void>
}

const stringsInBlock = 64
const headBytes = stringsInBlock * 4
/** Texts up to here stay in memory. */
const memoryBytes = 12 * 1024 * 1024
/** Blocks of the file that are kept at a time, each in a place that is used over and over: new memory for each would pile up. */
const cachedBlocks = 4_096
/** Longer ones take turns in one place. */
const longestCached = 8 * 1024
/** Texts that many cells share, and neighbours that use the same one. */
const hotStrings = 1 << 14
const longestHot = 200

/**
 * Reads all shared texts; rich text without its looks, readings of East Asian names left out. Memory is bounded: beyond 12 MB
 * they move to the file `spillPath`, which `close` removes. Throws `file.unreadable`.
 */
export async function readSharedStrings(
  parts: ZipParts,
  part: string | null,
  spillPath: string,
  signal?: AbortSignal,
): Promise<SharedStrings> {
  const table = createStringTable(spillPath)
  try {
    let text = ''
    let isInText = false
    let phonetic = 0
    if (part !== null) {
      await readXml(parts.read(part, signal), {
        open(name) {
          if (name === 'si') text = ''
          else if (name === 't') isInText = phonetic === 0
          else if (name === 'rPh') phonetic++
        },
        text(piece) {
          if (isInText) text += piece
        },
        close(name) {
          if (name === 'si') table.add(unescaped(text))
          else if (name === 't') isInText = false
          else if (name === 'rPh') phonetic--
        },
      })
    }
    table.finish()
  } catch (error) {
    await table.close()
    throw error
  }
  return table
}

function createStringTable(spillPath: string): SharedStrings & { add(text: string): void; finish(): void } {
  let pending: string[] = []
  let count = 0
  let bytes = 0
  let fd: number | null = null
  /** In memory the blocks themselves; in the file where each of them begins, and at last its end. */
  let blocks: Buffer[] = []
  const offsets: number[] = [0]
  const places = Array.from({ length: cachedBlocks + 1 }, () => ({ number: -1, bytes: Buffer.alloc(0) }))
  const hotNumbers = new Int32Array(hotStrings).fill(-1)
  const hotTexts = Array.from({ length: hotStrings }, () => '')

  function flush(): void {
    if (pending.length === 0) return
    const lengths = pending.map((text) => Buffer.byteLength(text))
    const block = Buffer.allocUnsafeSlow(headBytes + lengths.reduce((sum, length) => sum + length, 0))
    block.fill(0, 0, headBytes)
    let at = headBytes
    for (const [index, text] of pending.entries()) {
      block.writeUInt32LE(lengths[index] ?? 0, index * 4)
      at += block.write(text, at)
    }
    pending = []
    bytes += block.length
    offsets.push(bytes)
    if (fd !== null) writeBlock(fd, block)
    else {
      blocks.push(block)
      if (bytes > memoryBytes) {
        fd = openSync(spillPath, 'wx+', 0o600)
        for (const each of blocks) writeBlock(fd, each)
        blocks = []
      }
    }
  }

  function blockOf(number: number): Buffer | undefined {
    if (fd === null) return blocks[number]
    const start = offsets[number]
    const end = offsets[number + 1]
    if (start === undefined || end === undefined) return undefined
    const length = end - start
    const place = places[length > longestCached ? cachedBlocks : number % cachedBlocks]
    if (place === undefined || place.number === number) return place?.bytes
    place.number = -1
    if (place.bytes.length < length) place.bytes = Buffer.allocUnsafeSlow(Math.ceil(length / 1024) * 1024)
    for (let filled = 0; filled < length;) {
      const read = readSync(fd, place.bytes, filled, length - filled, start + filled)
      if (read === 0) throw new Error('The file of shared strings was cut.')
      filled += read
    }
    place.number = number
    return place.bytes
  }

  return {
    add(text) {
      pending.push(text)
      count++
      if (pending.length === stringsInBlock) flush()
    },
    finish: flush,
    get(index) {
      if (!(Number.isInteger(index) && index >= 0 && index < count)) return undefined
      const slot = index & (hotStrings - 1)
      if (hotNumbers[slot] === index) return hotTexts[slot]
      const block = blockOf(Math.floor(index / stringsInBlock))
      if (block === undefined) return undefined
      const place = index % stringsInBlock
      let start = headBytes
      for (let before = 0; before < place; before++) start += block.readUInt32LE(before * 4)
      const text = block.toString('utf8', start, start + block.readUInt32LE(place * 4))
      if (text.length <= longestHot) {
        hotNumbers[slot] = index
        hotTexts[slot] = text
      }
      return text
    },
    async close() {
      if (fd === null) return
      closeSync(fd)
      fd = null
      await cleanUp(spillPath)
    },
  }
}
