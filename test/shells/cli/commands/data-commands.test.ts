import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as runProgram } from '../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
let phones: string[]

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-data-cli-'))
  sandbox = await startSandboxHere({ contacts: 60 })
  phones = (await sandbox.customers()).map(({ phone }) => phone)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

/** A data folder of its own, with what runs there. */
function office(name: string) {
  const folder = join(home, name)
  const rollcall = (...args: string[]) => runProgram([...args, '--home', folder, '--json'], { home, environment: sandbox.environment })
  const accountFolder = () => join(folder, 'accounts', readdirSync(join(folder, 'accounts'))[0] ?? '')
  /** Imports notes for some contacts; answers the run. */
  const imported = async (notes: string, count = 3) => {
    const list = join(home, `${name}-${notes.replace(/\W/g, '')}.csv`)
    writeFileSync(list, ['Phone,Notes', ...phones.slice(0, count).map((phone) => `${phone},${notes}`)].join('\n'))
    const recipe = join(home, 'notes.recipe.json')
    const match = { by: 'phone', column: 'Phone', country: 'US' }
    const fields = [{ to: 'notes', from: ['Notes'] }]
    writeFileSync(recipe, JSON.stringify({ version: 1, name: 'Notes', kind: 'contacts', match, fields, mode: 'update' }))
    return { list, ...(await rollcall('run', list, '--recipe', recipe, '--yes')) }
  }
  return { rollcall, accountFolder, imported }
}

/** Whether a text is anywhere in the account's folder: in packed backups too. */
function isKept(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name))
      return (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(text)
    })
}

test('backups are listed, made and restored; what was there is kept, and a damaged account says what to do', async () => {
  const { rollcall, accountFolder, imported } = office('backed-up')
  expect((await imported('First')).json()).toMatchObject({ state: 'finished', done: 3 })
  const listed = (await rollcall('backups')).json() as { backups: { name: string; because: string; runs: number }[] }
  expect(listed).toMatchObject({ backups: [{ because: 'run', runs: 1 }], damage: null, problem: null, restored: null })
  const made = (await rollcall('backups', 'make')).json() as { name: string }
  expect(made).toMatchObject({ because: 'person', runs: 1, sizeBytes: expect.any(Number) })
  expect((await imported('Second')).json()).toMatchObject({ done: 3 })

  const database = join(accountFolder(), 'rollcall.db')
  truncateSync(database, 0)
  const refused = await rollcall('history')
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.json()).toMatchObject({ error: { code: 'store.damaged', hint: expect.stringContaining('rollcall backups restore') } })
  expect((await rollcall('backups')).json()).toMatchObject({ damage: { code: 'store.damaged' } })
  expect((await rollcall('backups', 'restore')).code).toBe(2)
  expect((await rollcall('backups', 'restore', 'nothing.db.gz', '--yes')).code).toBe(2)
  expect((await rollcall('backups', 'restore', '--as-is', '--yes')).code).toBe(2)
  const restored = (await rollcall('backups', 'restore', made.name, '--yes')).json() as { keptIn: string }
  expect(restored).toMatchObject({ backup: { name: made.name }, keptIn: expect.any(String) })
  expect(existsSync(join(restored.keptIn, 'rollcall.db'))).toBe(true)
  expect((await rollcall('history')).json()).toMatchObject({ runs: [{ done: 3 }] })
  expect((await rollcall('backups')).json()).toMatchObject({ damage: null, restored: { sinceSeconds: expect.any(Number) } })
})

test('forgetting an import shows what goes first, asks, and leaves no word of its file, in backups neither; the disk has the room again', async () => {
  const { rollcall, accountFolder, imported } = office('forgetful')
  const run = (await imported('Zanzibar-Quetzal', 50)).json() as { run: string }
  const other = (await imported('Kept-Heron', 2)).json() as { run: string }
  await rollcall('backups', 'make')
  expect(isKept(accountFolder(), 'Zanzibar-Quetzal')).toBe(true)

  const preview = (await rollcall('forget', 'run', run.run, '--preview')).json()
  expect(preview).toMatchObject({ imports: [{ runId: run.run, rows: 50 }], copies: 1, backups: 3, unfinished: [] })
  expect((await rollcall('forget', 'run', run.run)).code).toBe(2)
  expect((await rollcall('forget', 'run', 'none', '--yes')).code).toBe(2)
  const done = (await rollcall('forget', 'run', run.run, '--yes')).json() as { freedBytes: number; outOfReach: string[] }
  expect(done).toMatchObject({ copies: 1, notGivenBack: null, outOfReach: [expect.stringContaining('ZanzibarQuetzal.csv')] })
  expect(done.freedBytes).toBeGreaterThan(0)
  // The contacts themselves are cached with the notes that they have at the service: the file and its rows are gone.
  expect(isKept(accountFolder(), `${phones[5]},Zanzibar-Quetzal`)).toBe(false)
  expect((await rollcall('results', run.run, '--out', join(home, 'none'))).code).not.toBe(0)
  expect((await rollcall('history')).json()).toMatchObject({ runs: [{ run: other.run }, { run: run.run, done: 50 }] })
  expect((await rollcall('forget', 'run', run.run, '--yes')).code).not.toBe(0)

  expect((await rollcall('forget', 'older-than', 'soon', '--yes')).code).toBe(2)
  expect((await rollcall('forget', 'older-than', '1', '--yes')).json()).toMatchObject({ imports: [] })
  expect((await rollcall('forget', 'older-than', '0', '--yes')).json()).toMatchObject({ imports: [{ runId: other.run }] })
  expect(isKept(accountFolder(), 'Phone,Notes')).toBe(false)

  expect((await rollcall('forget', 'account', '--preview')).json()).toMatchObject({ ledgerRecords: 0, ledgerKeptUntilSeconds: null })
  expect((await rollcall('forget', 'account', '--yes')).json()).toMatchObject({ ledgerPath: null })
  expect(isKept(accountFolder(), phones[5] ?? '')).toBe(false)
})

test('a service that asks to wait for a day ends the run with 5 and until when; resume says so again, and --now tries', async () => {
  const { rollcall, imported } = office('waiting')
  await sandbox.setFaults('429@update-customer/1:retry-after=86400')
  const paused = await imported('Later')
  expect(paused.code).toBe(5)
  const { run } = paused.json() as { run: string }
  expect(paused.json()).toMatchObject({ state: 'paused', done: 0, failed: 0, pending: 3 })
  expect(paused.stderr).toMatch(/The service asked to wait until \d+ \w+ \d{4}, \d\d:\d\d\./)
  const again = await rollcall('resume', run)
  expect(again).toMatchObject({ code: 5 })
  expect(again.stderr).toContain('The service asked to wait until')
  expect((await rollcall('resume', run, '--now')).json()).toMatchObject({ state: 'finished', done: 3 })
})
