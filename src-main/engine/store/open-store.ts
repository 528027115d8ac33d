import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../model/errors.ts'
import { fullError, limitedError, makeDataFile, makeDataFolder, readonlyError } from './data-folder.ts'
import { migrations } from './migrations.ts'
import { waitSync } from './wait-sync.ts'

export type Store = Database.Database

/**
 * Opens (or makes) an account's database and brings it to the present version. Throws `store.newer`, `store.damaged`, `store.readonly`,
 * `store.full`, and `run.locked` where another program holds it for seconds. `wait` passes the time until it is tried again.
 */
export function openStore(path: string, wait: (delayMs: number) => void = waitSync): Store {
  try {
    makeDataFolder(dirname(path))
    makeDataFile(path)
    const store = new Database(path)
    try {
      configure(store, wait)
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

/** How often, and how long apart, it is tried to give a new database its log while another program does the same. */
const logAttempts = 100
const logPauseMs = 50

function configure(store: Store, wait: (delayMs: number) => void): void {
  beginLog(store, wait)
  // NORMAL survives a crash of the process; a write that must survive a power cut raises it (see `durably`).
  store.pragma('synchronous = NORMAL')
  checkpointWal(store, 'early')
  store.pragma('foreign_keys = ON')
  store.pragma('busy_timeout = 5000')
  // In kB. Planning a large file reads all contacts once, in order: see `contact-index.ts`.
  store.pragma('cache_size = -24576')
  store.pragma('temp_store = FILE')
}

/** For this SQLite does not wait by itself: of two programs that open a new database at once it refuses one at once. */
function beginLog(store: Store, wait: (delayMs: number) => void): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      store.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || attempt === logAttempts) throw error
      wait(logPauseMs)
    }
  }
}

/**
 * Sets when the WAL is checkpointed into the database. Many small transactions write the same pages again and again:
 * a later checkpoint copies and syncs each of them once. `late` is for a run, which records every call and looks up few pages. Does nothing
 * where the store is closed.
 */
export function checkpointWal(store: Store, when: keyof typeof walPages): void {
  if (store.open) store.pragma(`wal_autocheckpoint = ${walPages[when]}`)
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

/** SQLite's refusals while another program works with the database. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Database.SqliteError ? error.code : ''
  return code === 'SQLITE_PROTOCOL' || /^SQLITE_(BUSY|LOCKED)(_|$)/.test(code)
}

/** SQLite's errors in the words of the app; others pass through. */
export function asStoreError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new AppError(
      'store.damaged',
      'The data of this account cannot be read.',
      'Start Rollcall again: it looks at the data then, and offers the newest backup of it.',
      { cause: error },
    )
  }
  if (isBusy(error)) {
    return new AppError(
      'run.locked',
      'Another window or command is working with the data of this account, and it took too long.',
      'Try again in a moment. Everything recorded so far is kept.',
      { cause: error },
    )
  }
  // Where the disk is full, SQLite cannot even make the small file that readers share.
  if (['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'].includes(code)) return fullError(error)
  if (code === 'SQLITE_IOERR_WRITE' || code === 'EFBIG') return limitedError(error)
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) return readonlyError(error)
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_PERM') return readonlyError(error)
  return error
}
