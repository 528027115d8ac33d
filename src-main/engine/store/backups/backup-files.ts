import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { backupReasons } from '../../model/backup-schema.ts'
import { readMarker } from '../integrity/marker.ts'

/** What is written beside a backup, so that it can be judged without being opened. */
export const backupNoteSchema = z.object({
  madeAtMs: z.int(),
  because: z.enum(backupReasons),
  sizeBytes: z.int(),
  /** Of the database in it. */
  databaseBytes: z.int(),
  /** Runs of the account by then. */
  runs: z.int(),
})
export type BackupNote = z.infer<typeof backupNoteSchema>

/** A backup that Rollcall made of an account's database; `name` is that of its file. */
export interface Backup extends BackupNote {
  name: string
  path: string
}

export const backupsFolder = (databasePath: string): string => join(dirname(databasePath), 'backups')
export const notePath = (backupPath: string): string => backupPath.replace(/\.db\.gz$/, '.json')

/** The newest first. Those of before something was forgotten are left out: they hold what must not come back. */
export function listBackups(databasePath: string): Backup[] {
  const marker = readMarker(databasePath)
  const forgottenAtMs = marker === null || marker === 'unreadable' ? null : marker.forgottenAtMs
  return allBackups(databasePath).filter(({ madeAtMs }) => forgottenAtMs === null || madeAtMs >= forgottenAtMs)
}

export function newestBackup(databasePath: string): Backup | null {
  return listBackups(databasePath)[0] ?? null
}

/** Whatever is there, the newest first. A backup without a note is none: it was not finished. */
export function allBackups(databasePath: string): Backup[] {
  const folder = backupsFolder(databasePath)
  return namesIn(folder)
    .filter((name) => name.endsWith('.db.gz'))
    .flatMap((name) => {
      const path = join(folder, name)
      const note = readNote(path)
      return note === null ? [] : [{ ...note, name, path }]
    })
    .sort((a, b) => b.madeAtMs - a.madeAtMs || b.name.localeCompare(a.name))
}

function readNote(path: string): BackupNote | null {
  try {
    return backupNoteSchema.parse(JSON.parse(readFileSync(notePath(path), 'utf8')))
  } catch {
    return null
  }
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
