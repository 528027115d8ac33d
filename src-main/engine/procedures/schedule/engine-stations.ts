import type { Input, Output, ProcedureName } from '../../contract.ts'
import { AppError, errorAnswerSchema } from '../../model/errors.ts'
import type { PlanSummary } from '../../model/plans/plan-schema.ts'
import type { ImportStations } from '../../schedule/watch/import-stations.ts'

/** The engine's own procedures, about one account. Rejects with what they refuse. */
export type AccountCall = <P extends ProcedureName>(procedure: P, input: Input<P>) => Promise<Output<P>>

/** What a watch of the open app has done for it: the same procedures as everybody else's. */
export function createEngineStations(call: AccountCall, recipeId: string): ImportStations {
  return {
    async recipe() {
      const { recipes } = await call('recipes.list', {})
      const saved = recipes.find(({ id }) => id === recipeId)
      if (saved !== undefined) return saved.recipe
      throw new AppError('usage', 'The recipe of this folder is gone.', 'Choose another recipe for it under Settings > Schedules.')
    },
    open: (path) => call('files.open', { path }),
    sameFile: (sha256, recipeName) => call('runs.ofSameFile', { sha256, recipeName }),
    plan: async ({ id: fileId }, recipe) => ready(await call('plans.start', { fileId, recipe, lookup: 'missing', wait: true })),
    planOf: (planId) => call('plans.get', { planId }).catch(() => null),
    runOf: async (runId) => (await call('runs.get', { runId })).summary,
    start: ({ id: planId }) => call('runs.start', { planId, wait: true }),
    resume: (runId) => call('runs.resume', { runId, waits: true, wait: true }),
    writeResults: async (runId, folder, name) => void (await call('runs.writeResults', { runId, folder, name, overwrite: true })),
    note: async (note) => void (await call('unattended.note', note)),
  }
}

function ready(plan: PlanSummary): PlanSummary {
  if (plan.state === 'ready') return plan
  const error = errorAnswerSchema.safeParse(plan.error)
  if (error.success) throw new AppError(error.data.code, error.data.message, error.data.hint)
  throw new AppError('cancelled', 'Planning was stopped.', 'It is planned again later.')
}
