import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { removeCopies } from '../source/open/remove-copies.ts'
import { allBackups } from '../store/backups/backup-files.ts'
import { removeBackup } from '../store/backups/make-backup.ts'
import { keptFolder, timeStamp } from '../store/backups/restore-backup.ts'
import { readMarker, writeMarker } from '../store/integrity/marker.ts'
import type { Store } from '../store/open-store.ts'
import { createSettings } from '../store/settings.ts'
import { tablesOf } from '../store/tables.ts'

/** When something was forgotten last: backups of before are not to be kept. */
const forgottenAtKey = 'forgottenAt'
/** Names of copies that are to go, as long as they are there. */
const copiesKey = 'forgottenCopies'

/** Removes a file or a folder with all that is in it; throws where that cannot be done. */
export type Remove = (path: string) => void

const removeAtOnce: Remove = (path) => rmSync(path, { recursive: true, force: true })

/** What could not be removed, as another program has it open: it goes when the account is opened the next time. */
export interface LeftBehind {
  copies: number
  backups: number
}

/**
 * Says that backups of before hold what must not come back, and which copies go. To be called in the transaction that removes what they
 * hold from the database: whatever happens afterwards, `removeForgotten` finds it.
 */
export function noteForgetting(store: Store, nowMs: number, copies: readonly string[] = []): void {
  const settings = createSettings(store)
  settings.set(forgottenAtKey, nowMs)
  if (copies.length > 0) settings.set(copiesKey, [...new Set([...copiesToGo(store), ...copies])])
}

/**
 * Removes the copies of what was forgotten, and backups of before, also where that was interrupted. Never fails because of one that cannot be
 * removed: it stays noted.
 */
export function removeForgotten(store: Store, filesFolder: string, remove: Remove = removeAtOnce): LeftBehind {
  const atMs = forgottenAtMs(store)
  const copies = copiesToGo(store).filter((name) => !isCopyGone(store, filesFolder, { name, atMs: atMs ?? 0 }, remove))
  return { copies: copies.length, backups: removeBackupsOfBefore(store, remove) }
}

function forgottenAtMs(store: Store): number | null {
  return createSettings(store).get(forgottenAtKey, z.int())
}

function copiesToGo(store: Store): string[] {
  return createSettings(store).get(copiesKey, z.array(z.string())) ?? []
}

/** Whoever opens the same bytes meanwhile either keeps the copy or finds it missing, and copies again: hence the transaction. */
function isCopyGone(store: Store, folder: string, { name, atMs }: { name: string; atMs: number }, remove: Remove): boolean {
  const isGone = store.transaction(() => {
    const isOpenedAgain = tablesOf(store)
      .files.openedSince(atMs)
      .some((path) => name === basename(path) || name.startsWith(`${basename(path)}.`) || name.startsWith(`${basename(path)}-`))
    if (!isOpenedAgain && !isRemoved(() => removeCopies(folder, [name], remove))) return false
    const rest = copiesToGo(store).filter((other) => other !== name)
    if (rest.length === 0) createSettings(store).remove(copiesKey)
    else createSettings(store).set(copiesKey, rest)
    return true
  })
  return isGone.immediate()
}

/** Removes backups that hold what was forgotten. Answers how many could not be removed. */
export function removeBackupsOfBefore(store: Store, remove: Remove = removeAtOnce): number {
  const atMs = forgottenAtMs(store)
  if (atMs === null) return 0
  const marker = readMarker(store.name)
  if (marker !== null && marker !== 'unreadable' && marker.forgottenAtMs !== atMs)
    isRemoved(() => writeMarker(store.name, { ...marker, forgottenAtMs: atMs })) // else at the next start, as everything here
  const before = allBackups(store.name).filter(({ madeAtMs }) => madeAtMs < atMs)
  for (const backup of before) removeBackup(backup)
  const replaced = keptFolder(store.name)
  // Their names are the moments at which they were replaced.
  const kept = existsSync(replaced) ? readdirSync(replaced).filter((name) => name <= `${timeStamp(atMs)}~`) : []
  const left = kept.filter((name) => !isRemoved(() => remove(join(replaced, name))))
  return before.filter(({ path }) => existsSync(path)).length + left.length
}

function isRemoved(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false // told to whoever forgets, and tried again at the next start
  }
}
