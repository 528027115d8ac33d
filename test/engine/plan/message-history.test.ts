import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { suggestRecipe } from '../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'
import { runStations } from '../run/run-stations.ts'

const sample = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples', 'message-history.csv')
const station = runStations()

test('the sample history is imported as suggested: what customers wrote, and as whispers what the office did, once; each conversation is resolved once', async () => {
  const { store, service, runner, sandbox } = await station({ contacts: 2_000 })
  const { columns, rows, dialect } = await inspectFile(sample, dialectChoiceSchema.parse({}))
  const account = { country: 'US', customFields: [], departments: [] }
  const suggested = suggestRecipe({ kind: 'messages', columns, rows, account }).recipe
  const recipe: Recipe = {
    ...suggested,
    resolveAfter: true,
    fields: suggested.fields.map((rule) => (rule.to === 'body' ? { to: 'body', template: '[{{sentAt}}] {{Body}}' } : rule)),
  }
  const plan = (planId: string) =>
    buildPlan({
      store, planId, file: { id: 'file', storedPath: sample, sizeBytes: 1000 }, dialect, columns, mapping: compileRecipe(recipe, columns, account), recipe, readRows,
      service, lookup: 'missing', settings: { syncMaxAgeSeconds: 3600, concurrency: 4 }, clock: systemClock,
    }) // prettier-ignore

  expect(await plan('first')).toEqual({ rows: 394, send: 383, unchanged: 0, held: 0, skipped: 6, invalid: 5, calls: 451 })
  expect(planSummary(store, 'first')).toMatchObject({ contacts: 68, skips: [{ rows: 6 }] })
  const runId = await runner.start('first')
  await runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 383, failed: 0, unknown: 0, calls: 451 })
  expect(sandbox.counts()).toMatchObject({ messagesImported: 231, whispers: 152, messagesSent: 0, resolves: 68 })

  expect(await plan('second')).toMatchObject({ send: 0, unchanged: 383, calls: 0 })
})
