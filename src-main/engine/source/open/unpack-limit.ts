import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { AppError } from '../../model/errors.ts'

/** Text shrinks to a tenth, very repetitive text to a fiftieth; only a malicious file exceeds this ratio. */
const mostRatio = 300
/** Up to this size any ratio is harmless. */
const harmlessBytes = 128 * 1024 * 1024
/** Space to leave on the drive for everything else. */
const reservedBytes = 512 * 1024 * 1024

/**
 * Passes bytes through until there are more than any export of that packed size could contain (throws `file.unreadable`) or than
 * fit on the drive of `target` (throws `store.full`).
 */
export async function unpackLimit(packedBytes: number, target: string): Promise<Transform> {
  const drive = await statfs(dirname(target)).catch(() => null)
  const room = drive === null ? Number.POSITIVE_INFINITY : Math.max(0, drive.bavail * drive.bsize - reservedBytes)
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > harmlessBytes && bytes > packedBytes * mostRatio) {
        done(
          new AppError(
            'file.unreadable',
            'The packed file unpacks to far more than any export: it may have been made to do harm.',
            'Ask where it comes from. If it is all right, unpack it yourself and choose the file that is inside.',
          ),
        )
      } else if (bytes > room) {
        done(
          new AppError(
            'store.full',
            'There is not enough room on the drive to unpack the file.',
            'Free some space, and choose the file again.',
          ),
        )
      } else done(null, chunk)
    },
  })
}
