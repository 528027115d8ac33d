import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createService } from '../../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { syncAddressBook, type SyncProgress } from '../../../../src-main/engine/contacts/sync/sync-address-book.ts'
import { createSyncWriter } from '../../../../src-main/engine/contacts/sync/sync-writer.ts'
import { openStore, type Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { createSandbox, type Sandbox } from '../../../../src-main/sandbox/sandbox.ts'
import { createStillClock } from '../../service/odd-server.ts'

let sandbox: Sandbox
let folder = ''
let store: Store
let service: Service
let clock: ReturnType<typeof createStillClock>

beforeAll(async () => {
  sandbox = await createSandbox({ contacts: 120 })
})
afterAll(() => sandbox.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-sync-'))
  store = openStore(join(folder, 'rollcall.db'))
  clock = createStillClock()
  const token = sandbox.issueToken()
  service = createService({ baseUrl: sandbox.baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock })
})
afterEach(async () => {
  sandbox.clearFaults()
  await service.close()
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

const sync = (options: { signal?: AbortSignal; onProgress?: (progress: SyncProgress) => void } = {}) =>
  syncAddressBook({ service, writer: createSyncWriter(store, clock), ...options })

test('a sync brings fields, departments and every contact into the cache, and is complete', async () => {
  const told: SyncProgress[] = []
  expect(await sync({ onProgress: (progress) => told.push(progress) })).toEqual({ contacts: 120, complete: true, notices: [] })
  expect(tablesOf(store).contacts.count()).toBe(120)
  expect(tablesOf(store).customFields.all().length).toBeGreaterThan(0)
  expect(tablesOf(store).departments.all().length).toBeGreaterThan(0)
  expect(tablesOf(store).syncs.latestComplete()).toMatchObject({ contacts: 120 })
  expect(told.map(({ contacts }) => contacts)).toEqual([0, 0, 0, 50, 100, 120])
})

test('fields and departments that are refused are told and do not stop the contacts', async () => {
  sandbox.setFaults('empty-body@custom-fields,invalid-json@groups')
  const result = await sync()
  expect(result).toMatchObject({ contacts: 120, complete: true })
  expect(result.notices.map(({ code }) => code)).toEqual(['service.shape', 'service.shape'])
})

test('contacts read from conversations are no complete list', async () => {
  sandbox.setFaults('refuse-customers-list')
  const result = await sync()
  expect(result).toMatchObject({ complete: false, notices: [{ code: 'service.shape' }] })
  expect(result.contacts).toBeGreaterThan(0)
  expect(tablesOf(store).syncs.latestComplete()).toBeNull()
})

test('nobody having a conversation says nothing of the contacts that are there', async () => {
  const silent = await createSandbox({ contacts: 0 })
  silent.setFaults('refuse-customers-list')
  const token = silent.issueToken()
  const quiet = createService({ baseUrl: silent.baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock })
  const result = await syncAddressBook({ service: quiet, writer: createSyncWriter(store, clock) })
  expect(result).toMatchObject({ contacts: 0, complete: false, notices: [{ code: 'service.shape' }] })
  expect(tablesOf(store).syncs.latestComplete()).toBeNull()
  await quiet.close()
  await silent.close()
})

test('a sync that breaks off keeps what it read and is not complete', async () => {
  // Fields, departments, a page, four to find the end of the list, and another page.
  sandbox.setFaults('expire-token-after=8')
  await expect(sync()).rejects.toMatchObject({ code: 'sign_in.needed' })
  expect(tablesOf(store).contacts.count()).toBe(100)
  expect(tablesOf(store).syncs.latestComplete()).toBeNull()
  expect(tablesOf(store).syncs.latest()).toMatchObject({ complete: false, contacts: 100 })
})

test('a sync can be cancelled between pages', async () => {
  const abort = new AbortController()
  await expect(sync({ signal: abort.signal, onProgress: ({ contacts }) => contacts >= 50 && abort.abort() })).rejects.toMatchObject({
    code: 'cancelled',
  })
  expect(tablesOf(store).syncs.latest()).toMatchObject({ complete: false, contacts: 50 })
})

test('a list that ends in doubt is said to be incomplete, and why', async () => {
  const cut: Service = {
    ...service,
    async *customers(signal, resumeAt, onDoubt) {
      yield* service.customers(signal, resumeAt)
      onDoubt?.('cut')
    },
  }
  const result = await syncAddressBook({ service: cut, writer: createSyncWriter(store, clock), clock })
  expect(result).toMatchObject({ contacts: 120, complete: false, notices: [{ code: 'service.shape' }] })
  expect(result.notices[0]?.message).toContain('ended after a full page')
  expect(tablesOf(store).syncs.latestComplete()).toBeNull()
})

describe('while another program reads the contacts of the same account', () => {
  const running = `${hostname()}:${process.ppid}`
  /** A clock that does `onLook` whenever it is waited, and goes on by what was waited for. */
  const watching = (onLook: (look: number) => void) => {
    let nowMs = clock.nowMs()
    let look = 0
    return {
      ...clock,
      nowMs: () => nowMs,
      sleep: (delayMs: number) => {
        nowMs += delayMs
        onLook((look += 1))
        return Promise.resolve()
      },
    }
  }
  const requests = () => sandbox.counts().requests

  test('its sync is waited for, and is the result where it was complete', async () => {
    const syncs = tablesOf(store).syncs
    const id = syncs.begin(clock.nowMs(), running)
    const patient = watching((look) => {
      if (look === 3) syncs.finish(id, { finishedAtMs: clock.nowMs(), complete: true, contacts: 77 })
    })
    const before = requests()
    const result = await syncAddressBook({ service, writer: createSyncWriter(store, patient), clock: patient })
    expect(result).toEqual({ contacts: 77, complete: true, notices: [] })
    expect(requests()).toBe(before)
  })

  test('one that broke off is followed by an own sync', async () => {
    const syncs = tablesOf(store).syncs
    const id = syncs.begin(clock.nowMs(), running)
    const patient = watching(() => syncs.finish(id, { finishedAtMs: clock.nowMs(), complete: false, contacts: 7 }))
    expect(await syncAddressBook({ service, writer: createSyncWriter(store, patient), clock: patient })).toMatchObject({ contacts: 120 })
  })

  test('one that brings nothing more for five minutes is given up on', async () => {
    const syncs = tablesOf(store).syncs
    const pages = tablesOf(store).syncPages
    const id = syncs.begin(clock.nowMs(), running)
    let looks = 0
    const patient = watching((look) => {
      looks = look
      if (look === 200) pages.put(id, 1, ['one'], { contacts: 1, unreadable: 0 })
    })
    expect(await syncAddressBook({ service, writer: createSyncWriter(store, patient), clock: patient })).toMatchObject({ contacts: 120 })
    expect(looks).toBe(200 + 301)
  })

  test('a program that runs no more is not waited for', async () => {
    tablesOf(store).syncs.begin(clock.nowMs(), `${hostname()}:999999999`)
    const never = watching(() => expect.unreachable())
    expect(await syncAddressBook({ service, writer: createSyncWriter(store, never), clock: never })).toMatchObject({ contacts: 120 })
  })

  test('waiting can be cancelled', async () => {
    tablesOf(store).syncs.begin(clock.nowMs(), running)
    const abort = new AbortController()
    const patient = { ...clock, sleep: () => Promise.reject(Object.assign(new Error('stopped'), { name: 'AbortError' })) }
    await expect(
      syncAddressBook({ service, writer: createSyncWriter(store, patient), clock: patient, signal: abort.signal }),
    ).rejects.toThrow('stopped')
  })
})
