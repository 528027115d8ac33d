import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { TextDecoder } from './text-decoder.ts'

/** Reads UTF-8 in which single bytes of Windows-1252 stand for letters. */
export function createMixedDecoder(): TextDecoder {
  let waiting: Buffer = Buffer.alloc(0)
  let isStart = true

  function decode(bytes: Buffer, isLast: boolean): string {
    const all = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
    const end = isLast ? all.length : all.length - cutLength(all)
    waiting = Buffer.from(all.subarray(end))
    const text = mixedText(all.subarray(0, end))
    if (text === '' || !isStart) return text
    isStart = false
    return text.startsWith('\uFEFF') ? text.slice(1) : text
  }

  return { write: (bytes) => decode(bytes, false), end: () => decode(Buffer.alloc(0), true) }
}

/** Bytes at the end that may be the beginning of a character. */
function cutLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc2 && byte <= 0xf4) return back < lengthAt(byte) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

function lengthAt(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

function mixedText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  let from = 0
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0
    const length = byte < 0x80 ? 1 : lengthAt(byte)
    if (byte < 0x80 || (length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)))) {
      at += length
      continue
    }
    text += bytes.toString('utf8', from, at) + iconv.decode(bytes.subarray(at, at + 1), 'windows-1252')
    at += 1
    from = at
  }
  return text + bytes.toString('utf8', from)
}
