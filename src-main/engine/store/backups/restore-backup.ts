import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { cleanUpSync, renamePatiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { asFolderError, makeDataFolder } from '../data-folder.ts'
import { bootedAtMs, lookInto } from '../integrity/inspect-database.ts'
import { countOpening, writeClosed } from '../integrity/kept-store.ts'
import { type Marker, readMarker, writeMarker } from '../integrity/marker.ts'
import { asStoreError, openStore } from '../open-store.ts'
import { isGone, splitOwner, thisProcess } from '../process-owner.ts'
import { type Backup, listBackups } from './backup-files.ts'
import { markRestored } from './restored-mark.ts'

export interface Restored {
  /** What was restored; null where the present file was taken as it is. */
  backup: Backup | null
  /** What Rollcall did since then may be missing. */
  sinceMs: number
  /** Where the database lies that was there before; null where there was none. */
  keptIn: string | null
}

/**
 * Puts a backup (`name`; the newest where that is null) in the place of the database, which nobody may have open. The database
 * that was there is kept, in a folder of its own. Afterwards the records say since when something may be missing. Throws
 * `usage` where there is no such backup, `store.damaged` where it cannot be read, `run.locked`, and what files throw.
 */
export async function restoreBackup(databasePath: string, name: string | null, nowMs: number): Promise<Restored> {
  const all = listBackups(databasePath)
  const backup = name === null ? all[0] : all.find((one) => one.name === name)
  if (backup === undefined) {
    throw name === null
      ? new AppError(
          'usage',
          'There is no backup of this account.',
          'With "--as-is" the present file is taken, where it can still be read.',
        )
      : new AppError('usage', `There is no backup "${name}".`, 'See "rollcall backups".')
  }
  return replaceDatabase(databasePath, backup.madeAtMs, nowMs, backup, async (fresh) => {
    try {
      await pipeline(createReadStream(backup.path), createGunzip(), createWriteStream(fresh, { mode: 0o600 }))
    } catch (error) {
      throw unpackingError(backup, error)
    }
    if (lookInto(fresh).problem !== null) throw unusable(backup, null)
  })
}

/**
 * Takes the present database as it is, though it is not as Rollcall left it. Throws `store.damaged` where records of it cannot be
 * read.
 */
export async function acceptDatabase(databasePath: string, nowMs: number): Promise<Restored> {
  const marker = readMarker(databasePath)
  const sinceMs = marker === null || marker === 'unreadable' ? 0 : marker.sinceMs
  return replaceDatabase(databasePath, sinceMs, nowMs, null, async (fresh) => {
    if (!existsSync(databasePath)) throw new AppError('usage', 'There is no file rollcall.db to take.', 'Restore a backup instead.')
    if (!statSync(databasePath).isFile())
      throw new AppError('usage', 'There is a folder in the place of the file rollcall.db.', 'Restore a backup instead.')
    // SQLite takes an empty file for a new database: nothing of what was imported would be known.
    if (statSync(databasePath).size === 0)
      throw new AppError('usage', 'The file rollcall.db is empty: there is nothing to take.', 'Restore a backup instead.')
    await copyFile(databasePath, fresh)
    if (existsSync(`${databasePath}-wal`)) await copyFile(`${databasePath}-wal`, `${fresh}-wal`)
    const { problem } = lookInto(fresh)
    if (problem === null) return
    throw new AppError(
      'store.damaged',
      'The data of this account cannot be taken as it is: some of its records cannot be read.',
      'Restore a backup, or sign in under a new account name.',
    )
  })
}

async function replaceDatabase(
  databasePath: string,
  sinceMs: number,
  nowMs: number,
  backup: Backup | null,
  fill: (fresh: string) => Promise<void>,
): Promise<Restored> {
  refuseWhileOpen(databasePath)
  const fresh = `${databasePath}.restoring`
  const remove = () => ['', '-wal', '-shm'].forEach((end) => cleanUpSync(`${fresh}${end}`))
  remove()
  try {
    await fill(fresh)
    const generation = prepare(fresh, databasePath, sinceMs, nowMs)
    const before = readMarker(databasePath)
    const marker: Marker = {
      state: 'closing',
      generation,
      sinceMs: nowMs,
      bootedAtMs: bootedAtMs(nowMs),
      owners: [],
      forgottenAtMs: before === null || before === 'unreadable' ? null : before.forgottenAtMs,
    }
    writeMarker(databasePath, marker)
    const keptIn = await keepPresent(databasePath, nowMs)
    await renamePatiently(fresh, databasePath)
    writeClosed(databasePath, marker)
    return { backup, sinceMs, keptIn }
  } finally {
    remove()
  }
}

/** Brings the restored database to the present version, marks it, and answers its generation. */
function prepare(fresh: string, databasePath: string, sinceMs: number, nowMs: number): number {
  const store = openStore(fresh)
  try {
    markRestored(store, sinceMs, nowMs)
    return countOpening(store, databasePath)
  } finally {
    store.close()
  }
}

/** Moves what is there into a folder of its own. Nothing is ever removed from there but by forgetting. */
async function keepPresent(databasePath: string, nowMs: number): Promise<string | null> {
  const files = ['', '-wal', '-shm'].filter((end) => existsSync(`${databasePath}${end}`))
  if (files.length === 0) return null
  const stamp = timeStamp(nowMs)
  let folder = join(keptFolder(databasePath), stamp)
  for (let count = 2; existsSync(folder); count += 1) folder = join(keptFolder(databasePath), `${stamp}-${count}`)
  makeDataFolder(folder)
  // The log before the database: alone it is of no harm, a database without it would look older.
  for (const end of files.toReversed()) await renamePatiently(`${databasePath}${end}`, join(folder, `rollcall.db${end}`))
  return folder
}

/** A moment as it stands in names of files and folders, such as 20261122T140312Z. */
export function timeStamp(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Where databases are kept in whose place a backup was put. */
export const keptFolder = (databasePath: string): string => join(dirname(databasePath), 'replaced')

function refuseWhileOpen(databasePath: string): void {
  const marker = readMarker(databasePath)
  if (marker === null || marker === 'unreadable') return
  const other = marker.owners.find((owner) => owner !== thisProcess && !isGone(owner))
  if (other === undefined) return
  const [computer, pid] = splitOwner(other)
  throw new AppError(
    'run.locked',
    `This account is open in another window or command (process ${pid ?? 'unknown'} on "${computer}").`,
    'Close it there, then try again.',
  )
}

/** What kept a backup from being unpacked: the folder may be at fault, too. */
export function unpackingError(backup: Pick<Backup, 'name'>, error: unknown): AppError {
  const known = asStoreError(asFolderError(error))
  return known instanceof AppError ? known : unusable(backup, error)
}

function unusable(backup: Pick<Backup, 'name'>, cause: unknown): AppError {
  return new AppError('store.damaged', `The backup "${backup.name}" is damaged itself.`, 'Choose an older one: see "rollcall backups".', {
    cause,
  })
}
