import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Lookup } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { buildPlan } from '../../../../src-main/engine/plan/build/build-plan.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { createService } from '../../../../src-main/engine/service/create-service.ts'
import { syncAddressBook } from '../../../../src-main/engine/contacts/sync/sync-address-book.ts'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import { createSyncWriter } from '../../../../src-main/engine/contacts/sync/sync-writer.ts'
import { createSandbox } from '../../../../src-main/sandbox/sandbox.ts'
import { addFile, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { allRows } from '../planning.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

const newStore = tempStores()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const dayMs = 24 * 60 * 60 * 1000

/** An account whose contacts were all read `ageMs` ago, and changed by somebody at the service since. */
async function syncedAccount(ageMs: number, contacts = 40) {
  const sandbox = await createSandbox({ contacts })
  ends.push(() => sandbox.close())
  let offsetMs = -ageMs
  const clock = { ...systemClock, nowMs: () => Date.now() + offsetMs }
  const service = createService({
    baseUrl: sandbox.baseUrl,
    tokenIn: 'header',
    token: async () => sandbox.token,
    country: 'US',
    clock,
  })
  ends.push(() => service.close())
  const store = newStore()
  addFile(store)
  await syncAddressBook({ service, writer: createSyncWriter(store, clock), clock })
  offsetMs = 0
  const cached = [...tablesOf(store).contacts.all()].map(({ record }) => record)
  const chosen = cached.filter(({ phone }) => phone && cached.filter((other) => other.phone === phone).length === 1)
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-known-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'list.csv')
  let number = 0
  /** Plans a row for each of these contacts. */
  const plan = async (
    lines: readonly { record: CustomerRecord; consent?: string; name?: string }[],
    lookup: Lookup = 'missing',
    sizeBytes = 100,
  ) => {
    writeFileSync(
      path,
      ['Phone,Consent,Name', ...lines.map(({ record, consent = '', name = '' }) => `${record.phone},${consent},${name}`)].join('\n'),
    )
    const list = recipe({
      fields: [
        { to: 'consent', from: ['Consent'] },
        { to: 'name', from: ['Name'] },
      ],
    })
    const columns = ['Phone', 'Consent', 'Name'].map((name, index) => ({ index, name, header: name, samples: [] }))
    number += 1
    const planId = `p${number}`
    const counts = await buildPlan({
      store,
      planId,
      file: { id: 'file', storedPath: path, sizeBytes },
      dialect: { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' },
      columns,
      mapping: compileRecipe(list, columns, { country: 'US', customFields: [], departments: [] }),
      recipe: list,
      readRows,
      service,
      lookup,
      settings: { syncMaxAgeSeconds: dayMs / 1000, concurrency: 4 },
      clock,
    })
    return { counts, rows: allRows(store, planId), reads: planSummary(store, planId).reads }
  }
  const setConsent = async (record: CustomerRecord, consent: boolean) => {
    const outcome = await service.perform({ kind: 'setConsent', uuid: record.uuid, phone: null, consent })
    expect(outcome.kind).toBe('done')
  }
  return { plan, setConsent, store, service, chosen, contacts }
}

/** What is cached says that four contacts refused; somebody set them to agreed at the service since. */
async function changedAtService(ageMs: number) {
  const account = await syncedAccount(ageMs)
  const four = account.chosen.slice(0, 4)
  for (const record of four)
    tablesOf(account.store).contacts.putRead({ record: { ...record, consent: false }, extra: null }, Date.now() - ageMs)
  for (const record of four) await account.setConsent(record, true)
  return { ...account, four }
}

describe.each([
  ['a minute', 60_000],
  ['90 days', 90 * dayMs],
])('with a cache of %s ago', (_age, ageMs) => {
  test.each([100, 100_000_000])(
    'a refusal is sent although the cache says that it is known already (a file of %d bytes)',
    async (sizeBytes) => {
      const { plan, four } = await changedAtService(ageMs)
      const { counts, rows } = await plan(
        four.map((record) => ({ record, consent: 'No' })),
        'missing',
        sizeBytes,
      )
      expect(counts).toMatchObject({ rows: 4, send: 4, unchanged: 0, calls: 4 })
      expect(rows[0]?.detail.changes).toMatchObject([{ field: 'consent', before: true, beforeKnown: true, after: false }])
      expect(rows.flatMap(({ detail }) => detail.issues ?? [])).toEqual([])
    },
  )

  test('without look-ups a refusal is sent too, and the row says that it is not known what the service says', async () => {
    const { plan, four } = await changedAtService(ageMs)
    const { counts, rows, reads } = await plan(
      four.map((record) => ({ record, consent: 'No' })),
      'never',
    )
    expect(counts).toMatchObject({ send: 4, unchanged: 0, calls: 4 })
    expect(reads).toBe(0)
    expect(rows[0]?.detail.changes).toMatchObject([{ field: 'consent', before: null, beforeKnown: false, after: false }])
    expect(rows[0]?.detail.issues).toMatchObject([{ code: 'contact.not_read', severity: 'warning', line: 2 }])
  })

  test('a refusal that the service still has is unchanged, once it was read', async () => {
    const { plan, four, setConsent } = await changedAtService(ageMs)
    for (const record of four) await setConsent(record, false)
    const lines = four.map((record) => ({ record, consent: 'No' }))
    expect(await plan(lines)).toMatchObject({ counts: { unchanged: 4, calls: 0 }, reads: 4 })
  })
})

test('knowledge that is recent enough is not read again; older is, and counted apart from calls', async () => {
  for (const [ageMs, reads] of [
    [dayMs - 60_000, 0],
    [dayMs + 60_000, 3],
  ] as const) {
    const { plan, chosen } = await syncedAccount(ageMs)
    for (const sizeBytes of [100, 100_000_000]) {
      const planned = await plan(
        chosen.slice(0, 3).map((record) => ({ record, name: record.name ?? 'x' })),
        'missing',
        sizeBytes,
      )
      expect(planned.counts).toMatchObject({ rows: 3, unchanged: 3, calls: 0 })
      // The first plan has read them.
      expect(planned.reads).toBe(sizeBytes === 100 ? reads : 0)
    }
  }
})

test('without look-ups nothing counts as unchanged that was read too long ago', async () => {
  const { plan, chosen } = await syncedAccount(2 * dayMs)
  const planned = await plan(
    chosen.slice(0, 3).map((record) => ({ record, name: record.name ?? 'x' })),
    'never',
    100_000_000,
  )
  expect(planned).toMatchObject({ counts: { send: 3, unchanged: 0 }, reads: 0 })
})

test('many contacts that have to be read again are read in pages', async () => {
  const { plan, chosen, contacts } = await syncedAccount(2 * dayMs, 150)
  const lines = chosen.slice(0, 100).map((record) => ({ record, name: record.name ?? 'x' }))
  for (const sizeBytes of [100, 100_000_000]) {
    const planned = await plan(lines, 'missing', sizeBytes)
    expect(planned.counts).toMatchObject({ rows: 100, unchanged: 100, calls: 0 })
    expect(planned.reads).toBe(sizeBytes === 100 ? Math.ceil(contacts / 50) : 0)
  }
})

test('what a write did not answer is not taken for read', async () => {
  const { plan, chosen, store } = await syncedAccount(2 * dayMs)
  const [record] = chosen
  if (record === undefined) throw new Error('nobody')
  tablesOf(store).contacts.applyWrite(record.uuid, { consent: true }, Date.now())
  expect(await plan([{ record, name: record.name ?? 'x' }])).toMatchObject({ reads: 1 })
})
