import { createHash } from 'node:crypto'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUp, patiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { fileError, openFile } from './open-file.ts'
import { partPathOf } from './part-path.ts'

export interface StoredCopy {
  sha256: string
  sizeBytes: number
  storedPath: string
}

export interface CopyOptions {
  signal?: AbortSignal
  onProgress?: (bytesCopied: number, bytesTotal: number) => void
}

const chunkBytes = 1024 * 1024

/**
 * Copies a file into one of Rollcall's own folders, named by its SHA-256 (hexadecimal) and readable only by its owner. The copy
 * appears completely or not at all. Throws `file.not_found`, `file.unreadable`, `file.empty`, `store.full`,
 * `store.readonly`, and the signal's reason.
 */
export async function copyAndHash(path: string, targetFolder: string, options: CopyOptions = {}): Promise<StoredCopy> {
  options.signal?.throwIfAborted()
  const source = await openFile(path)
  const partPath = partPathOf(join(targetFolder, 'copy'))
  try {
    await storing(() => mkdir(targetFolder, { recursive: true, mode: 0o700 }))
    const target = await storing(() => open(partPath, 'wx', 0o600))
    const hash = createHash('sha256')
    let sizeBytes = 0
    try {
      for await (const chunk of chunksOf(source.handle, options.signal)) {
        hash.update(chunk)
        await storing(() => target.writeFile(chunk))
        sizeBytes += chunk.length
        options.onProgress?.(sizeBytes, Math.max(sizeBytes, source.sizeBytes))
      }
      await storing(() => target.sync())
      options.signal?.throwIfAborted()
    } finally {
      await target.close()
    }
    const sha256 = hash.digest('hex')
    const storedPath = join(targetFolder, sha256)
    // Windows refuses to replace a file that is being read, but then the same bytes are there already.
    await storing(() => patiently(() => rename(partPath, storedPath).catch((error) => keepExisting(storedPath, sizeBytes, error))))
    return { sha256, sizeBytes, storedPath }
  } catch (error) {
    throw fileError(error)
  } finally {
    await source.handle.close()
    // Gone after the rename; where the folder itself is at fault there is nothing to remove.
    await cleanUp(partPath)
  }
}

async function keepExisting(storedPath: string, sizeBytes: number, error: unknown): Promise<void> {
  const existing = await stat(storedPath).catch(() => null)
  if (existing?.size !== sizeBytes) throw error
}

/** The SHA-256 of a file in hexadecimal. Throws as `copyAndHash` does. */
export async function hashFile(path: string, options: { signal?: AbortSignal } = {}): Promise<string> {
  const { handle } = await openFile(path)
  try {
    const hash = createHash('sha256')
    for await (const chunk of chunksOf(handle, options.signal)) hash.update(chunk)
    return hash.digest('hex')
  } catch (error) {
    throw fileError(error)
  } finally {
    await handle.close()
  }
}

/** Each chunk is valid only until the next one is requested. */
async function* chunksOf(handle: Awaited<ReturnType<typeof openFile>>['handle'], signal?: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(chunkBytes)
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** Distinguishes errors of the target from errors of the source file. */
async function storing<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new AppError(
        'store.full',
        'There is no room left on the drive for a copy of the file.',
        'Free some space, and choose the file again.',
        { cause: error },
      )
    }
    throw new AppError(
      'store.readonly',
      'Rollcall could not keep a copy of the file in its own folder.',
      'Check that you may write to the folder of Rollcall’s data.',
      { cause: error },
    )
  }
}
