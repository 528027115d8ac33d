import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../../src-main/engine/store/migrations.ts'
import { checkpointWal, openStore } from '../../../src-main/engine/store/open-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-open-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A new database to which another program is about to write. */
function beingMade(): { path: string; other: Database.Database } {
  const path = join(folder, 'rollcall.db')
  const other = new Database(path)
  other.exec('BEGIN IMMEDIATE')
  return { path, other }
}

test('a new database that another program makes at the same moment is waited for', () => {
  const { path, other } = beingMade()
  let waits = 0
  const store = openStore(path, () => {
    waits += 1
    if (waits === 3) other.exec('COMMIT')
  })
  expect([waits, store.pragma('user_version', { simple: true })]).toEqual([3, migrations.length])
  store.close()
  other.close()
})

test('one that holds it for seconds is told, and nobody asks for permissions', () => {
  const { path, other } = beingMade()
  expect(() => openStore(path, () => undefined)).toThrow(expect.objectContaining({ code: 'run.locked' }))
  other.close()
})

test('the write-ahead log is written back early or late, and stays as it is where its database is closed', () => {
  const store = openStore(join(folder, 'rollcall.db'))
  const pages = () => store.pragma('wal_autocheckpoint', { simple: true })
  const early = pages()
  checkpointWal(store, 'late')
  expect(pages()).toBeGreaterThan(Number(early))
  checkpointWal(store, 'early')
  expect(pages()).toBe(early)
  store.close()
  expect(() => checkpointWal(store, 'early')).not.toThrow()
})
