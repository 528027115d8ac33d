import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import { createService } from '../../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { syncAddressBook } from '../../../../src-main/engine/contacts/sync/sync-address-book.ts'
import { createSyncWriter } from '../../../../src-main/engine/contacts/sync/sync-writer.ts'
import { openStore, type Store } from '../../../../src-main/engine/store/open-store.ts'
import { createSyncPages, syncGoesOnForMs } from '../../../../src-main/engine/store/contacts/sync-pages.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { createSandbox, type Sandbox } from '../../../../src-main/sandbox/sandbox.ts'

const all = 2000
let sandbox: Sandbox
let folder = ''
let store: Store
let service: Service
let nowMs = 0

beforeAll(async () => {
  sandbox = await createSandbox({ contacts: all })
})
afterAll(() => sandbox.close())
beforeEach(() => {
  nowMs = 1_700_000_000_000
  folder = mkdtempSync(join(tmpdir(), 'rollcall-sync-'))
  store = openStore(join(folder, 'rollcall.db'))
  const token = sandbox.issueToken()
  service = createService({ baseUrl: sandbox.baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock })
})
afterEach(async () => {
  await service.close()
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

const clock: Clock = {
  nowMs: () => nowMs,
  monotonicMs: () => nowMs,
  random: () => 0.5,
  sleep: async (delayMs, signal) => {
    signal?.throwIfAborted()
    nowMs += delayMs
  },
}

/** Syncs, and breaks off when so many contacts were read. Answers what was told of the contacts. */
async function sync(options: { until?: number; anew?: boolean; onPage?: (contacts: number) => void } = {}) {
  const abort = new AbortController()
  const told: number[] = []
  let continuedAfter = 0
  const done = syncAddressBook({
    service,
    clock,
    signal: abort.signal,
    writer: createSyncWriter(store, clock),
    anew: options.anew ?? false,
    onProgress(progress) {
      if (progress.step !== 'contacts') return
      told.push(progress.contacts)
      continuedAfter = progress.continuedAfter
      options.onPage?.(progress.contacts)
      if (progress.contacts >= (options.until ?? Number.POSITIVE_INFINITY)) abort.abort()
    },
  })
  const result = await done.catch(() => null)
  return { result, told, continuedAfter }
}

const cached = () => tablesOf(store).contacts.count()
/** Pages that were on their way when it broke off may be among them. */
const readSoFar = () => tablesOf(store).syncs.latest()?.contacts ?? 0
const earlier = () => createSyncPages(store).earlier(nowMs, 'here:1')

test('a sync that broke off is gone on with after the contacts that it had read, and is complete since it began', async () => {
  expect(await sync({ until: 1500 })).toMatchObject({ result: null })
  const read = readSoFar()
  expect(read).toBeGreaterThanOrEqual(1500)
  expect(earlier()).toMatchObject({ contacts: read, lastPage: read / 50 - 1 })
  nowMs += 60 * 60 * 1000
  const { result, told, continuedAfter } = await sync()
  expect(result).toEqual({ contacts: all, complete: true, notices: [] })
  expect(continuedAfter).toBe(read)
  expect(told).toEqual(Array.from({ length: (all - read) / 50 + 1 }, (_, page) => read + page * 50))
  expect(cached()).toBe(all)
  expect(tablesOf(store).syncs.latestComplete()).toMatchObject({
    id: 2,
    contacts: all,
    startedAtMs: nowMs - 60 * 60 * 1000,
    finishedAtMs: nowMs,
  })
  expect(earlier()).toBeNull()
})

test('a sync that broke off twice counts from when the first one began', async () => {
  await sync({ until: 1200 })
  for (const until of [1600, Number.POSITIVE_INFINITY]) {
    nowMs += 1000
    const read = readSoFar()
    expect((await sync({ until })).continuedAfter).toBe(read)
  }
  expect(tablesOf(store).syncs.latestComplete()).toMatchObject({ id: 3, startedAtMs: nowMs - 2000 })
})

test('a sync that went on forgets nobody; the next one that is made in one go does', async () => {
  tablesOf(store).contacts.putRead({ record: { uuid: 'gone', name: 'Gone' }, extra: null }, 1)
  await sync({ until: 1500 })
  await sync()
  expect(cached()).toBe(all + 1)
  expect(await sync()).toMatchObject({ continuedAfter: 0, result: { complete: true } })
  expect(cached()).toBe(all)
})

test('contacts are read anew when that is wanted, when it broke off long ago or early, or when another process stands still at it', async () => {
  const isAnew = async (options: Parameters<typeof sync>[0] = {}) => expect((await sync(options)).told[0]).toBe(0)
  await sync({ until: 1500 })
  await isAnew({ anew: true, until: 1500 })
  nowMs += syncGoesOnForMs + 1
  await isAnew({ until: 500 })
  await isAnew({ until: 1500 })
  // The starter of this process certainly runs.
  store
    .prepare('UPDATE syncs SET owner = replace(owner, ?, ?), finished_at_ms = NULL WHERE id = (SELECT max(id) FROM syncs)')
    .run(`:${process.pid}`, `:${process.ppid}`)
  await isAnew()
})

test('after so long a pause that the list may have changed, it is looked where to go on, and nobody is forgotten', async () => {
  tablesOf(store).contacts.putRead({ record: { uuid: 'gone', name: 'Gone' }, extra: null }, 1)
  const { result, told } = await sync({ onPage: (contacts) => void (contacts === 1400 && (nowMs += 60 * 60 * 1000)) })
  expect(result).toMatchObject({ contacts: all, complete: true })
  // The page that was on its way is read once more.
  expect(told.filter((contacts) => contacts === 1400)).toHaveLength(2)
  expect(cached()).toBe(all + 1)
})

test('contacts that are gone are forgotten bit by bit, and that can be given up', async () => {
  const contacts = tablesOf(store).contacts
  const writer = createSyncWriter(store, clock)
  for (let n = 0; n < 5000; n += 1) contacts.putRead({ record: { uuid: `gone${n}` }, extra: null }, 1)
  writer.begin()
  writer.read('beginning')
  writer.finish({ complete: true, contacts: 0, isEnd: true })
  let steps = 0
  for (const _ of writer.forgetGone()) if (++steps === 2) break
  expect(contacts.count()).toBe(4500)
  for (const _ of writer.forgetGone());
  expect(contacts.count()).toBe(0)
})
