import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { isObject } from '../http/json-text.ts'

/** The encodings that Rollcall asks for; it accepts others that it can decode. */
export const acceptedEncodings = 'gzip, deflate'

export type AnswerText = { kind: 'text'; text: string } | { kind: 'too_large' } | { kind: 'damaged' }

const decoder = new TextDecoder('utf-8')

/** The text of an answer's body, decompressed as `content-encoding` says to at most `maxBytes`. */
export function answerText(chunks: readonly Buffer[], contentEncoding: string | null, maxBytes: number): AnswerText {
  const [only] = chunks
  if (only === undefined) return { kind: 'text', text: '' }
  let bytes = chunks.length === 1 ? only : Buffer.concat(chunks)
  try {
    for (const name of encodingsOf(contentEncoding)) bytes = decompress(name, bytes, maxBytes)
  } catch (error) {
    const isTooLarge = isObject(error) && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { kind: isTooLarge ? 'too_large' : 'damaged' }
  }
  return { kind: 'text', text: decoder.decode(bytes) }
}

/** In the order in which they have to be undone. */
function encodingsOf(contentEncoding: string | null): string[] {
  return (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .reverse()
}

function decompress(name: string, bytes: Buffer, maxOutputLength: number): Buffer {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, { maxOutputLength })
    case 'deflate':
      // Some servers leave out the header that the name promises: its first byte has 8 in the lower half.
      return ((bytes[0] ?? 0) & 15) === 8 ? inflateSync(bytes, { maxOutputLength }) : inflateRawSync(bytes, { maxOutputLength })
    case 'br':
      return brotliDecompressSync(bytes, { maxOutputLength })
    default:
      return bytes
  }
}
