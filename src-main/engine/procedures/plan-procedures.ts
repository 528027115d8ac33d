import type { OpenAccount } from '../account/open-account.ts'
import type { Output } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { compileRecipe } from '../mapping/compile/compile-recipe.ts'
import { buildPlan, type PlanOptions } from '../plan/build/build-plan.ts'
import { newPlanId } from '../plan/build/plan-id.ts'
import { findPlanRows, planSummary } from '../plan/read/read-plan.ts'
import { releaseGuard } from '../plan/guards/release-guard.ts'
import { tidyPlans } from '../plan/read/tidy-plans.ts'
import { revisePlan } from '../plan/revise/revise-plan.ts'
import { tablesOf } from '../store/tables.ts'
import { guardLimitsOf } from '../plan/guards/guard-limits.ts'
import { limitsOfHeld, type RetriedRows, rowsToRetry } from '../plan/build/retry-rows.ts'
import type { Edit } from '../model/files/edit-schema.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import { rowIndexOf } from '../source/table/stored-rows.ts'
import type { StoredPlan } from '../store/plans/plans.ts'
import { accountFields } from './account-fields.ts'
import { editedSheet, readEdited } from './corrected-file.ts'
import { storedFile } from './file-procedures.ts'
import { listGroups, showGroup } from './group-pages.ts'
import { keepPlanning } from './planning-task.ts'
import { withSourceRows } from './plan-source-rows.ts'

export function planProcedures(context: EngineContext): HandlersOf<'plans'> {
  return {
    async 'plans.start'({ fileId, recipe, lookup, wait }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      const { columns, dialect } = await inspectFile(file.storedPath, recipe.source)
      const editsThrough = account.tables.fileEdits.through(editedSheet(file, dialect.sheet))
      const { planId, done } = await startPlan(context, account, { fileId, recipe, lookup, columns, dialect, editsThrough })
      const saved = account.tables.recipes.findByName(recipe.name)
      if (saved !== null) account.tables.recipes.markUsed(saved.id, context.clock.nowMs())
      if (wait) await done
      return planSummary(account.store, planId)
    },

    async 'plans.retry'({ runId, outcome, wait }) {
      const account = context.current()
      const { plan, rows } = rowsToRetry(account.store, runId, context.clock.nowMs(), outcome)
      const { planId, done } = await startPlan(context, account, { ...plan, retriesRunId: runId, retriedOutcome: outcome }, rows)
      if (wait) await done
      return planSummary(account.store, planId)
    },

    'plans.revise'({ planId, edits, undo }) {
      const account = context.current()
      // Those of the same plan one after the other.
      return account.tasks.inTurn({ kind: 'revision', id: planId }, (signal) => revise(context, account, { planId, edits, undo, signal }))
    },

    async 'plans.release'({ planId, guard, contacts }) {
      const { store, tables, tasks } = context.current()
      let toldAtMs = context.clock.monotonicMs()
      const onProgress = (rowsCounted: number, rows: number): void => {
        if (context.clock.monotonicMs() - toldAtMs < releaseToldEveryMs) return
        toldAtMs = context.clock.monotonicMs()
        context.emit('plan.releasing', { planId, guard, rowsCounted, rows })
      }
      return tasks.run({ kind: 'release', id: planId }, (signal) =>
        releaseGuard(store, tables.plans.idOf(planId), guard, contacts, { signal, onProgress }),
      )
    },

    async 'plans.cancel'({ planId }) {
      const account = context.current()
      await account.tasks.stop({ kinds: ['plan', 'release', 'revision'], id: planId })
      return planSummary(account.store, account.tables.plans.idOf(planId))
    },

    'plans.get'({ planId }) {
      const { store, tables } = context.current()
      return planSummary(store, tables.plans.idOf(planId))
    },

    'plans.groups'({ planId, ...query }) {
      const account = context.current()
      return listGroups(account, account.tables.plans.idOf(planId), query)
    },
    'plans.group'({ planId, group }) {
      const account = context.current()
      return showGroup(context, account, account.tables.plans.idOf(planId), group)
    },

    async 'plans.rows'({ class: rowClass, withCells, planId: knownAs, ...query }) {
      const account = context.current()
      const planId = account.tables.plans.idOf(knownAs)
      const page = await findPlanRows(account.store, planId, { ...query, class: rowClass })
      return { ...page, rows: await withSourceRows(account, planId, page.rows, withCells) }
    },
  }
}

const releaseToldEveryMs = 250

type PlanParts = Pick<StoredPlan, 'fileId' | 'recipe' | 'lookup' | 'columns' | 'dialect' | 'editsThrough'> &
  Partial<Pick<StoredPlan, 'retriesRunId' | 'retriedOutcome'>>

/** All that planning takes, but for the plan itself. */
async function planOptions(context: EngineContext, account: OpenAccount, parts: PlanParts): Promise<Omit<PlanOptions, 'planId'>> {
  const { fileId, recipe, lookup, columns, dialect, editsThrough } = parts
  const { clock } = context
  const file = storedFile(account, fileId)
  const mapping = compileRecipe(recipe, columns, await accountFields(account, clock))
  const { concurrency, syncMaxAgeSeconds, readsLatestPosts } = account.record().settings
  return {
    store: account.store,
    file,
    dialect,
    columns,
    mapping,
    recipe,
    readRows: readEdited(account, file, dialect, editsThrough),
    editsThrough,
    service: account.service,
    lookup,
    settings: { concurrency, syncMaxAgeSeconds, readsLatestPosts },
    clock,
    ...heldAgain(account, parts),
    onProgress: (progress) => context.emit('plan.progress', progress),
  }
}

/** Rows that guards held in an earlier run are held by these again, however few they are now. */
function heldAgain(
  { store, tables }: OpenAccount,
  { recipe, retriesRunId = null, retriedOutcome }: PlanParts,
): Pick<PlanOptions, 'limits'> {
  const run = retriesRunId === null || retriedOutcome !== 'held' ? null : tables.runs.find(retriesRunId)
  const plan = run === null ? null : tables.plans.find(run.planId)
  return plan === null ? {} : { limits: limitsOfHeld(plan, guardLimitsOf(recipe, tablesOf(store).pastLists.of(recipe))) }
}

async function startPlan(
  context: EngineContext,
  account: OpenAccount,
  parts: PlanParts,
  retried?: RetriedRows,
): Promise<{ planId: string; done: Promise<void> }> {
  const options = await planOptions(context, account, parts)
  const planId = newPlanId()
  const whole = { ...options, planId, ...(retried && { retried }) }
  const { done } = keepPlanning(context, account, planId, (onProgress, signal) => buildPlan({ ...whole, onProgress, signal }))
  return { planId, done }
}

interface RevisionRequest {
  /** As the person's screens know it. */
  planId: string
  edits: readonly Edit[]
  undo: readonly number[]
  signal: AbortSignal
}

async function revise(
  context: EngineContext,
  account: OpenAccount,
  { planId: knownAs, edits, undo, signal }: RevisionRequest,
): Promise<Output<'plans.revise'>> {
  const { store, tables } = account
  const planId = tables.plans.idOf(knownAs)
  try {
    const rows = await revisePlan({
      store,
      planId,
      edits,
      undo,
      indexOf: ({ fileId, dialect }) => rowIndexOf(storedFile(account, fileId).storedPath, dialect),
      options: (plan) => planOptions(context, account, plan),
      clock: context.clock,
      signal,
    })
    const newId = tables.plans.idOf(knownAs)
    if (newId !== planId) freeRoom(context, account)
    return { plan: planSummary(store, newId), rows }
  } catch (error) {
    freeRoom(context, account)
    throw error
  }
}

/** The rows of a plan that was replaced take as much room as the new ones. Nobody waits for it. */
function freeRoom({ clock }: EngineContext, account: OpenAccount): void {
  if (!account.store.open) return
  const tidied = account.tasks.run({ kind: 'tidying', id: 'replaced' }, (signal) => tidyPlans(account.store, { clock, signal }))
  tidied.catch(() => undefined)
}
