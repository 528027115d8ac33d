import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan, type PlanOptions } from '../../../src-main/engine/plan/build/build-plan.ts'
import { rowClasses } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { revisePlan } from '../../../src-main/engine/plan/revise/revise-plan.ts'
import type { Correction } from '../../../src-main/engine/model/files/correction-schema.ts'
import { createRowCorrector } from '../../../src-main/engine/source/corrections/row-corrector.ts'
import { withCorrections } from '../../../src-main/engine/source/corrections/with-corrections.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { createRowIndex } from '../../../src-main/engine/source/table/row-index.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { fileOptions } from './planned-file.ts'
import { clock } from './planning.ts'

/** A file that is planned, and corrected again and again. */
export async function correctedFile(store: Store, folder: string, text: string, recipe: Recipe, parts: Partial<PlanOptions> = {}) {
  const fileId = randomUUID()
  const storedPath = join(folder, `${fileId}.csv`)
  writeFileSync(storedPath, text)
  tablesOf(store).files.add({
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
  const options = { ...(await fileOptions(store, storedPath, recipe, { fileId })), ...parts }
  const index = createRowIndex(readRows, storedPath, options.dialect)
  const fileCorrections = tablesOf(store).fileCorrections
  return {
    fileId,
    storedPath,
    fileCorrections,
    key,
    index,
    /** Plans the file anew, with its corrections as they are. */
    async plan(): Promise<string> {
      const planId = randomUUID()
      const through = fileCorrections.through(key)
      const corrector = createRowCorrector(fileCorrections.at(key, through).map(({ correction }) => correction))
      await buildPlan({ ...options, planId, readRows: withCorrections(readRows, corrector), correctionsThrough: through })
      return planId
    },
    revise: (
      planId: string,
      corrections: readonly Correction[],
      undo: readonly number[] = [],
      signal = new AbortController().signal,
      hold?: readonly number[],
    ) =>
      revisePlan({
        hold,
        store,
        planId: tablesOf(store).plans.idOf(planId),
        corrections,
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
  const planId = tablesOf(store).plans.idOf(knownAs)
  const plan = tablesOf(store).plans.find(planId)
  const blocks = tablesOf(store).plans.blocks(planId)
  return {
    totals: plan?.totals,
    correctionsThrough: plan?.correctionsThrough,
    blocks: rowClasses.map((rowClass) => (blocks?.[rowClass] ?? []).join(' ').replace(/( 0)+$|^0( 0)*$/, '')),
    rows: store.prepare('SELECT * FROM plan_rows WHERE plan_id = ? ORDER BY row').all(planId).map(withoutPlan),
    issues: store.prepare('SELECT code, column_name, row FROM plan_issues WHERE plan_id = ? ORDER BY code, column_name, row').all(planId),
  }
}

function withoutPlan(record: unknown): unknown {
  const { plan_id: _, detail, ...row } = record as { plan_id: string; detail: string | null }
  return { ...row, detail: JSON.parse(detail ?? '{}') }
}
