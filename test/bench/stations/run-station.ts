import { randomUUID } from 'node:crypto'
import { copyFileSync, createWriteStream, statSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Pool } from 'undici'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { recipeSchema } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { releaseGuard } from '../../../src-main/engine/plan/guards/release-guard.ts'
import { createRunner } from '../../../src-main/engine/run/runner.ts'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import type { HttpRequest } from '../../../src-main/engine/service/http/http-exchange.ts'
import { requestOf } from '../../../src-main/engine/service/requests.ts'
import { syncAddressBook } from '../../../src-main/engine/contacts/sync/sync-address-book.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { createSyncWriter } from '../../../src-main/engine/contacts/sync/sync-writer.ts'
import { createContacts } from '../../../src-main/engine/store/contacts/contacts.ts'
import { openStore, type Store } from '../../../src-main/engine/store/open-store.ts'
import { beforeFirstSend } from '../../../src-main/engine/store/plans/plan-row-sends.ts'
import { createPlanRows } from '../../../src-main/engine/store/plans/plan-rows.ts'
import type { RunParams, Station } from '../station.ts'
import { addBenchFile, benchFileId, removeDatabase } from './plan-station.ts'

const firstPlanId = '6b1f0f64-3f0a-4a39-9e3b-0d0f2f6f9c11'
const recipe = recipeSchema.parse({
  version: 1,
  name: 'Bench run',
  kind: 'contacts',
  match: { by: 'uuid', column: 'Contact' },
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'notes', from: ['Notes'] },
    { to: 'tags', from: ['Tags'] },
  ],
})

interface Sandbox {
  baseUrl: string
  token: string
}

function serviceOf({ baseUrl, token }: Sandbox, connections: number) {
  return createService({ baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock: systemClock, connections })
}

/** Brings the sandbox's contacts into the cache, writes a file that changes `rows` of them, and plans it. */
export const planForRun: Station<'plan for run'> = async ({ csvPath, cachePath, rows, ...sandbox }, time) => {
  const store = openStore(cachePath)
  const service = serviceOf(sandbox, 8)
  const { contacts, complete } = await time(() => syncAddressBook({ service, writer: createSyncWriter(store, systemClock) }))
  await service.close()
  await writeChanges(store, csvPath, rows)
  addBenchFile(store, csvPath)
  await planChanges(store, csvPath, firstPlanId)
  // So many changes are held, as they should be.
  for (const { guard, contacts: held } of planSummary(store, firstPlanId).guards) await releaseGuard(store, firstPlanId, guard, held)
  const { calls } = planSummary(store, firstPlanId)
  store.pragma('wal_checkpoint(TRUNCATE)')
  store.close()
  if (!complete || calls !== rows) throw new Error(`${rows} calls were to be planned, ${calls} were.`)
  return { done: contacts, counts: { calls } }
}

/** A run of the stored plan on a copy of the cache, journal included; then the same file is planned once more. */
export const run: Station<'run'> = async (params, time) => {
  const databasePath = `${params.cachePath}.run`
  removeDatabase(databasePath)
  copyFileSync(params.cachePath, databasePath)
  const bytesBefore = statSync(databasePath).size
  const store = openStore(databasePath)
  const service = serviceOf(params, params.concurrency + 2)
  const settings = { concurrency: params.concurrency, requestsPerMinute: null }
  const runner = createRunner({
    store,
    service,
    clock: systemClock,
    operator: () => 'Bench',
    account: () => ({ name: 'Bench', baseUrl: '' }),
    owner: `bench:${process.pid}`,
    settings: () => settings,
    onProgress: () => undefined,
  })
  await time(async () => runner.whenSettled(await runner.start(firstPlanId)))
  store.pragma('wal_checkpoint(TRUNCATE)')
  const keptBytes = statSync(databasePath).size - bytesBefore + bytesOfPlan(store)
  const done = store.prepare<[], number>("SELECT count(*) FROM calls WHERE state = 'done'").pluck().get() ?? 0
  const again = await planChanges(store, params.csvPath, randomUUID())
  await runner.close()
  await service.close()
  store.close()
  return { done, counts: { callsOfSecondRun: again.calls, keptBytes } }
}

/** Of its rows, which were there before the run: what is kept of them stays with it. */
function bytesOfPlan(store: Store): number {
  return store.prepare<[], number>("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'plan%' AND aggregate").pluck().get() ?? 0
}

/** The same requests from a loop that does nothing else: as many at once, each answer read to its end. */
export const bareLoop: Station<'bare loop'> = async (params, time) => {
  const requests = plannedRequests(params)
  const pool = new Pool(params.baseUrl, { connections: params.concurrency, pipelining: 1 })
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-tgp-access-token': params.token }
  let next = 0
  let done = 0
  const worker = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const answer = await pool.request({ method: request.method, path: request.path, headers, body: request.body })
      await answer.body.text()
      if (answer.statusCode === 200) done += 1
    }
  }
  await time(() => Promise.all(Array.from({ length: params.concurrency }, worker)))
  await pool.close()
  return { done, counts: {} }
}

function plannedRequests({ cachePath }: RunParams): HttpRequest[] {
  const store = openStore(cachePath)
  const rows = createPlanRows(store).sendsAfter(firstPlanId, 'run', beforeFirstSend, Number.MAX_SAFE_INTEGER)
  store.close()
  return rows.flatMap((row) =>
    (row.detail.calls ?? []).flatMap((call) =>
      call.kind === 'updateCustomer' && call.uuid !== null ? [requestOf({ ...call, uuid: call.uuid })] : [],
    ),
  )
}

async function writeChanges(store: Store, csvPath: string, rows: number): Promise<void> {
  const out = createWriteStream(csvPath)
  out.write('Contact,Name,Notes,Tags\n')
  let written = 0
  for (const { record } of createContacts(store).all()) {
    if (written === rows) break
    written += 1
    out.write(`${record.uuid},Changed Person ${written},"Imported, line ${written}",bench\n`)
  }
  out.end()
  await finished(out)
}

async function planChanges(store: Store, csvPath: string, planId: string) {
  const { dialect, columns } = await inspectFile(csvPath, recipe.source)
  return buildPlan({
    store,
    planId,
    file: { id: benchFileId, storedPath: csvPath, sizeBytes: 0 },
    dialect,
    columns,
    mapping: compileRecipe(recipe, columns, { country: 'US', customFields: [], departments: [] }),
    recipe,
    readRows,
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 24 * 60 * 60, concurrency: 8 },
    clock: systemClock,
  })
}
