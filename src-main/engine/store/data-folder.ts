import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { AppError } from '../model/errors.ts'

/** Makes a folder of the app's data, for its owner only, where it is not there yet. Throws `store.readonly` or `store.full`. */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      throw new AppError('store.full', 'The disk is full.', 'Make room, then go on: everything recorded so far is kept.', { cause: error })
    }
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
