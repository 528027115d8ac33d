import { closeSync, openSync, readSync } from 'node:fs'
import { cleanUp } from '../../files/patient-files.ts'
import { unescaped } from './cells/escaped-text.ts'
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
  const table = new StringTable(spillPath)
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

/** Texts by number, in blocks: in memory up to a size, then in a file of which some blocks are kept. */
class StringTable implements SharedStrings {
  private readonly spillPath: string
  private pending: string[] = []
  private count = 0
  private bytes = 0
  private fd: number | null = null
  /** In memory the blocks themselves; in the file where each of them begins, and at last its end. */
  private blocks: Buffer[] = []
  private readonly offsets: number[] = [0]
  private readonly places = Array.from({ length: cachedBlocks + 1 }, () => ({ number: -1, bytes: Buffer.alloc(0) }))
  private readonly hotNumbers = new Int32Array(hotStrings).fill(-1)
  private readonly hotTexts = Array.from({ length: hotStrings }, () => '')

  constructor(spillPath: string) {
    this.spillPath = spillPath
  }

  add(text: string): void {
    this.pending.push(text)
    this.count++
    if (this.pending.length === stringsInBlock) this.flush()
  }

  /** To be called after the last `add`. */
  finish(): void {
    this.flush()
  }

  get(index: number): string | undefined {
    if (!(Number.isInteger(index) && index >= 0 && index < this.count)) return undefined
    const slot = index & (hotStrings - 1)
    if (this.hotNumbers[slot] === index) return this.hotTexts[slot]
    const block = this.blockOf(Math.floor(index / stringsInBlock))
    if (block === undefined) return undefined
    const text = textIn(block, index % stringsInBlock)
    if (text.length <= longestHot) {
      this.hotNumbers[slot] = index
      this.hotTexts[slot] = text
    }
    return text
  }

  async close(): Promise<void> {
    if (this.fd === null) return
    closeSync(this.fd)
    this.fd = null
    await cleanUp(this.spillPath)
  }

  private flush(): void {
    if (this.pending.length === 0) return
    const block = blockWith(this.pending)
    this.pending = []
    this.bytes += block.length
    this.offsets.push(this.bytes)
    if (this.fd !== null) return writeBlock(this.fd, block)
    this.blocks.push(block)
    if (this.bytes > memoryBytes) this.spill()
  }

  private spill(): void {
    this.fd = openSync(this.spillPath, 'wx+', 0o600)
    for (const each of this.blocks) writeBlock(this.fd, each)
    this.blocks = []
  }

  private blockOf(number: number): Buffer | undefined {
    if (this.fd === null) return this.blocks[number]
    const start = this.offsets[number]
    const end = this.offsets[number + 1]
    if (start === undefined || end === undefined) return undefined
    const length = end - start
    const place = this.places[length > longestCached ? cachedBlocks : number % cachedBlocks]
    if (place === undefined || place.number === number) return place?.bytes
    place.number = -1
    if (place.bytes.length < length) place.bytes = Buffer.allocUnsafeSlow(Math.ceil(length / 1024) * 1024)
    for (let filled = 0; filled < length;) {
      const read = readSync(this.fd, place.bytes, filled, length - filled, start + filled)
      if (read === 0) throw new Error('The file of shared strings was cut.')
      filled += read
    }
    place.number = number
    return place.bytes
  }
}

/** A block of texts: the length of each in bytes, then the texts. */
function blockWith(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const block = Buffer.allocUnsafeSlow(headBytes + lengths.reduce((sum, length) => sum + length, 0))
  block.fill(0, 0, headBytes)
  let at = headBytes
  for (const [index, text] of texts.entries()) {
    block.writeUInt32LE(lengths[index] ?? 0, index * 4)
    at += block.write(text, at)
  }
  return block
}

function textIn(block: Buffer, place: number): string {
  let start = headBytes
  for (let before = 0; before < place; before++) start += block.readUInt32LE(before * 4)
  return block.toString('utf8', start, start + block.readUInt32LE(place * 4))
}
