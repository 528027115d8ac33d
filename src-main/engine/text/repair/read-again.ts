import { isUtf8 } from 'node:buffer'
import { windows1252 } from './code-pages.ts'

/** The mark that begins a file in UTF-8, read as Windows-1252. */
const misreadMark = 'ï»¿'

/** Whether a file's first cell says that all of the file was UTF-8, and a program read it as Windows-1252. */
export function isMisread(firstCell: string): boolean {
  return firstCell.startsWith(misreadMark)
}

/** A cell of such a file as it was meant. One that cannot be misread UTF-8, because somebody wrote it since, stays as it is. */
export function readAgain(text: string): string {
  if (!/[\u0080-\uFFFF]/.test(text)) return text
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at++) {
    const byte = text.charCodeAt(at) < 0x80 ? text.charCodeAt(at) : windows1252.byteOf.get(text.charAt(at))
    if (byte === undefined) return text
    bytes[at] = byte
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

/** The first cell without the mark, and without quotation marks that were taken for text because the mark stood before them. */
export function readFirstAgain(text: string): string {
  return readAgain(text)
    .replace(/^\uFEFF/, '')
    .replace(/^"(.*)"$/s, '$1')
}
