import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import Database from 'better-sqlite3'
import { isHeldDatabase, patientlySync } from '../../../../src-main/engine/files/patient-files.ts'
import { openKeptStore } from '../../../../src-main/engine/store/integrity/kept-store.ts'
import { openDatabase } from '../../../../src-main/sandbox/tables/database.ts'

const sqlite = (code: string) => new Database.SqliteError('held', code)

test('what SQLite says of a held file is waited for, and no other fault of it', () => {
  for (const code of ['SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN'])
    expect(isHeldDatabase(sqlite(code)), code).toBe(true)
  for (const code of ['SQLITE_BUSY', 'SQLITE_CORRUPT', 'SQLITE_FULL']) expect(isHeldDatabase(sqlite(code)), code).toBe(false)
  let attempts = 0
  const opened = patientlySync(() => {
    attempts += 1
    if (attempts < 3) throw sqlite('SQLITE_READONLY')
    return 'open'
  }, isHeldDatabase)
  expect([opened, attempts]).toEqual(['open', 3])
})

/** A process that has the files open for nobody else for 400 ms; only Windows knows that. */
async function hold(...paths: string[]): Promise<void> {
  const holder = fork(join(import.meta.dirname, 'holder-child.ts'), paths, { stdio: 'inherit' })
  await once(holder, 'message')
}

test.runIf(process.platform === 'win32').each(['.db', '.db-wal', '.db-shm', '.mark', '.sums'])(
  'an account whose %s another program holds can be opened, and written, as soon as it is let go',
  async (ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-held-db-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
    const path = join(folder, 'rollcall.db')
    openKeptStore(path, () => Date.now()).close()
    const held = join(folder, `rollcall${ending}`)
    closeSync(openSync(held, constants.O_CREAT | constants.O_RDWR))
    await hold(held)
    const { store, close } = openKeptStore(path, () => Date.now())
    expect(store.prepare('SELECT count(*) FROM settings').pluck().get()).toBeGreaterThan(0)
    close()
  },
)

test.runIf(process.platform === 'win32')('so can the practice service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-held-db-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  const path = join(folder, 'service.db')
  openDatabase(path, () => {}).close()
  await hold(path)
  const db = openDatabase(path, () => {})
  db.exec('CREATE TABLE written (x INTEGER)')
  db.close()
})
