import { hostname } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccountSync } from '../../../../src-main/engine/contacts/sync/account-sync.ts'
import type { SyncStatus } from '../../../../src-main/engine/model/contacts/address-book-schema.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { createService } from '../../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { createSandbox, type Sandbox } from '../../../../src-main/sandbox/sandbox.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { createStillClock } from '../../service/odd-server.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
let sandbox: Sandbox
let service: Service
let clock: ReturnType<typeof createStillClock>
let store: Store
let sync: ReturnType<typeof createAccountSync>

beforeAll(async () => {
  sandbox = await createSandbox({ contacts: 120 })
})
afterAll(() => sandbox.close())
beforeEach(() => {
  clock = createStillClock()
  const token = sandbox.issueToken()
  service = createService({ baseUrl: sandbox.baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock })
  store = newStore()
  sync = createAccountSync({ store, service, clock, readOnlyFor: null })
})
afterEach(async () => {
  sandbox.clearFaults()
  await service.close()
})

/** Syncs, and answers the status of each time that progress was told. */
async function run(signal = new AbortController().signal, onTold: () => void = () => undefined): Promise<SyncStatus[]> {
  const told: SyncStatus[] = []
  await sync.run({
    anew: false,
    signal,
    onProgress() {
      told.push(sync.status())
      onTold()
    },
  })
  return told
}

test('the status goes from never over running to complete, and expects as many the next time', async () => {
  expect(sync.status()).toMatchObject({ state: 'never', contacts: 0, expected: null, finishedAtSeconds: null })
  const told = await run()
  expect(told[0]).toMatchObject({ state: 'running', contacts: 0, expected: null })
  expect(sync.status()).toEqual({
    state: 'complete',
    contacts: 120,
    alreadyRead: 0,
    expected: 120,
    finishedAtSeconds: Math.floor(clock.nowMs() / 1000),
    error: null,
    notices: [],
  })
  expect((await run())[0]).toMatchObject({ state: 'running', contacts: 0, expected: 120 })
})

test('progress is told five times a second at most', async () => {
  expect(await run()).toHaveLength(1)
  let nowMs = 0
  sync = createAccountSync({ store: newStore(), service, clock: { ...clock, monotonicMs: () => (nowMs += 100) }, readOnlyFor: null })
  // Every second of the six steps: both lists of names, and the contacts at 0, 50, 100 and 120.
  expect(await run()).toHaveLength(3)
})

test('what goes wrong is in the status until the next sync begins', async () => {
  sandbox.setFaults('expire-token-after=8')
  await run()
  expect(sync.status()).toMatchObject({ state: 'incomplete', contacts: 100, error: { code: 'sign_in.needed' }, notices: [] })
  sandbox.clearFaults()
  sandbox.setFaults('empty-body@custom-fields')
  expect((await run())[0]).toMatchObject({ state: 'running', error: null })
})

test('what the service did not show is in the status', async () => {
  sandbox.setFaults('refuse-customers-list')
  await run()
  expect(sync.status()).toMatchObject({ state: 'incomplete', error: null, notices: [{ code: 'service.shape' }] })
})

test('a sync that is cancelled says so and keeps what it read', async () => {
  const abort = new AbortController()
  let nowMs = 0
  sync = createAccountSync({ store: newStore(), service, clock: { ...clock, monotonicMs: () => (nowMs += 1000) }, readOnlyFor: null })
  await run(abort.signal, () => sync.status().contacts >= 50 && abort.abort())
  expect(sync.status()).toMatchObject({ state: 'incomplete', contacts: 50, error: { code: 'cancelled' } })
})

test('a sync that cannot write says so, and is not as complete as the one before it', async () => {
  await run()
  store.pragma('query_only = ON')
  await run()
  expect(sync.status()).toMatchObject({ state: 'incomplete', contacts: 120, error: { code: 'store.readonly' } })
  store.pragma('query_only = OFF')
  await run()
  expect(sync.status()).toMatchObject({ state: 'complete', error: null })
})

test('on a full disk a sync says that it is full, though SQLite only says that nothing can be written', async () => {
  store.pragma('query_only = ON')
  const readOnlyFor = new AppError('store.full', 'The disk is full.', 'Make room.')
  sync = createAccountSync({ store, service, clock, readOnlyFor })
  await run()
  expect(sync.status()).toMatchObject({ error: { code: 'store.full', message: 'The disk is full.' } })
})

test('a sync that another program has just begun does not make the one that ended incomplete', async () => {
  await run()
  tablesOf(store).syncs.begin(clock.nowMs(), `${hostname()}:${process.ppid}`)
  expect(sync.status()).toMatchObject({ state: 'complete', contacts: 120, error: null })
})
