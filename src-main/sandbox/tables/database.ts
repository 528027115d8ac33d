import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { isHeldDatabase, patientlySync, removePatientlySync } from '../../engine/files/patient-files.ts'

/** Raised when the tables change: a practice file of another version is made anew. */
const schemaVersion = 1

/** Indexes are made after seeding, which is several times faster. */
const tables = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (token TEXT PRIMARY KEY, created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  name TEXT,
  notes TEXT,
  email TEXT,
  phone TEXT,
  phone_style TEXT NOT NULL,
  avatar_url TEXT,
  facebook_id TEXT,
  blocked INTEGER NOT NULL,
  archived INTEGER NOT NULL,
  unreachable INTEGER NOT NULL,
  reachable_by_sms INTEGER NOT NULL,
  verified INTEGER NOT NULL,
  consent INTEGER,
  tags TEXT NOT NULL,
  custom_fields TEXT NOT NULL,
  update_count INTEGER NOT NULL DEFAULT 0,
  consent_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE conversations (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  customer_id INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  participants TEXT,
  resolved INTEGER NOT NULL,
  last_post_at INTEGER NOT NULL
) STRICT;
CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  conversation_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT,
  attachments TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  creator_type TEXT NOT NULL,
  is_whisper INTEGER NOT NULL,
  marked_as_resolved INTEGER NOT NULL,
  first_post INTEGER NOT NULL,
  message_type TEXT
) STRICT;
`

const indexes = `
CREATE UNIQUE INDEX customer_uuid ON customers(uuid);
CREATE UNIQUE INDEX customer_phone ON customers(phone);
CREATE UNIQUE INDEX conversation_uuid ON conversations(uuid);
CREATE UNIQUE INDEX conversation_of ON conversations(customer_id, group_id) WHERE participants IS NULL;
CREATE UNIQUE INDEX conversation_group ON conversations(group_id, participants) WHERE participants IS NOT NULL;
CREATE INDEX conversation_recent ON conversations(group_id, last_post_at DESC, id DESC);
CREATE UNIQUE INDEX post_uuid ON posts(uuid);
CREATE INDEX post_order ON posts(conversation_id, id);
`

/** For its owner only, log and index beside it included, which get the mode of the file. So is one of an earlier version. */
const makePrivate = (file: string): void => {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(path, 0o600)
    } catch {
      continue // not there
    }
  }
}

const open = (file: string, image?: Buffer): Database.Database => {
  if (file !== ':memory:') makePrivate(file)
  const db = new Database(image ?? file)
  try {
    if (file !== ':memory:') {
      db.pragma('journal_mode = WAL')
      db.exec('BEGIN IMMEDIATE; ROLLBACK') // tells at once whether it can be written
    }
    // Practice data is worth nothing: speed over surviving a power cut.
    db.pragma('synchronous = OFF')
    db.pragma('temp_store = MEMORY')
    db.pragma('cache_size = -65536')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const isUsable = (db: Database.Database): boolean => {
  const version = db.pragma('user_version', { simple: true })
  const hasTables = db.prepare(`SELECT count(*) FROM sqlite_schema`).pluck().get() !== 0
  return version === schemaVersion || (version === 0 && !hasTables)
}

function openOrReplace(file: string): Database.Database {
  if (file === ':memory:') return open(file)
  try {
    const db = patientlySync(() => open(file), isHeldDatabase)
    if (isUsable(db)) return db
    db.close()
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(error.code)) throw error
  }
  for (const suffix of ['', '-wal', '-shm']) removePatientlySync(file + suffix)
  return open(file)
}

/**
 * Opens the sandbox's database and, when it is new, fills it with `seed` in one transaction. A practice file that is damaged
 * or of another version is made anew: it holds nothing but practice data.
 */
export function openDatabase(file: string, seed: (db: Database.Database) => void): Database.Database {
  const db = openOrReplace(file)
  try {
    if (db.pragma('user_version', { simple: true }) === 0) {
      db.transaction(() => {
        db.exec(tables)
        seed(db)
        db.exec(indexes)
        db.pragma(`user_version = ${schemaVersion}`)
      }).immediate()
    }
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** What seeded databases are like; only small ones are worth their memory. */
const images = new Map<string, Buffer>()
const imagesAtMost = 16

/**
 * The same in memory alone, for as many services as tests and benchmarks want: what `name` stands for is seeded once in a process,
 * and copied for each further one.
 */
export function openInMemory(name: string, seed: (db: Database.Database) => void): Database.Database {
  const image = images.get(name)
  if (image !== undefined) return open(':memory:', image)
  const db = openDatabase(':memory:', seed)
  if (images.size < imagesAtMost) images.set(name, db.serialize())
  return db
}

/** Empties an open database and seeds it afresh, in one transaction. */
export function reseedDatabase(db: Database.Database, seed: (db: Database.Database) => void): void {
  db.transaction(() => {
    for (const table of ['posts', 'conversations', 'customers']) db.exec(`DELETE FROM ${table}`)
    seed(db)
  }).immediate()
}
