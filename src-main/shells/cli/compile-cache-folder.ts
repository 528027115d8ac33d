import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'

/**
 * Makes the folder one that only this user can write: Node runs what it finds in there. One that others could write is emptied first.
 * False where it belongs to somebody else, is no folder, or cannot be made: then nothing is to be kept or read there.
 */
export function isPrivateCacheFolder(folder: string): boolean {
  // Windows has no such modes: the permissions of the program's folder protect what is in it.
  if (process.platform === 'win32') return true
  try {
    const before = lstatSync(folder, { throwIfNoEntry: false })
    if (before !== undefined) {
      if (!before.isDirectory() || before.uid !== process.getuid?.()) return false
      if ((before.mode & 0o022) !== 0) {
        // First closed, so that nothing can be put back while it is emptied.
        chmodSync(folder, 0o700)
        rmSync(folder, { recursive: true })
      }
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    return true
  } catch {
    return false
  }
}
