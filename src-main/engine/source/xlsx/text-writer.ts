import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { AppError } from '../../model/errors.ts'

/** As small as the pieces that are read, and for the same reason: see `zip-parts.ts`. */
const flushChars = 32 * 1024

/** Writes text to a new file, without waiting: memory stays small however much is written between two reads. */
export interface TextWriter {
  write(text: string): void
  /** Brings everything to the drive and closes the file; the bytes that were written. */
  finish(): number
  /** Closes the file as it is. */
  close(): void
}

/** Throws `store.full` and `store.readonly`. */
export function createTextWriter(path: string): TextWriter {
  let fd: number | null = storing(() => openSync(path, 'wx', 0o600))
  let pending: string[] = []
  let chars = 0
  let bytes = 0

  function flush(): void {
    const block = Buffer.from(pending.join(''))
    pending = []
    chars = 0
    bytes += block.length
    writeBlock(fd, block)
  }

  function close(): void {
    if (fd !== null) closeSync(fd)
    fd = null
  }

  return {
    write(text) {
      pending.push(text)
      chars += text.length
      if (chars >= flushChars) flush()
    },
    finish() {
      flush()
      storing(() => fsyncSync(fd ?? -1))
      close()
      return bytes
    },
    close,
  }
}

/** Writes all of the bytes. Throws `store.full` and `store.readonly`. */
export function writeBlock(fd: number | null, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += storing(() => writeSync(fd ?? -1, bytes, at))
}

function storing<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new AppError(
        'store.full',
        'There is no room left on the drive for the rows of the workbook.',
        'Free some space, and choose the file again.',
        { cause: error },
      )
    }
    throw new AppError(
      'store.readonly',
      'Rollcall could not keep the rows of the workbook in its own folder.',
      'Check that you may write to the folder of Rollcall’s data.',
      { cause: error },
    )
  }
}
