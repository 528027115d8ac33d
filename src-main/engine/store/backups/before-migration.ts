import { closeSync, fsyncSync, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { cleanUpSync, renamePatientlySync } from '../../files/patient-files.ts'
import { asFolderError, makeDataFolder } from '../data-folder.ts'
import { openUnchanged } from '../integrity/open-unchanged.ts'
import { migrations } from '../migrations.ts'
import { asStoreError } from '../open-store.ts'
import { thisProcess } from '../process-owner.ts'
import { type BackupNote, backupsFolder, notePath } from './backup-files.ts'
import { freeName, refuseWithoutRoom, removeSuperseded, tidyParts } from './make-backup.ts'

const chunkBytes = 8 * 1024 * 1024

/**
 * Makes a backup of a database that this version is about to bring up to date; does nothing for one that is. Nobody can work with the
 * account meanwhile, so it is made at once. Throws `store.full`, `store.readonly`, and what SQLite throws: then nothing is changed.
 */
export function backUpBeforeMigration(databasePath: string, nowMs: number): void {
  try {
    const database = openUnchanged(databasePath)
    try {
      const version = database.pragma('user_version', { simple: true }) as number
      if (version === 0 || version >= migrations.length) return
      const folder = backupsFolder(databasePath)
      makeDataFolder(folder)
      tidyParts(folder)
      refuseWithoutRoom(dirname(databasePath), 2 * statSync(databasePath).size)
      const path = join(folder, freeName(folder, nowMs))
      const part = `${path}.${thisProcess.replace(/^.*:/, '')}.part`
      const packed = `${part}.gz.part`
      try {
        database.prepare('VACUUM INTO ?').run(part)
        pack(part, packed)
        const runs = database.prepare<[], number>('SELECT count(*) FROM runs').pluck().get() ?? 0
        const sizes = { sizeBytes: statSync(packed).size, databaseBytes: statSync(part).size }
        const note: BackupNote = { madeAtMs: nowMs, because: 'migration', ...sizes, runs }
        writeFileSync(notePath(path), JSON.stringify(note), { mode: 0o600 })
        renamePatientlySync(packed, path)
        removeSuperseded(databasePath)
      } finally {
        for (const each of [part, `${part}-journal`, packed]) cleanUpSync(each)
      }
    } finally {
      database.close()
    }
  } catch (error) {
    throw asStoreError(asFolderError(error))
  }
}

/** Packs a file in pieces, each a gzip of its own, which together are one. */
function pack(from: string, to: string): void {
  const [input, output] = [openSync(from, 'r'), openSync(to, 'w', 0o600)]
  try {
    const chunk = Buffer.alloc(chunkBytes)
    for (let size = readSync(input, chunk); size > 0; size = readSync(input, chunk))
      writeSync(output, gzipSync(chunk.subarray(0, size), { level: 1 }))
    fsyncSync(output)
  } finally {
    closeSync(input)
    closeSync(output)
  }
}
