import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { compileRecipe, type MappingAccount } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan, type PlanOptions } from '../../../src-main/engine/plan/build/build-plan.ts'
import { planRows, planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { account } from '../mapping/mapping-case.ts'
import { allRows, clock } from './planning.ts'

let planNumber = 0

/** What planning a real file needs beside the plan's name: no service, nothing but the file's own rows. */
export async function fileOptions(
  store: Store,
  storedPath: string,
  recipe: Recipe,
  { fileId = 'file', mappingAccount = account }: { fileId?: string; mappingAccount?: MappingAccount } = {},
): Promise<Omit<PlanOptions, 'planId'>> {
  const { columns, dialect } = await inspectFile(storedPath, dialectChoiceSchema.parse({}))
  return {
    store,
    file: { id: fileId, storedPath, sizeBytes: 1000 },
    dialect,
    columns,
    mapping: compileRecipe(recipe, columns, mappingAccount),
    recipe,
    readRows,
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 3600, concurrency: 3 },
    clock,
  }
}

/** Plans a real file through every station: reading, mapping, planning. The file must be known to the store as `file`. */
export async function planFile(store: Store, path: string, recipe: Recipe) {
  planNumber += 1
  const planId = `file-plan-${planNumber}`
  const counts = await buildPlan({ ...(await fileOptions(store, path, recipe)), planId })
  return {
    planId,
    counts,
    rows: allRows(store, planId),
    shown: planRows(store, planId, { offset: 0, limit: 100 }).rows,
    summary: planSummary(store, planId),
  }
}

/** Writes a CSV of these rows, the header first, and answers its path. */
export function csvFile(folder: string, ...rows: string[][]): string {
  const path = join(folder, 'list.csv')
  writeFileSync(path, Papa.unparse(rows))
  return path
}
