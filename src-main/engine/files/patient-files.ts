import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { readFileSync, renameSync, rmSync } from 'node:fs'

/**
 * Opens, reads, renames, replaces and removes files with patience. On Windows a virus scanner, an indexer or a spreadsheet holds a fresh file
 * for moments, and what touches it meanwhile fails. See `docs/decisions/patient-files.md`.
 */

/** How long a file may be held before it counts as held for good. */
export const patienceMs = 1500
const firstPauseMs = 10
const longestPauseMs = 150

const heldCodes: unknown[] = ['EPERM', 'EACCES', 'EBUSY']

/** The part of a clock that waiting needs; tests pass their own. */
export interface Waiting {
  monotonicMs(): number
  sleep(delayMs: number): Promise<void>
}

const realTime: Waiting = {
  monotonicMs: () => performance.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
}

/** Whether the error is what a file gives that another program holds at this moment, or that may not be touched at all. */
export function isHeld(error: unknown): boolean {
  return error instanceof Error && 'code' in error && heldCodes.includes(error.code)
}

/**
 * Whether SQLite may have met a file that another program holds. On Windows it opens a database, or its log, that is held for
 * reading only and says so at the first write, and cannot open a held index at all.
 */
export function isHeldDatabase(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return isHeld(error) || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN'
}

/** Tries again for as long as the file is held, for at most `patienceMs`. Throws the last error. */
export async function patiently<T>(attempt: () => Promise<T>, waiting: Waiting = realTime): Promise<T> {
  const untilMs = waiting.monotonicMs() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isHeld(error) || waiting.monotonicMs() + pauseMs > untilMs) throw error
      await waiting.sleep(pauseMs)
    }
  }
}

/** Opens a file for reading; the caller closes it. */
export function openPatiently(path: string, waiting?: Waiting): Promise<FileHandle> {
  return patiently(() => open(path), waiting)
}

/** The text of a small file. */
export function readPatiently(path: string, waiting?: Waiting): Promise<string> {
  return patiently(() => readFile(path, 'utf8'), waiting)
}

/** Gives a file its place, over one that is there. */
export function renamePatiently(from: string, to: string, waiting?: Waiting): Promise<void> {
  return patiently(() => rename(from, to), waiting)
}

/** Removes a file or a folder with all that is in it; what is not there is removed already. */
export function removePatiently(path: string, waiting?: Waiting): Promise<void> {
  return patiently(() => rm(path, { recursive: true, force: true }), waiting)
}

/** Removes what is no longer of use. Never fails: what cannot be removed now is tidied at a later start. */
export async function cleanUp(path: string, waiting?: Waiting): Promise<void> {
  await removePatiently(path, waiting).catch(() => {}) // nobody waits for it
}

/** Tries again as `patiently` does, where nothing can be awaited. Holds the thread up, so it is for the engine's own. */
export function patientlySync<T>(attempt: () => T, isWorthWaiting: (error: unknown) => boolean = isHeld): T {
  const untilMs = performance.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return attempt()
    } catch (error) {
      if (!isWorthWaiting(error) || performance.now() + pauseMs > untilMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}

/** The text of a small file. */
export function readPatientlySync(path: string): string {
  return patientlySync(() => readFileSync(path, 'utf8'))
}

/** Gives a file its place, over one that is there. */
export function renamePatientlySync(from: string, to: string): void {
  patientlySync(() => renameSync(from, to))
}

/** Removes a file or a folder with all that is in it, where that has to succeed; what is not there is removed already. */
export function removePatientlySync(path: string): void {
  patientlySync(() => rmSync(path, { recursive: true, force: true }))
}

/** Removes a file that is no longer of use. Never fails, and does not wait: what cannot be removed now is tidied at a later start. */
export function cleanUpSync(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    return // tidied at a later start
  }
}
