import { isAscii, isUtf8 } from 'node:buffer'
import type { EncodingName } from './encoding-names.ts'
import { likeliestEncoding } from './single-byte-encoding.ts'

export interface DetectedEncoding {
  encoding: EncodingName
  /** Nothing in the file says or proves it. */
  isGuess: boolean
}

/** The encoding that a byte order mark states, or null. */
export function encodingOfMark(head: Buffer): EncodingName | null {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
  if (starts(0xef, 0xbb, 0xbf)) return 'utf-8'
  if (starts(0xff, 0xfe, 0, 0)) return 'utf-32le'
  if (starts(0, 0, 0xfe, 0xff)) return 'utf-32be'
  if (starts(0xff, 0xfe)) return 'utf-16le'
  if (starts(0xfe, 0xff)) return 'utf-16be'
  return null
}

/** Within these bytes there is a separator, a line end or a Latin letter; what is plain at first and UTF-16 later was joined. */
const firstSigns = 512

/** UTF-16 without a mark shows in the zero bytes of its line ends, digits and Latin letters: from the start, all on the same side. */
export function unmarkedUtf16(head: Buffer): EncodingName | null {
  let evenZeros = 0
  let oddZeros = 0
  if (!head.subarray(0, firstSigns).includes(0)) return null
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (head[index] === 0) evenZeros++
    if (head[index + 1] === 0) oddZeros++
  }
  // One stray zero is no sign of it.
  const many = Math.max(2, head.length / 2 / 20)
  if (oddZeros > many && evenZeros * 20 < oddZeros) return 'utf-16le'
  if (evenZeros > many && oddZeros * 20 < evenZeros) return 'utf-16be'
  return null
}

/** The encoding of bytes without a mark, of which some are not ASCII. A character cut at the end does no harm. */
export function detectEncoding(sample: Buffer): DetectedEncoding {
  const whole = withoutCutCharacter(sample)
  if (isAscii(whole)) return { encoding: 'utf-8', isGuess: false }
  if (isUtf8(whole)) return { encoding: 'utf-8', isGuess: !isTelling(whole) }
  if (isMostlyUtf8(whole)) return { encoding: 'utf-8', isGuess: true }
  return { encoding: likeliestEncoding(linesBeyondAscii(whole)), isGuess: true }
}

function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
    if (byte < 0x80) break
  }
  return bytes
}

/** A letter of the scripts from Armenian to N'Ko within a Latin word, or a control character: two letters of an old encoding may look so. */
const accident = /\p{Script=Latin}[\u0530-\u07FF]|[\u0530-\u07FF]\p{Script=Latin}|[\u0080-\u009F]/gu

/** Whether valid UTF-8 is that for certain: other encodings hardly ever make sense in it, but for a letter in an odd place. */
function isTelling(bytes: Buffer): boolean {
  return /[^\x00-\x7F]/.test(bytes.toString('utf8').replace(accident, ''))
}

/** UTF-8 with some damage: at least ten whole characters for each broken one. */
function isMostlyUtf8(bytes: Buffer): boolean {
  let whole = 0
  let broken = 0
  for (const char of bytes.toString('utf8')) {
    if (char === '\uFFFD') broken++
    else if (char > '\x7F') whole++
  }
  return whole > broken * 10
}

/** Enough to tell; more only takes longer. */
const mostBytes = 4_096

function linesBeyondAscii(bytes: Buffer): Buffer {
  const lines: Buffer[] = []
  let chars = 0
  for (let start = 0; start < bytes.length && chars < mostBytes;) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline + 1
    const line = bytes.subarray(start, end)
    if (!isAscii(line)) {
      lines.push(line)
      chars += line.length
    }
    start = end
  }
  return Buffer.concat(lines).subarray(0, mostBytes)
}
