import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import type { Lookup } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import type { ReadCustomer } from '../../../src-main/engine/model/contacts/customer.ts'
import { syncAddressBook } from '../../../src-main/engine/contacts/sync/sync-address-book.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { createSyncWriter } from '../../../src-main/engine/contacts/sync/sync-writer.ts'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { addFile, recipe } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { allRows } from './planning.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'

const newStore = tempStores()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A real file about five contacts of a real service and one stranger, planned the whole way. */
async function fileAboutContacts() {
  const sandbox = await createSandbox({ contacts: 60 })
  ends.push(() => sandbox.close())
  let token = sandbox.token
  const service = createService({
    baseUrl: sandbox.baseUrl,
    tokenIn: 'header',
    token: async () => token,
    country: 'US',
    clock: systemClock,
  })
  ends.push(() => service.close())
  const contacts: ReadCustomer[] = []
  for await (const page of service.customers()) contacts.push(...page.customers)
  const all = contacts.map((one) => one.record)
  const chosen = all
    .filter(({ phone, archived }) => phone && archived === false && all.filter((other) => other.phone === phone).length === 1)
    .slice(0, 5)
  const lines = chosen.map((record, at) => `${record.phone},${at < 2 ? `New ${at}` : ''}`)
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-plan-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'list.csv')
  writeFileSync(path, ['Phone,Name', ...lines, '+12015550999,Stranger', 'nonsense,Nobody'].join('\n'))

  const store = newStore()
  addFile(store)
  const columns = ['Phone', 'Name'].map((name, index) => ({ index, name, header: name, samples: [] }))
  const list = recipe({ fields: [{ to: 'name', from: ['Name'] }] })
  const mapping = compileRecipe(list, columns, { country: 'US', customFields: [], departments: [] })
  const dialect = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' } as const
  let number = 0
  const plan = async (lookup: Lookup) => {
    number += 1
    const planId = `p${number}`
    const counts = await buildPlan({
      store,
      planId,
      file: { id: 'file', storedPath: path, sizeBytes: 100 },
      dialect,
      columns,
      mapping,
      recipe: list,
      readRows,
      service,
      lookup,
      settings: { syncMaxAgeSeconds: 3600, concurrency: 4 },
      clock: systemClock,
    })
    return { counts, rows: allRows(store, planId) }
  }
  return { plan, store, service, chosen, expireToken: () => (token = 'no-longer-good') }
}

const expected = { rows: 7, send: 2, unchanged: 3, held: 0, skipped: 1, invalid: 1, calls: 2 }

test('contacts that are not cached are looked up at the service, and cached from then on', async () => {
  const { plan, store, chosen, expireToken } = await fileAboutContacts()
  expect((await plan('never')).counts).toMatchObject({ skipped: 6, invalid: 1, calls: 0 })
  const first = await plan('missing')
  expect(first.counts).toEqual(expected)
  expect(first.rows[0]).toMatchObject({
    contactUuid: chosen[0]?.uuid,
    detail: { changes: [{ field: 'name', before: chosen[0]?.name, after: 'New 0' }] },
  })
  expect(tablesOf(store).contacts.count()).toBe(5)
  expect((await plan('never')).counts).toEqual(expected)
  expireToken()
  await expect(plan('missing')).rejects.toMatchObject({ code: 'sign_in.needed' })
})

test('after a complete sync nobody has to be asked', async () => {
  const { plan, store, service, expireToken } = await fileAboutContacts()
  const synced = await syncAddressBook({ service, writer: createSyncWriter(store, systemClock) })
  expect(synced.complete).toBe(true)
  expireToken()
  expect((await plan('missing')).counts).toEqual(expected)
})
