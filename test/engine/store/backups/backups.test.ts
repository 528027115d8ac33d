import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { backUpBeforeMigration } from '../../../../src-main/engine/store/backups/before-migration.ts'
import { migrations } from '../../../../src-main/engine/store/migrations.ts'
import { backupsFolder, listBackups, newestBackup } from '../../../../src-main/engine/store/backups/backup-files.ts'
import { keptBackups, makeBackup, mostBackupBytes } from '../../../../src-main/engine/store/backups/make-backup.ts'
import { acceptDatabase, restoreBackup, unpackingError } from '../../../../src-main/engine/store/backups/restore-backup.ts'
import { restoredMark } from '../../../../src-main/engine/store/backups/restored-mark.ts'
import { openKeptStore } from '../../../../src-main/engine/store/integrity/kept-store.ts'
import { openStore } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { atMs, claimSome, keptAccounts, messagesIn } from '../integrity/kept-account.ts'

const accounts = keptAccounts()
const laterMs = atMs + 60_000

/** Adds messages, and makes a backup before some more are added. */
async function backedUp(): Promise<string> {
  const path = accounts.closed()
  const { store, close } = openKeptStore(path, () => atMs)
  await makeBackup(store, { because: 'run', nowMs: atMs })
  claimSome(store, 50, 200)
  close()
  return path
}

test('a backup takes the place of a damaged database, which is kept as it is', async () => {
  const path = await backedUp()
  const harmed = readFileSync(path)
  harmed.fill(7, 8192, 9000)
  writeFileSync(path, harmed)
  expect(() => messagesIn(path)).toThrow(expect.objectContaining({ hint: expect.stringContaining('22 Nov 2026') }))

  const { backup, sinceMs, keptIn } = await restoreBackup(path, null, laterMs)
  expect([backup?.because, sinceMs]).toEqual(['run', atMs])
  expect(readFileSync(join(keptIn ?? '', 'rollcall.db')).equals(harmed)).toBe(true)
  expect(messagesIn(path)).toBe(200)
  const { store, close } = openKeptStore(path, () => laterMs)
  expect(restoredMark(store)).toEqual({ sinceMs: atMs, untilMs: laterMs })
  close()
  expect(readdirSync(dirname(path)).toSorted()).toEqual(['backups', 'replaced', 'rollcall.db', 'rollcall.mark', 'rollcall.sums'])
})

test('what was cached of contacts counts as out of date after a restore', async () => {
  const path = accounts.closed()
  const { store, close } = openKeptStore(path, () => atMs)
  store.exec(`INSERT INTO contacts (uuid, name_key, known, read_at_ms, sync_id, seen_at_ms) VALUES ('u', 'a', 0, ${atMs}, 1, ${atMs});
    INSERT INTO syncs (started_at_ms, finished_at_ms, complete) VALUES (1, 2, 1)`)
  await makeBackup(store, { because: 'run', nowMs: atMs })
  close()
  await restoreBackup(path, null, laterMs)
  const restored = openKeptStore(path, () => laterMs)
  expect(restored.store.prepare('SELECT read_at_ms, seen_at_ms FROM contacts').raw().all()).toEqual([[0, 0]])
  expect(tablesOf(restored.store).syncs.latestComplete()).toBeNull()
  restored.close()
})

test.each([
  ['is missing', (path: string) => rmSync(path)],
  ['is empty', (path: string) => truncateSync(path, 0)],
])('a backup takes the place of a database that %s', async (_what, harm) => {
  const path = await backedUp()
  harm(path)
  await restoreBackup(path, null, laterMs)
  expect(messagesIn(path)).toBe(200)
})

test('a restore that was killed half-way is noticed, and can be done again', async () => {
  const path = await backedUp()
  writeFileSync(`${path}.restoring`, 'half a database')
  rmSync(path)
  expect(() => messagesIn(path)).toThrow(expect.objectContaining({ code: 'store.damaged' }))
  await restoreBackup(path, null, laterMs)
  expect(messagesIn(path)).toBe(200)
  expect(readdirSync(dirname(path))).not.toContain('rollcall.db.restoring')
})

test('a damaged backup is refused, and the database stays as it is', async () => {
  const path = await backedUp()
  const file = newestBackup(path)?.path ?? ''
  const packed = readFileSync(file)
  packed.fill(3, packed.length >> 1, (packed.length >> 1) + 40)
  writeFileSync(file, packed)
  await expect(restoreBackup(path, null, laterMs)).rejects.toMatchObject({
    code: 'store.damaged',
    message: expect.stringContaining('backup'),
  })
  expect(messagesIn(path)).toBe(250)
  await expect(restoreBackup(path, 'another.db.gz', laterMs)).rejects.toMatchObject({ code: 'usage' })
})

test('a database that another program has changed can be taken as it is, where SQLite finds nothing wrong with it', async () => {
  const path = accounts.closed()
  const raw = openStore(path)
  raw.exec('UPDATE imported_messages SET row = row + 1')
  raw.close()
  expect(() => messagesIn(path)).toThrow(expect.objectContaining({ code: 'store.damaged' }))
  expect(await acceptDatabase(path, laterMs)).toMatchObject({ backup: null, sinceMs: atMs })
  expect(messagesIn(path)).toBe(200)

  const bytes = readFileSync(path)
  bytes.fill(9, 4096 * 3, 4096 * 9)
  writeFileSync(path, bytes)
  await expect(acceptDatabase(path, laterMs)).rejects.toMatchObject({ code: 'store.damaged' })
})

test('nothing is restored while another process has the account open', async () => {
  const path = await backedUp()
  const marker = JSON.parse(readFileSync(join(dirname(path), 'rollcall.mark'), 'utf8'))
  writeFileSync(join(dirname(path), 'rollcall.mark'), JSON.stringify({ ...marker, owners: [`elsewhere:${process.pid}`] }))
  await expect(restoreBackup(path, null, laterMs)).rejects.toMatchObject({
    code: 'run.locked',
    message: expect.stringContaining('elsewhere'),
  })
})

test('a backup that is given up leaves nothing; half-made ones of killed processes go with the next', async () => {
  const path = accounts.closed((store) => claimSome(store, 5000))
  const { store, close } = openKeptStore(path, () => atMs)
  const stop = new AbortController()
  stop.abort(new Error('closing'))
  await expect(makeBackup(store, { because: 'day', nowMs: atMs, signal: stop.signal })).rejects.toThrow('closing')
  expect(readdirSync(backupsFolder(path))).toEqual([])
  mkdirSync(backupsFolder(path), { recursive: true })
  for (const name of [
    'rollcall-1.db.gz.999999999.part',
    'rollcall-1.db.gz.999999999.part-journal',
    'rollcall-1.db.gz.999999999.part.gz.part',
  ])
    writeFileSync(join(backupsFolder(path), name), 'half')
  const { name } = await makeBackup(store, { because: 'day', nowMs: atMs })
  expect(readdirSync(backupsFolder(path)).toSorted()).toEqual([name, name.replace('.db.gz', '.json')].toSorted())
  close()
})

test('the newest backups are kept, and one of each of some earlier days, in a bounded room', () => {
  const dayMs = 24 * 60 * 60 * 1000
  const all = Array.from({ length: 40 }, (_, index) => ({ madeAtMs: atMs - (index * dayMs) / 2, sizeBytes: 1000 }))
  const kept = [...keptBackups(all)].map(({ madeAtMs }) => (atMs - madeAtMs) / dayMs)
  expect(kept.slice(0, 3)).toEqual([0, 0.5, 1])
  expect(kept).toHaveLength(7)
  expect(new Set(kept.slice(3).map((days) => new Date(atMs - days * dayMs).toDateString())).size).toBe(4)
  const large = all.map((one) => ({ ...one, sizeBytes: mostBackupBytes * 0.6 }))
  expect(keptBackups(large).size).toBe(1)
})

test('backups are bounded however many are made, and the names are their own', async () => {
  const path = accounts.closed()
  const { store, close } = openKeptStore(path, () => atMs)
  for (let made = 0; made < 6; made += 1) await makeBackup(store, { because: 'run', nowMs: atMs })
  expect(listBackups(path)).toHaveLength(4)
  expect(readdirSync(backupsFolder(path))).toHaveLength(8)
  close()
})

test('before a newer version changes the data there is a backup of it as it was; one that is up to date needs none', async () => {
  const path = accounts.closed()
  const before = new Database(path)
  before.exec('DROP TABLE awaited_consents')
  before.pragma(`user_version = ${migrations.length - 1}`)
  before.close()
  backUpBeforeMigration(path, laterMs)
  const [backup] = listBackups(path)
  expect(backup).toMatchObject({ because: 'migration', madeAtMs: laterMs, databaseBytes: expect.any(Number) })
  const packed = join(dirname(path), 'unpacked.db')
  writeFileSync(packed, gunzipSync(readFileSync(backup?.path ?? '')))
  const unpacked = new Database(packed)
  expect([unpacked.pragma('user_version', { simple: true }), unpacked.pragma('integrity_check', { simple: true })]).toEqual([
    migrations.length - 1,
    'ok',
  ])
  unpacked.close()
  expect(readdirSync(backupsFolder(path)).filter((name) => name.includes('.part'))).toEqual([])

  const current = accounts.closed()
  backUpBeforeMigration(current, laterMs)
  expect(listBackups(current)).toEqual([])
})

test('an empty database is not taken as it is: it would count as a new account', async () => {
  const path = await backedUp()
  truncateSync(path, 0)
  await expect(acceptDatabase(path, laterMs)).rejects.toMatchObject({ code: 'usage', hint: expect.stringContaining('backup') })
})

test.each([
  ['EROFS', 'store.readonly'],
  ['EACCES', 'store.readonly'],
  ['ENOSPC', 'store.full'],
  ['Z_DATA_ERROR', 'store.damaged'],
])('what keeps a backup from being unpacked is told as what it is: %s', (code, expected) => {
  expect(unpackingError({ name: 'rollcall-1.db.gz' }, Object.assign(new Error('no'), { code }))).toMatchObject({ code: expected })
})

test('a folder in the place of the database is no database, and a backup takes its place', async () => {
  const path = await backedUp()
  rmSync(path)
  mkdirSync(path)
  expect(() => messagesIn(path)).toThrow(expect.objectContaining({ code: 'store.damaged' }))
  await expect(acceptDatabase(path, laterMs)).rejects.toMatchObject({ code: 'usage', hint: expect.stringContaining('backup') })
  await restoreBackup(path, null, laterMs)
  expect(messagesIn(path)).toBe(200)
})
