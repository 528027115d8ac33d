import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan, type PlanOptions } from '../../../src-main/engine/plan/build/build-plan.ts'
import { rowClasses } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { revisePlan } from '../../../src-main/engine/plan/revise/revise-plan.ts'
import type { Edit } from '../../../src-main/engine/model/files/edit-schema.ts'
import { createRowEditor } from '../../../src-main/engine/source/corrections/row-editor.ts'
import { withEdits } from '../../../src-main/engine/source/corrections/with-corrections.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { createRowIndex } from '../../../src-main/engine/source/table/row-index.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'
import { createFileEdits } from '../../../src-main/engine/store/files/file-corrections.ts'
import { createFiles } from '../../../src-main/engine/store/files/files.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { createPlans } from '../../../src-main/engine/store/plans/plans.ts'
import { account } from '../mapping/mapping-case.ts'
import { clock } from './planning.ts'

/** A file that is planned, and corrected again and again. */
export async function correctedFile(store: Store, folder: string, text: string, recipe: Recipe, parts: Partial<PlanOptions> = {}) {
  const fileId = randomUUID()
  const storedPath = join(folder, `${fileId}.csv`)
  writeFileSync(storedPath, text)
  createFiles(store).add({
    id: fileId,
    name: 'list.csv',
    originalPath: null,
    storedPath,
    sizeBytes: text.length,
    sha256: fileId,
    openedAtMs: 1,
  })
  return knownFile(store, fileId, storedPath, recipe, parts)
}

/** The same, of a file that the store knows, under a hash that is its id. */
export async function knownFile(store: Store, fileId: string, storedPath: string, recipe: Recipe, parts: Partial<PlanOptions> = {}) {
  const key = { sha256: fileId, sheet: '' }
  const { columns, dialect } = await inspectFile(storedPath, dialectChoiceSchema.parse({}))
  const index = createRowIndex(readRows, storedPath, dialect)
  const options: Omit<PlanOptions, 'planId'> = {
    store,
    file: { id: fileId, storedPath, sizeBytes: 1 },
    dialect,
    columns,
    mapping: compileRecipe(recipe, columns, account),
    recipe,
    readRows,
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 3600, concurrency: 3 },
    clock,
    ...parts,
  }
  const fileEdits = createFileEdits(store)
  return {
    fileId,
    storedPath,
    fileEdits,
    key,
    index,
    /** Plans the file anew, with its corrections as they are. */
    async plan(): Promise<string> {
      const planId = randomUUID()
      const through = fileEdits.through(key)
      const editor = createRowEditor(fileEdits.at(key, through).map(({ edit }) => edit))
      await buildPlan({ ...options, planId, readRows: withEdits(readRows, editor), editsThrough: through })
      return planId
    },
    revise: (planId: string, edits: readonly Edit[], undo: readonly number[] = [], signal = new AbortController().signal) =>
      revisePlan({
        store,
        planId: createPlans(store).idOf(planId),
        edits,
        undo,
        indexOf: () => index,
        options: async () => options,
        clock,
        signal,
      }),
  }
}

/** All that is stored of a plan, but for its name and time. */
export function everythingOf(store: Store, knownAs: string) {
  const planId = createPlans(store).idOf(knownAs)
  const plan = createPlans(store).find(planId)
  const blocks = createPlans(store).blocks(planId)
  return {
    totals: plan?.totals,
    editsThrough: plan?.editsThrough,
    blocks: rowClasses.map((rowClass) => (blocks?.[rowClass] ?? []).join(' ').replace(/( 0)+$|^0( 0)*$/, '')),
    rows: store.prepare('SELECT * FROM plan_rows WHERE plan_id = ? ORDER BY row').all(planId).map(withoutPlan),
    issues: store.prepare('SELECT code, column_name, row FROM plan_issues WHERE plan_id = ? ORDER BY code, column_name, row').all(planId),
  }
}

function withoutPlan(record: unknown): unknown {
  const { plan_id: _, detail, ...row } = record as { plan_id: string; detail: string | null }
  return { ...row, detail: JSON.parse(detail ?? '{}') }
}
