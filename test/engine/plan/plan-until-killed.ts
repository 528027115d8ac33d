import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { recipeSchema } from '../../../src-main/engine/model/recipe-schema.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import { takeUpPlan } from '../../../src-main/engine/plan/go-on.ts'
import type { PlanProgress } from '../../../src-main/engine/model/plan-schema.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { createContacts } from '../../../src-main/engine/store/contacts/contacts.ts'
import { createFiles } from '../../../src-main/engine/store/files/files.ts'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import { account } from '../mapping/mapping-case.ts'

const recipeOf = (duplicates: string) =>
  recipeSchema.parse({
    version: 1,
    name: 'List',
    kind: 'contacts',
    match: { by: 'phone', column: 'Phone' },
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'notes', from: ['Notes'] },
    ],
    notFound: 'create',
    duplicates,
  })

/** Plans a file as Rollcall does after it was started: goes on where an earlier planning stopped. Tells whenever others could work. */
export async function planOn(databasePath: string, csvPath: string, duplicates: string, tell: (progress: PlanProgress) => unknown) {
  const store = openStore(databasePath)
  const recipe = recipeOf(duplicates)
  const { columns, dialect } = await inspectFile(csvPath, recipe.source)
  const sha256 = '0'.repeat(64)
  const file = { id: 'file', storedPath: csvPath, sizeBytes: statSync(csvPath).size }
  if (createFiles(store).find('file') === null) {
    createFiles(store).add({ ...file, name: 'list.csv', originalPath: null, sha256, openedAtMs: 1 })
    const contacts = createContacts(store)
    for (let n = 0; n < 1500; n += 1)
      contacts.putRead({ record: { uuid: `u${n}`, phone: phoneOf(n * 2), name: n % 3 > 0 ? 'Ann' : `Person ${n * 2}` }, extra: null }, 1)
  }
  const makings = { fileId: 'file', sha256, dialect, columns, recipe, lookup: 'never' as const, editsThrough: 0, retriesRunId: null }
  const begun = takeUpPlan(store, makings, Date.now())
  let told = 0
  const planId = begun?.planId ?? 'plan'
  await buildPlan({
    store,
    planId,
    file,
    dialect,
    columns,
    mapping: compileRecipe(recipe, columns, account),
    recipe,
    readRows,
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 3600, concurrency: 3 },
    canGoOn: true,
    ...(begun && { planned: begun.planned }),
    // Told each time.
    clock: { ...systemClock, monotonicMs: () => (told += 1000) },
    onProgress: tell,
  })
  store.close()
  return { begunAfter: begun?.planned.rows ?? 0 }
}

export const phoneOf = (n: number): string => `+1212555${String(n % 10_000).padStart(4, '0')}`

// Killed when it has read so many rows and then, while it settles them, others could work so many times.
const [databasePath, csvPath, duplicates, killAfter, stops] = process.argv.slice(2)
if (process.argv[1] === fileURLToPath(import.meta.url) && databasePath !== undefined && csvPath !== undefined && duplicates !== undefined) {
  let settled = 0
  await planOn(databasePath, csvPath, duplicates, ({ rowsRead, phase }) => {
    if (phase === 'comparing') settled += 1
    if (rowsRead >= Number(killAfter) && settled >= Number(stops)) process.kill(process.pid, 'SIGKILL')
  })
}
