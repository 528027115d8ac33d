import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createService } from '../../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { syncAddressBook, type SyncProgress } from '../../../../src-main/engine/service/address-book/sync-address-book.ts'
import { createSyncWriter } from '../../../../src-main/engine/store/contacts/sync-writer.ts'
import { createContacts } from '../../../../src-main/engine/store/contacts/contacts.ts'
import { createCustomFields } from '../../../../src-main/engine/store/contacts/custom-fields.ts'
import { createDepartments } from '../../../../src-main/engine/store/contacts/departments.ts'
import { openStore, type Store } from '../../../../src-main/engine/store/open-store.ts'
import { createSyncs } from '../../../../src-main/engine/store/contacts/syncs.ts'
import { createSandbox, type Sandbox } from '../../../../src-main/sandbox/sandbox.ts'
import { createStillClock } from '../odd-server.ts'

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
  expect(createContacts(store).count()).toBe(120)
  expect(createCustomFields(store).all().length).toBeGreaterThan(0)
  expect(createDepartments(store).all().length).toBeGreaterThan(0)
  expect(createSyncs(store).latestComplete()).toMatchObject({ contacts: 120 })
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
  expect(createSyncs(store).latestComplete()).toBeNull()
})

test('a sync that breaks off keeps what it read and is not complete', async () => {
  sandbox.setFaults('expire-token-after=4')
  await expect(sync()).rejects.toMatchObject({ code: 'sign_in.needed' })
  expect(createContacts(store).count()).toBe(100)
  expect(createSyncs(store).latestComplete()).toBeNull()
  expect(createSyncs(store).latest()).toMatchObject({ complete: false, contacts: 100 })
})

test('a sync can be cancelled between pages', async () => {
  const abort = new AbortController()
  await expect(sync({ signal: abort.signal, onProgress: ({ contacts }) => contacts >= 50 && abort.abort() })).rejects.toMatchObject({
    code: 'cancelled',
  })
  expect(createSyncs(store).latest()).toMatchObject({ complete: false, contacts: 50 })
})
