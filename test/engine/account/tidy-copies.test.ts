import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { tidyCopies } from '../../../src-main/engine/account/tidy-copies.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { thisProcess } from '../../../src-main/engine/store/process-owner.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { columns, dialect, recipe } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'

const newStore = tempStores()
const nowMs = 1_800_000_000_000
const dayMs = 24 * 60 * 60 * 1000
const gone = `${hostname()}:${spawnSync(process.execPath, ['--version']).pid}`

let store: Store
let folder: string
beforeEach(() => {
  store = newStore()
  folder = mkdtempSync(join(tmpdir(), 'rollcall-copies-'))
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** A file of these bytes, as this process opened it so many days ago. */
function opened(id: string, bytes: string, openedBy: string | null, daysAgo = 0): void {
  const copy = { storedPath: join(folder, bytes), sizeBytes: 1, sha256: bytes }
  tablesOf(store).files.add({ id, name: `${id}.csv`, originalPath: null, openedAtMs: nowMs - daysAgo * dayMs, ...copy }, openedBy)
  for (const suffix of ['', '.unpacked', '-1.rows']) writeFileSync(join(folder, bytes + suffix), 'x')
}
const tidy = (signal = new AbortController().signal) => tidyCopies(store, folder, nowMs, signal)
const left = () => [...new Set(readdirSync(folder).map((name) => name.slice(0, 2)))]

test('copies that came to nothing go at the next start, with all that was made of them; what a live process has open stays', async () => {
  opened('a', 'aa', gone)
  opened('b', 'bb', thisProcess)
  opened('c', 'cc', 'another computer:1')
  opened('d', 'dd', null)
  opened('e', 'ee', null, 31)
  await tidy()
  expect(left()).toEqual(['bb', 'cc', 'dd'])
  expect(['a', 'b', 'c', 'd', 'e'].filter((id) => tablesOf(store).files.find(id) !== null)).toEqual(['b', 'c', 'd'])
})

test('what a plan or a draft is about stays, and so do bytes that another file has, too', async () => {
  const { plans, drafts } = tablesOf(store)
  opened('planned', 'aa', gone)
  plans.add({ id: 'p', fileId: 'planned', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: nowMs })
  opened('drafted', 'bb', gone)
  const nothing = { fileName: null, kind: null, dialect: null, recipe: null, planId: null, runId: null }
  drafts.add('draft', { step: 'file', fileId: 'drafted', ...nothing }, nowMs)
  opened('refused', 'aa', gone)
  opened('twice', 'cc', gone)
  opened('twice, and open', 'cc', thisProcess)
  await tidy()
  expect(left()).toEqual(['aa', 'bb', 'cc'])
  expect(tablesOf(store).files.find('refused')).toBeNull()
  expect(tablesOf(store).files.find('twice')).toBeNull()
})

test('tidying ends where it is stopped, and is done the next time', async () => {
  for (const bytes of ['aa', 'bb']) opened(bytes, bytes, gone)
  await tidy(AbortSignal.abort())
  expect(left()).toHaveLength(1)
  await tidy()
  expect(left()).toEqual([])
})
