import { existsSync, readFileSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { readWalLog } from './wal-log.ts'

/**
 * Opens a database for reading alone: neither it nor its log is written to, then or when it is closed. Where SQLite cannot do so
 * because nothing may be put beside the file, or there is no room for that, it works on a copy in memory. Throws what both throw.
 */
export function openUnchanged(path: string): Database.Database {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true })
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
      database.pragma('temp_store = MEMORY')
      return database
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : ''
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) throw error
    const database = new Database(imageOf(path))
    database.pragma('query_only = ON')
    database.pragma('temp_store = MEMORY')
    return database
  }
}

const imageAttempts = 5

/** Another program may close the database meanwhile, so that its log is gone before it is read. */
function imageOf(path: string): Buffer {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return databaseImage(path)
    } catch (error) {
      if (attempt === imageAttempts || !existsSync(path) || existsSync(`${path}-wal`)) throw error
    }
  }
}

/** The database as it is with its log, as bytes that SQLite opens in memory. */
function databaseImage(path: string): Buffer {
  const wal = readWalLog(`${path}-wal`)
  if (wal === null || wal === 'unreadable' || wal.databasePages === null) return withoutLog(readFileSync(path))
  const image = Buffer.alloc(Math.max(wal.databasePages * wal.pageSize, statSync(path).size))
  readFileSync(path).copy(image)
  const log = readFileSync(`${path}-wal`)
  for (const [page, place] of wal.pages) log.copy(image, (page - 1) * wal.pageSize, place, place + wal.pageSize)
  return withoutLog(image.subarray(0, wal.databasePages * wal.pageSize))
}

/** Says in the header that the database has no log: there is none in memory. */
function withoutLog(image: Buffer): Buffer {
  if (image.length > 20) image.fill(1, 18, 20)
  return image
}
