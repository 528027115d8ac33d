import { createReadStream, createWriteStream, statfsSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { cleanUpSync, renamePatientlySync } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { makeDataFolder } from '../data-folder.ts'
import type { Store } from '../open-store.ts'
import { isGone, thisProcess } from '../process-owner.ts'
import { allBackups, type Backup, type BackupNote, backupsFolder, namesIn, notePath } from './backup-files.ts'

/** Pages of 4 kB that are copied before other work has its turn: some milliseconds. */
const pagesAtOnce = 500
/** Another program that writes all the time makes SQLite begin anew; after that long it is left for the next time. */
const longestMs = 5 * 60 * 1000
/** What is to be left free on the disk beside the backup. */
const spareBytes = 64 * 1024 * 1024

/** A note without its backup is no longer about to get one. */
const staleMs = 60 * 60 * 1000

const newestKept = 3
const daysKept = 4
/** All backups of an account together take no more; the newest is kept whatever it takes. */
export const mostBackupBytes = 1024 * 1024 * 1024

interface BackupOptions {
  because: BackupNote['because']
  nowMs: number
  signal?: AbortSignal
}

/**
 * Copies the database with SQLite's backup API, in pieces between which other work goes on, packs the copy, and removes older
 * backups. What is
 * not finished has another name, so that it is never taken for a backup. Throws the signal's reason, `store.full`,
 * `store.readonly`, and what SQLite throws.
 */
export async function makeBackup(store: Store, { because, nowMs, signal }: BackupOptions): Promise<Backup> {
  const folder = backupsFolder(store.name)
  makeDataFolder(folder)
  tidyParts(folder)
  refuseWithoutRoom(folder, statSync(store.name).size)
  const name = freeName(folder, nowMs)
  const path = join(folder, name)
  const part = join(folder, `${name}.${thisProcess.replace(/^.*:/, '')}.part`)
  const startedMs = performance.now()
  try {
    await store.backup(part, {
      progress: () => {
        signal?.throwIfAborted()
        if (performance.now() - startedMs > longestMs)
          throw new AppError('cancelled', 'The backup took too long: another program writes all the time.', 'It is made the next time.')
        return pagesAtOnce
      },
    })
    const packed = `${part}.gz.part`
    // The quickest level: to a fifth or so. Packing has threads of its own.
    await pipeline(
      createReadStream(part),
      createGzip({ level: 1 }),
      createWriteStream(packed, { mode: 0o600 }),
      ...(signal ? [{ signal }] : []),
    )
    await sync(packed)
    const runs = store.prepare<[], number>('SELECT count(*) FROM runs').pluck().get() ?? 0
    const note: BackupNote = { madeAtMs: nowMs, because, sizeBytes: statSync(packed).size, databaseBytes: statSync(part).size, runs }
    writeFileSync(notePath(path), JSON.stringify(note), { mode: 0o600 })
    renamePatientlySync(packed, path)
    removeSuperseded(store.name)
    return { ...note, name, path }
  } finally {
    for (const each of [part, `${part}-journal`, `${part}.gz.part`]) cleanUpSync(each)
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Keeps the newest ones, and the newest of each of some earlier days, as long as they do not take too much room. */
export function removeSuperseded(databasePath: string): void {
  const all = allBackups(databasePath)
  const kept = keptBackups(all)
  for (const backup of all) if (!kept.has(backup)) removeBackup(backup)
}

/** Which of the backups, the newest first, are kept. */
export function keptBackups<B extends Pick<Backup, 'madeAtMs' | 'sizeBytes'>>(all: readonly B[]): Set<B> {
  const kept = new Set<B>(all.slice(0, newestKept))
  const days = new Set<string>()
  for (const backup of all.slice(newestKept)) {
    const day = new Date(backup.madeAtMs).toDateString()
    if (days.has(day) || days.size === daysKept) continue
    days.add(day)
    kept.add(backup)
  }
  let bytes = 0
  for (const [index, backup] of [...kept].entries()) {
    bytes += backup.sizeBytes
    if (index > 0 && bytes > mostBackupBytes) kept.delete(backup)
  }
  return kept
}

export function removeBackup({ path }: Pick<Backup, 'path'>): void {
  // The note first: without it the rest is no backup.
  for (const each of [notePath(path), path]) cleanUpSync(each)
}

/** What processes that were killed left half-made. */
export function tidyParts(folder: string): void {
  const names = namesIn(folder)
  for (const name of names) {
    // The note is written right before its backup gets its name.
    const isNote = name.endsWith('.json') && !names.includes(name.replace(/\.json$/, '.db.gz'))
    if (isNote && Date.now() - statSync(join(folder, name)).mtimeMs > staleMs) cleanUpSync(join(folder, name))
    const pid = /\.(\d+)\.part(-journal|\.gz\.part)?$/.exec(name)?.[1]
    if (pid !== undefined && isGone(thisProcess.replace(/\d+$/, pid))) cleanUpSync(join(folder, name))
  }
}

export function refuseWithoutRoom(folder: string, sizeBytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= sizeBytes + spareBytes) return
  throw new AppError('store.full', 'There is no room on the disk for a backup.', 'Make room: Rollcall makes one after the next run.')
}

export function freeName(folder: string, nowMs: number): string {
  const taken = namesIn(folder)
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
  for (let count = 1; ; count += 1) {
    const name = `rollcall-${stamp}${count === 1 ? '' : `-${count}`}.db.gz`
    if (!taken.includes(name)) return name
  }
}
