import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { AppError } from '../../model/errors.ts'

/** Text packs to a tenth, very even text to a fiftieth; only a file that was made to do harm unpacks to this. */
const mostRatio = 300
/** Up to here any ratio is fine: it does no harm. */
const harmlessBytes = 128 * 1024 * 1024
/** Room that is left on the drive for everything else. */
const reservedBytes = 512 * 1024 * 1024

/**
 * Passes bytes through, until they are more than any export of that packed size unpacks to (`file.unreadable`) or than the
 * drive of `target` has room for (`store.full`).
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
