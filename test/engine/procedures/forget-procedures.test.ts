import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { practiceEngine } from './practice-engine.ts'

const secret = 'Zanzibar-Quetzal-7731'

/** All bytes of the account's folder, as text. */
const everything = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sizeBytes, entry) => sizeBytes + statSync(join(entry.parentPath, entry.name)).size, 0)

const notes = {
  version: 1 as const,
  name: 'Notes',
  kind: 'contacts' as const,
  match: { by: 'phone' as const, column: 'Phone', country: 'US' },
  fields: [{ to: 'notes' as const, from: ['Notes'] }],
}

async function imported() {
  const { home, engine, call } = await practiceEngine({ contacts: 5 })
  const path = join(home, 'list.csv')
  const page = () => call('contacts.page', { offset: 0, limit: 5 })
  await expect.poll(async () => (await page()).total).toBe(5)
  await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  const { contacts } = await page()
  const phones = contacts.flatMap(({ phone }) => phone ?? [])
  writeFileSync(path, ['Phone,Notes', ...phones.map((phone) => `${phone},${secret} ${phone}`)].join('\n'))
  const file = await call('files.open', { path })
  const plan = await call('plans.start', { fileId: file.id, recipe: notes, wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  const { files } = await call('runs.writeResults', { runId: run.id, folder: home })
  return { home, engine, call, path, run, phones, written: files.map((one) => one.path), folder: join(home, 'accounts', 'practice') }
}

test('a forgotten import leaves what it came to, and not a word of its file, in backups neither', async () => {
  const { call, engine, run, path, written, folder, phones } = await imported()
  await call('backups.make', { accountId: 'practice' })
  const scope = { kind: 'run', runId: run.id } as const
  const preview = await call('forget.preview', { accountId: 'practice', scope })
  expect(preview).toMatchObject({ imports: [{ runId: run.id, fileName: 'list.csv', rows: phones.length }], copies: 1, unfinished: [] })
  expect(preview.outOfReach).toEqual([path, ...written].toSorted())
  expect(readdirSync(join(folder, 'files'))).not.toEqual([])

  const done = await call('forget.carryOut', { accountId: 'practice', scope })
  expect(done).toMatchObject({ copies: 1, notGivenBack: null, outOfReach: preview.outOfReach })
  expect(readdirSync(join(folder, 'files'))).toEqual([])
  const { backups } = await call('backups.list', { accountId: 'practice' })
  expect(backups.map(({ because }) => because)).toEqual(['forgotten'])
  expect(written.every((one) => existsSync(one))).toBe(true)

  const [past] = (await call('history.list', {})).runs
  expect(past).toMatchObject({ id: run.id, done: phones.length, fileName: 'list.csv', forgottenAtSeconds: expect.any(Number) })
  expect((await call('runs.get', { runId: run.id })).summary).toMatchObject({ done: phones.length })
  const refused = { code: 'run.state', message: expect.stringContaining('forgotten') }
  await expect(call('runs.rows', { runId: run.id, offset: 0, limit: 5 })).rejects.toMatchObject(refused)
  await expect(call('runs.writeResults', { runId: run.id, folder })).rejects.toMatchObject(refused)
  await expect(call('undo.plan', { runId: run.id })).rejects.toMatchObject(refused)
  await expect(call('plans.retry', { runId: run.id })).rejects.toMatchObject(refused)
  await expect(call('forget.preview', { accountId: 'practice', scope })).rejects.toMatchObject(refused)
  await engine.close()
  // The contact's own notes are cached as the service has them; of the file itself nothing is left.
  expect(everything(folder)).not.toContain('Phone,Notes')
})

test('all imports older than some days are forgotten, younger ones stay; an account leaves no contact behind', async () => {
  const { call, engine, run, folder, phones } = await imported()
  const none = await call('forget.preview', { accountId: 'practice', scope: { kind: 'olderThan', days: 1 } })
  expect(none.imports).toEqual([])
  const all = await call('forget.preview', { accountId: 'practice', scope: { kind: 'olderThan', days: 0 } })
  expect(all.imports).toMatchObject([{ runId: run.id }])
  // Numbers are not only among the contacts.
  const database = new Database(join(folder, 'rollcall.db'))
  database.exec(`INSERT INTO asked_posts VALUES ('${phones[0]}', 1, NULL, 0); INSERT INTO contact_claims VALUES ('${phones[1]}', 'r', 1);
    INSERT INTO unanswered_calls VALUES ('${phones[2]}', 'r', 1, 0, 1)`)
  database.close()
  await call('forget.carryOut', { accountId: 'practice', scope: { kind: 'account' } })
  expect((await call('contacts.page', { offset: 0, limit: 5 })).total).toBe(0)
  expect((await call('history.list', {})).runs).toMatchObject([{ id: run.id }])
  await engine.close()
  expect(everything(folder).includes(secret)).toBe(false)
  expect(phones.filter((phone) => everything(folder).includes(phone))).toEqual([])
})

test('what is forgotten gives its room on the disk back: of the database, its log, the copy of the file and the backups', async () => {
  const { home, engine, call, openFile } = await practiceEngine({ contacts: 500 })
  await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  const { contacts } = await call('contacts.page', { offset: 0, limit: 500 })
  const folder = join(home, 'accounts', 'practice')
  const nothing = { accountId: 'practice', scope: { kind: 'olderThan', days: 0 } } as const
  // As small as the account can be, with its one backup.
  await call('forget.carryOut', nothing)
  const leastBytes = sizeOf(folder)
  const long = (phone: string) => createHash('sha512').update(phone).digest('hex').repeat(32)
  const rows = contacts.flatMap(({ phone }) => (phone === null ? [] : [`${phone},${long(phone)}`]))
  const file = await openFile('list.csv', ['Phone,Notes', ...rows].join('\n'))
  expect(await call('plans.start', { fileId: file.id, recipe: notes, wait: true })).toMatchObject({ send: rows.length })
  await call('backups.make', { accountId: 'practice' })
  const fullBytes = sizeOf(folder)
  const copyBytes = sizeOf(join(folder, 'files'))
  expect(copyBytes).toBeGreaterThan(1_900_000)
  // The copy, the plan's rows, the log through which they came, and all of that once more in the backup.
  expect(fullBytes).toBeGreaterThan(leastBytes + 3 * copyBytes)

  const { freedBytes, notGivenBack } = await call('forget.carryOut', nothing)
  expect(notGivenBack).toBeNull()
  expect(Math.abs(sizeOf(folder) - leastBytes)).toBeLessThan(copyBytes / 10)
  expect(Math.abs(fullBytes - leastBytes - freedBytes)).toBeLessThan(leastBytes)
  await engine.close()
  expect(sizeOf(folder)).toBeLessThan(leastBytes + copyBytes / 10)
})
