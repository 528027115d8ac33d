import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../model/errors.ts'
import { makeDataFile, makeDataFolder } from './data-folder.ts'
import { migrations } from './migrations.ts'

export type Store = Database.Database

/**
 * Opens (or makes) an account's database and brings it to the present version.
 * Throws `store.newer`, `store.damaged`, `store.readonly` or `store.full`.
 */
export function openStore(path: string): Store {
  try {
    makeDataFolder(dirname(path))
    makeDataFile(path)
    const store = new Database(path)
    try {
      configure(store)
      migrate(store)
      return store
    } catch (error) {
      store.close()
      throw error
    }
  } catch (error) {
    throw asStoreError(error)
  }
}

/** After how many pages of 4 kB the WAL is checkpointed; see `checkpointWal`. */
const walPages = { early: 4000, late: 16_000 } as const

function configure(store: Store): void {
  store.pragma('journal_mode = WAL')
  // NORMAL survives a crash of the process; a write that must survive a power cut raises it (see `durably`).
  store.pragma('synchronous = NORMAL')
  checkpointWal(store, 'early')
  store.pragma('foreign_keys = ON')
  store.pragma('busy_timeout = 5000')
  // In kB. Planning a large file reads all contacts once, in order: see `contact-index.ts`.
  store.pragma('cache_size = -24576')
  store.pragma('temp_store = FILE')
}

/**
 * Sets when the WAL is checkpointed into the database. Many small transactions write the same pages again and again:
 * a later checkpoint copies and syncs each of them once. `late` is for a run, which records every call and looks up few pages.
 */
export function checkpointWal(store: Store, when: keyof typeof walPages): void {
  store.pragma(`wal_autocheckpoint = ${walPages[when]}`)
}

function migrate(store: Store): void {
  const version = store.pragma('user_version', { simple: true }) as number
  if (version > migrations.length) {
    throw new AppError(
      'store.newer',
      'The data of this account was written by a newer version of Rollcall.',
      'Install the newest Rollcall; this one leaves the data untouched.',
    )
  }
  for (let number = version; number < migrations.length; number += 1) {
    const sql = migrations[number]
    if (sql === undefined) continue
    store
      .transaction(() => {
        // A second process may have been quicker: look again now that the database is locked.
        if ((store.pragma('user_version', { simple: true }) as number) > number) return
        store.exec(sql)
        store.pragma(`user_version = ${number + 1}`)
      })
      .immediate()
  }
}

/** In place of `LIMIT ?` in statements that run often: SQLite prepares a statement again whenever the limit of a bare `?` is bound. */
export const limitTo = 'LIMIT (? + 0)'

/** Runs `write` in one transaction that is on the disk when this returns, even if the power fails the next moment. */
export function durably<T>(store: Store, write: () => T): T {
  store.pragma('synchronous = FULL')
  try {
    return store.transaction(write).immediate()
  } finally {
    store.pragma('synchronous = NORMAL')
  }
}

/** SQLite's errors in the words of the app; others pass through. */
export function asStoreError(error: unknown): unknown {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new AppError(
      'store.damaged',
      'The data of this account cannot be read.',
      'Restore the Rollcall data folder from a backup, or sign in with a new account name.',
      { cause: error },
    )
  }
  if (code === 'SQLITE_FULL') {
    return new AppError('store.full', 'The disk is full.', 'Make room, then go on: everything recorded so far is kept.', { cause: error })
  }
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_PERM') {
    return new AppError(
      'store.readonly',
      'Rollcall may not write to its data folder.',
      'Give yourself write permission to the folder, or choose another one with --home.',
      { cause: error },
    )
  }
  return error
}
