import { randomUUID } from 'node:crypto'
import type { OpenAccount } from '../account/open-account.ts'
import type { HandlersOf } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { asAppError } from '../errors.ts'
import { compileRecipe } from '../mapping/compile-recipe.ts'
import { buildPlan } from '../plan/build-plan.ts'
import { planRows, planSummary } from '../plan/read-plan.ts'
import { releaseGuard } from '../plan/release-guard.ts'
import { type RetriedRows, rowsToRetry } from '../plan/retry-rows.ts'
import { inspectFile } from '../source/inspect-file.ts'
import { readRows } from '../source/read-rows.ts'
import { asStoreError } from '../store/open-store.ts'
import type { StoredPlan } from '../store/plans.ts'
import { accountFields } from './account-fields.ts'
import { storedFile } from './file-procedures.ts'

export function planProcedures(context: EngineContext): HandlersOf<'plans'> {
  return {
    async 'plans.start'({ fileId, recipe, lookup, wait }) {
      const account = context.current()
      const { columns, dialect } = await inspectFile(storedFile(account, fileId).storedPath, recipe.source)
      const { planId, done } = await startPlan(context, account, { fileId, recipe, lookup, columns, dialect })
      const saved = account.tables.recipes.findByName(recipe.name)
      if (saved !== null) account.tables.recipes.markUsed(saved.id, context.clock.nowMs())
      if (wait) await done
      return planSummary(account.store, planId)
    },

    async 'plans.retry'({ runId, wait }) {
      const account = context.current()
      const { plan, rows } = rowsToRetry(account.store, runId, context.clock.nowMs())
      const { planId, done } = await startPlan(context, account, plan, rows)
      if (wait) await done
      return planSummary(account.store, planId)
    },

    'plans.release': ({ planId, guard, contacts }) => releaseGuard(context.current().store, planId, guard, contacts),

    async 'plans.cancel'({ planId }) {
      const account = context.current()
      const task = account.planning.get(planId)
      task?.abort.abort()
      await task?.done
      return planSummary(account.store, planId)
    },

    'plans.get': ({ planId }) => planSummary(context.current().store, planId),

    'plans.rows'({ planId, class: rowClass, issueCode, search, offset, limit }) {
      return planRows(context.current().store, planId, { class: rowClass, issueCode, search, offset, limit })
    },
  }
}

async function startPlan(
  context: EngineContext,
  account: OpenAccount,
  { fileId, recipe, lookup, columns, dialect }: Pick<StoredPlan, 'fileId' | 'recipe' | 'lookup' | 'columns' | 'dialect'>,
  retried?: RetriedRows,
): Promise<{ planId: string; done: Promise<void> }> {
  const { clock } = context
  const file = storedFile(account, fileId)
  const mapping = compileRecipe(recipe, columns, await accountFields(account, clock))
  const planId = randomUUID()

  const abort = new AbortController()
  const { concurrency, syncMaxAgeSeconds } = account.record().settings
  const done = buildPlan({
    store: account.store,
    planId,
    file,
    dialect,
    columns,
    mapping,
    recipe,
    readRows,
    service: account.service,
    lookup,
    ...(retried && { retried }),
    settings: { concurrency, syncMaxAgeSeconds },
    clock,
    signal: abort.signal,
    onProgress: (progress) => context.emit('plan.progress', progress),
  })
    .then(() => undefined)
    .catch((error: unknown) => {
      // The plan itself carries why it failed; here only what could not be written to it is left.
      if (planSummary(account.store, planId).state === 'building') account.tables.plans.stop(planId, 'failed', asAppError(asStoreError(error)).toAnswer())
    })
    .finally(() => account.planning.delete(planId))
  account.planning.set(planId, { abort, done })
  return { planId, done }
}
