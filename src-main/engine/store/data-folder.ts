import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { AppError } from '../model/errors.ts'

/** Makes a folder of the app's data, for its owner only, where it is not there yet. Throws `store.readonly` or `store.full`. */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (isFull(error)) throw fullError(error)
    throw new AppError(
      'store.readonly',
      `Rollcall cannot make the folder ${path}.`,
      'Give yourself write permission to the folder above it, or choose another data folder with --home.',
      { cause: error },
    )
  }
}

/**
 * Makes a file of the app's data, for its owner only, where it is not there yet; one that others may read is closed to them. What
 * SQLite puts beside it gets the same mode.
 */
export function makeDataFile(path: string): void {
  quietly(() => closeSync(openSync(path, 'a', 0o600)))
  for (const each of [path, `${path}-wal`, `${path}-shm`]) quietly(() => chmodSync(each, 0o600))
}

/** What cannot be done is no matter here: whoever opens the file says what is wrong with it. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    return
  }
}

/** What the system says of files in the words of the app; other errors pass through. */
export function asFolderError(error: unknown): unknown {
  if (isFull(error)) return fullError(error)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EFBIG') return limitedError(error)
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? readonlyError(error) : error
}

export function fullError(cause: unknown): AppError {
  return new AppError('store.full', 'The disk is full.', 'Make room, then go on: everything recorded so far is kept.', { cause })
}

/** A write failed though the folder may be written to: a limit for files or a quota is reached, or the drive has a fault. */
export function limitedError(cause: unknown): AppError {
  return new AppError(
    'store.full',
    'Rollcall cannot write to its data folder any more: the disk is full, files may not become any larger, or the drive has a fault.',
    'Make room or lift the limit, then go on: everything recorded so far is kept.',
    { cause },
  )
}

export function readonlyError(cause: unknown): AppError {
  return new AppError(
    'store.readonly',
    'Rollcall may not write to its data folder.',
    'Give yourself write permission to the folder, or choose another one with --home. What is there can be looked at and exported.',
    { cause },
  )
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
