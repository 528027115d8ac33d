import { randomUUID } from 'node:crypto'
import type { OpenAccount } from '../account/open-account.ts'
import type { Output } from '../contract.ts'
import type { HandlersOf } from '../engine.ts'
import type { EngineContext } from './engine-context.ts'
import { compileRecipe } from '../mapping/compile/compile-recipe.ts'
import { buildPlan, closing, type PlanOptions } from '../plan/build/build-plan.ts'
import { takeUpPlan } from '../plan/go-on.ts'
import { newPlanId } from '../plan/build/plan-id.ts'
import { findPlanRows, planSummary } from '../plan/read/read-plan.ts'
import { releaseGuard } from '../plan/guards/release-guard.ts'
import { tidyPlans } from '../plan/read/tidy-plans.ts'
import { revisePlan } from '../plan/revise/revise-plan.ts'
import { type RetriedRows, rowsToRetry } from '../plan/build/retry-rows.ts'
import type { Edit } from '../model/edit-schema.ts'
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
  const revisions = createRevisions(context)
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

    async 'plans.retry'({ runId, wait }) {
      const account = context.current()
      const { plan, rows } = rowsToRetry(account.store, runId, context.clock.nowMs())
      const { planId, done } = await startPlan(context, account, plan, rows)
      if (wait) await done
      return planSummary(account.store, planId)
    },

    'plans.revise': ({ planId, edits, undo }) => revisions.revise(planId, edits, undo),

    async 'plans.release'({ planId, guard, contacts }) {
      const { store, tables, planning } = context.current()
      const abort = new AbortController()
      let toldAtMs = context.clock.monotonicMs()
      const released = releaseGuard(store, tables.plans.idOf(planId), guard, contacts, {
        signal: abort.signal,
        onProgress(rowsCounted, rowsHeld) {
          if (context.clock.monotonicMs() - toldAtMs < releaseToldEveryMs) return
          toldAtMs = context.clock.monotonicMs()
          context.emit('plan.releasing', { planId, guard, rowsCounted, rowsHeld })
        },
      })
      const name = `${releaseOf(planId)}${randomUUID()}`
      planning.set(name, {
        abort,
        done: released.then(
          () => undefined,
          () => undefined,
        ),
      })
      return released.finally(() => planning.delete(name))
    },

    async 'plans.cancel'({ planId, keep }) {
      const account = context.current()
      const tasks = [...account.planning].flatMap(([name, task]) => (name === planId || name.startsWith(releaseOf(planId)) ? task : []))
      for (const { abort } of tasks) abort.abort(keep ? closing : undefined)
      await Promise.all(tasks.map(({ done }) => done))
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

/** The beginning of the names under which releases of a plan are known while they are under way. */
const releaseOf = (planId: string): string => `release of ${planId} `

type PlanParts = Pick<StoredPlan, 'fileId' | 'recipe' | 'lookup' | 'columns' | 'dialect' | 'editsThrough'>

/** All that planning takes, but for the plan itself. */
async function planOptions(context: EngineContext, account: OpenAccount, parts: PlanParts): Promise<Omit<PlanOptions, 'planId'>> {
  const { fileId, recipe, lookup, columns, dialect, editsThrough } = parts
  const { clock } = context
  const file = storedFile(account, fileId)
  const mapping = compileRecipe(recipe, columns, await accountFields(account, clock))
  const { concurrency, syncMaxAgeSeconds } = account.record().settings
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
    settings: { concurrency, syncMaxAgeSeconds },
    clock,
    onProgress: (progress) => context.emit('plan.progress', progress),
  }
}

async function startPlan(
  context: EngineContext,
  account: OpenAccount,
  parts: PlanParts,
  retried?: RetriedRows,
): Promise<{ planId: string; done: Promise<void> }> {
  const options = await planOptions(context, account, parts)
  const { sha256 } = storedFile(account, parts.fileId)
  const begun = takeUpPlan(account.store, { ...parts, sha256, retriesRunId: retried?.runId ?? null }, context.clock.nowMs())
  const planId = begun?.planId ?? newPlanId()
  const whole = { ...options, planId, ...(begun && { planned: begun.planned }), ...(retried && { retried }), canGoOn: true }
  const { done } = keepPlanning(context, account, planId, (onProgress, signal) => buildPlan({ ...whole, onProgress, signal }))
  return { planId, done }
}

/** Revisions of plans: those of the same plan one after the other. */
function createRevisions(context: EngineContext) {
  const last = new Map<string, Promise<unknown>>()

  const reviseNow = async (knownAs: string, edits: readonly Edit[], undo: readonly number[]): Promise<Output<'plans.revise'>> => {
    const account = context.current()
    const { store, tables } = account
    const abort = new AbortController()
    const planId = tables.plans.idOf(knownAs)
    const revised = revisePlan({
      store,
      planId,
      edits,
      undo,
      indexOf: ({ fileId, dialect }) => rowIndexOf(storedFile(account, fileId).storedPath, dialect),
      options: (plan) => planOptions(context, account, plan),
      clock: context.clock,
      signal: abort.signal,
    })
    account.planning.set(knownAs, {
      abort,
      done: revised.then(
        () => undefined,
        () => undefined,
      ),
    })
    const rows = await revised
      .finally(() => account.planning.delete(knownAs))
      .catch((error: unknown) => {
        freeRoom(account)
        throw error
      })
    const newId = tables.plans.idOf(knownAs)
    if (newId !== planId) freeRoom(account)
    return { plan: planSummary(store, newId), rows }
  }

  /** The rows of a plan that was replaced take as much room as the new ones. Nobody waits for it. */
  const freeRoom = (account: OpenAccount): void => {
    const abort = new AbortController()
    const name = `tidying ${randomUUID()}`
    const done = tidyPlans(account.store, { clock: context.clock, signal: abort.signal })
      .catch(() => undefined)
      .finally(() => account.planning.delete(name))
    account.planning.set(name, { abort, done })
  }

  return {
    async revise(planId: string, edits: readonly Edit[], undo: readonly number[]): Promise<Output<'plans.revise'>> {
      const before = last.get(planId) ?? Promise.resolve()
      const revised = before.then(() => reviseNow(planId, edits, undo))
      const settled = revised.catch(() => undefined)
      last.set(planId, settled)
      try {
        return await revised
      } finally {
        if (last.get(planId) === settled) last.delete(planId)
      }
    },
  }
}
