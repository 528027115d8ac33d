import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach } from 'vitest'
import { sha256 } from '../../../src-main/engine/store/ledger/ledger-hash.ts'
import { openStore, type Store } from '../../../src-main/engine/store/open-store.ts'
import { openNewStore } from '../store/new-store.ts'

/** Database files in a folder of their own, removed after each test. */
export function ledgerFiles() {
  const folders: string[] = []
  const opened: Store[] = []
  afterEach(() => {
    for (const store of opened.splice(0)) store.close()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  const kept = (store: Store): Store => {
    opened.push(store)
    return store
  }
  const open = (path: string): Store => kept(openStore(path))
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'rollcall-ledger-'))
    folders.push(made)
    return made
  }
  return { folder, open, openNew: () => kept(openNewStore(join(folder(), 'rollcall.db'))) }
}

/** Writes to a database as somebody does who is not Rollcall: without the triggers, which are there again afterwards. */
export function tamper(store: Store, write: (raw: Database.Database) => void): void {
  const raw = new Database(store.name)
  try {
    const triggers = raw
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'consent_ledger'",
      )
      .all()
    for (const { name } of triggers) raw.exec(`DROP TRIGGER ${name}`)
    write(raw)
    for (const { sql } of triggers) raw.exec(sql)
  } finally {
    raw.close()
  }
}

/** Changes a record and gives it the hash that fits, as a clever forger does. */
export function forge(raw: Database.Database, number: number, change: (text: string) => string): void {
  const text = change(String(raw.prepare('SELECT record FROM consent_ledger WHERE number = ?').pluck().get(number)))
  raw.prepare('UPDATE consent_ledger SET record = ?, hash = ? WHERE number = ?').run(text, sha256(text), number)
}
