import { isAscii } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../model/errors.ts'
import { type DetectedEncoding, detectEncoding, encodingOfMark, unmarkedUtf16 } from './detect-encoding.ts'
import { type EncodingName, requiredEncoding } from './encoding-names.ts'
import { unsupportedFormat, looksBinary } from '../open/unsupported-format.ts'
import { fileError, openFile } from '../open/open-file.ts'

/** How much of a file is looked at. */
export const headBytes = 1024 * 1024
/** How far a file that begins in plain ASCII is searched for its first other letter: a fifth of a second. */
const searchBytes = 256 * 1024 * 1024

/**
 * The encoding of a text file, as chosen or as its bytes say, and its beginning. Throws `file.binary` for what is no text
 * (naming the format), `recipe.invalid` for an encoding that is not known, other `file.*`, and the signal's reason.
 */
export async function findEncoding(path: string, chosen: string, signal?: AbortSignal): Promise<DetectedEncoding & { head: Buffer }> {
  signal?.throwIfAborted()
  const { handle, sizeBytes } = await openFile(path)
  try {
    const head = await readAt(handle, 0, headBytes)
    const unsupported = unsupportedFormat(head)
    if (unsupported) throw new AppError('file.binary', `This is ${unsupported.name}, which Rollcall cannot read.`, unsupported.hint)
    const encoding = chosen === 'auto' ? (encodingOfMark(head) ?? unmarkedUtf16(head)) : markedOr(requiredEncoding(chosen), head)
    if (looksBinary(head) && !encoding?.startsWith('utf-16') && !encoding?.startsWith('utf-32')) {
      throw new AppError(
        'file.binary',
        'This is not a text file.',
        'Export the contacts as CSV from the program they are in, and choose that file.',
      )
    }
    if (encoding) return { head, encoding, isGuess: false }
    return { head, ...detectEncoding(isAscii(head) ? await firstBeyondAscii(handle, sizeBytes, signal) : head) }
  } catch (error) {
    throw fileError(error)
  } finally {
    await handle.close()
  }
}

/**
 * A byte order mark leaves no doubt, whatever a recipe says that was made for another program's file. So failed rows, which
 * have one, keep every letter.
 */
function markedOr(chosen: EncodingName, head: Buffer): EncodingName {
  const marked = encodingOfMark(head)
  return marked === null || (marked === 'utf-8' && chosen.startsWith('utf-8')) ? chosen : marked
}

/** The first part of a file that is not plain ASCII, so that one accent in row 50,000 still decides the encoding. */
async function firstBeyondAscii(handle: FileHandle, sizeBytes: number, signal?: AbortSignal): Promise<Buffer> {
  for (let position = headBytes; position < Math.min(sizeBytes, searchBytes); position += headBytes) {
    signal?.throwIfAborted()
    const part = await readAt(handle, position, headBytes)
    if (!isAscii(part)) return part
  }
  return Buffer.alloc(0)
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
