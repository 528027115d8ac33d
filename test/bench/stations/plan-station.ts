import { copyFileSync, rmSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { recipeSchema } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import { copyAndHash } from '../../../src-main/engine/source/open/copy-file.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { createContacts } from '../../../src-main/engine/store/contacts/contacts.ts'
import { createCustomFields } from '../../../src-main/engine/store/contacts/custom-fields.ts'
import { createFiles } from '../../../src-main/engine/store/files/files.ts'
import { openStore, type Store } from '../../../src-main/engine/store/open-store.ts'
import { createSyncs } from '../../../src-main/engine/store/contacts/syncs.ts'
import { accountIdField, benchRecipe, customerOf, writeCsv } from '../data.ts'
import type { Station } from '../station.ts'

/** As long as the app's own ids. */
export const benchPlanId = 'k3x9q2m7ap'
export const benchFileId = '0d8c2f1e-0a55-4d62-9a0f-2f4c5b1d7e22'
const account = { country: 'US', customFields: [{ uuid: accountIdField, name: 'Account ID', dataType: 'string' }], departments: [] }

export const writeData: Station<'write-csv'> = async ({ csvPath, rows, changeEvery }, time) => {
  await time(() => writeCsv(csvPath, rows, changeEvery === undefined ? {} : { changeEvery }))
  return { done: rows, counts: { bytes: statSync(csvPath).size } }
}

/** The cache as a complete sync leaves it, so that planning looks nothing up. */
export const fillCache: Station<'fill-cache'> = async ({ cachePath, contacts: count }, time) => {
  const store = openStore(cachePath)
  const syncs = createSyncs(store)
  const contacts = createContacts(store)
  const nowMs = Date.now()
  await time(
    store.transaction(() => {
      createCustomFields(store).replaceAll(account.customFields)
      const syncId = syncs.begin(nowMs)
      for (let index = 0; index < count; index += 1) contacts.putRead({ record: customerOf(index), extra: null }, nowMs)
      syncs.finish(syncId, { finishedAtMs: nowMs, complete: true, contacts: count })
    }),
  )
  store.pragma('wal_checkpoint(TRUNCATE)')
  store.close()
  return { done: count, counts: { bytes: statSync(cachePath).size } }
}

export const copyAndHashFile: Station<'copy and hash'> = async ({ csvPath, folder }, time) => {
  const { sizeBytes, storedPath } = await time(() => copyAndHash(csvPath, folder))
  rmSync(storedPath)
  return { done: sizeBytes, counts: {} }
}

export const readOnly: Station<'read'> = async ({ csvPath }, time) => {
  const { dialect } = await inspectFile(csvPath, recipe().source)
  let rows = 0
  await time(async () => {
    for await (const batch of readRows(csvPath, dialect)) rows += batch.rows.length
  })
  return { done: rows, counts: {} }
}

export const readAndMap: Station<'read and map'> = async ({ csvPath }, time) => {
  const { dialect, columns } = await inspectFile(csvPath, recipe().source)
  const mapping = compileRecipe(recipe(), columns, account)
  let rows = 0
  let withoutKey = 0
  await time(async () => {
    for await (const batch of readRows(csvPath, dialect)) {
      for (const row of batch.rows) if (mapping.mapRow(row).key === null) withoutKey += 1
      rows += batch.rows.length
    }
  })
  return { done: rows, counts: { withoutKey } }
}

/** From the file to a finished plan: inspected, read, mapped, matched, compared and stored. */
export const wholePlan: Station<'plan'> = async ({ csvPath, cachePath, rows, becomes }, time) => {
  const databasePath = `${cachePath}.plan`
  removeDatabase(databasePath)
  copyFileSync(cachePath, databasePath)
  const store = openStore(databasePath)
  addBenchFile(store, csvPath)
  const counts = await time(() => planFile(store, csvPath, benchPlanId, becomes === 'created' ? 'create' : 'skip'))
  store.close()
  const expected = becomes === 'unchanged' ? counts.unchanged : becomes === undefined ? rows : counts.send + counts.held
  if (expected !== rows) throw new Error(`Of ${rows} rows that were to be ${becomes}, ${expected} are.`)
  if (counts.rows !== rows) throw new Error(`${rows} rows were to be planned, ${counts.rows} were.`)
  return { done: counts.rows, counts: { ...counts } }
}

export function addBenchFile(store: Store, csvPath: string): void {
  const { size } = statSync(csvPath)
  createFiles(store).add({
    id: benchFileId,
    name: 'bench.csv',
    originalPath: null,
    storedPath: csvPath,
    sizeBytes: size,
    sha256: '0'.repeat(64),
    openedAtMs: 0,
  })
}

export async function planFile(store: Store, csvPath: string, planId = benchPlanId, notFound: 'skip' | 'create' = 'skip') {
  const { dialect, columns } = await inspectFile(csvPath, recipe().source)
  const known = { ...account, customFields: createCustomFields(store).all() }
  const compiled = compileRecipe(recipe(), columns, known)
  return buildPlan({
    store,
    planId,
    file: { id: benchFileId, storedPath: csvPath, sizeBytes: statSync(csvPath).size },
    dialect,
    columns,
    mapping: compiled,
    recipe: { ...recipe(), notFound },
    readRows,
    ahead: { readerUrl: new URL('./plan-reader.js', pathToFileURL(process.argv[1] ?? '')), account: known },
    service: null,
    lookup: 'missing',
    settings: { syncMaxAgeSeconds: 24 * 60 * 60, concurrency: 8 },
    clock: systemClock,
  })
}

function recipe() {
  return recipeSchema.parse(benchRecipe)
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}
