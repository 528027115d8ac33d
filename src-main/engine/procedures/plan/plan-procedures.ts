import { refuseForgotten } from '../../account/forget.ts'
import type { OpenAccount } from '../../account/open-account.ts'
import type { Output } from '../../contract.ts'
import type { HandlersOf } from '../handlers.ts'
import type { EngineContext } from '../engine-context.ts'
import { compileRecipe, type MappingAccount } from '../../mapping/compile/compile-recipe.ts'
import { withoutMissing } from '../../mapping/recipe/without-missing.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { introductionOf, textsOwnWords } from '../../kinds/texting-of-recipe.ts'
import { AppError } from '../../model/errors.ts'
import { buildPlan, type PlanOptions } from '../../plan/build/build-plan.ts'
import { newPlanId } from '../../plan/build/plan-id.ts'
import { openConversation, plannedConversations } from '../../plan/read/conversations.ts'
import { findPlanRows, planSummary } from '../../plan/read/read-plan.ts'
import { releaseGuard } from '../../plan/guards/release-guard.ts'
import { releaseFileGuards } from '../../plan/guards/release-file.ts'
import { cachedEffects } from '../../plan/read/row-effects.ts'
import { releaseRows } from '../../plan/guards/release-rows.ts'
import { tidyPlans } from '../../plan/read/tidy-plans.ts'
import { revisePlan } from '../../plan/revise/revise-plan.ts'
import { noteCrashed } from '../../run/late/note-crashed.ts'
import { tablesOf } from '../../store/tables.ts'
import { guardLimitsOf } from '../../plan/guards/guard-limits.ts'
import { comparedLists } from '../../plan/limits/compare-lists.ts'
import { listsToKnow } from '../../plan/limits/run-limits.ts'
import { limitsOfHeld, type RetriedRows, rowsToRetry } from '../../plan/build/retry-rows.ts'
import type { Correction } from '../../model/files/correction-schema.ts'
import { inspectFile } from '../../source/open/inspect-file.ts'
import { rowIndexOf } from '../../source/table/stored-rows.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { accountFields } from '../account-fields.ts'
import { correctedSheet, readCorrected, rowCorrector } from '../read-corrected.ts'
import { identified } from '../recipe-procedures.ts'
import { storedFile } from '../file-procedures.ts'
import { listGroups, showGroup } from './group-pages.ts'
import { keepPlanning } from './planning-task.ts'
import { withSourceRows } from './plan-source-rows.ts'

export function planProcedures(context: EngineContext): HandlersOf<'plans'> {
  return {
    async 'plans.start'({ fileId, recipe: asked, lookup, wait }) {
      const account = context.current()
      const recipe = identified(account, asked)
      const file = storedFile(account, fileId)
      const { columns, dialect } = await inspectFile(file.storedPath, recipe.source)
      const correctionsThrough = account.tables.fileCorrections.through(correctedSheet(file, dialect.sheet))
      const { planId, done } = await startPlan(context, account, { fileId, recipe, lookup, columns, dialect, correctionsThrough })
      const saved = account.tables.recipes.find(recipe.id ?? '')
      if (saved !== null) account.tables.recipes.markUsed(saved.id, context.clock.nowMs())
      if (wait) await done
      return planSummary(account.store, planId)
    },

    async 'plans.retry'({ runId, outcome, wait }) {
      const account = context.current()
      refuseForgotten(account.store, runId)
      const { plan, rows } = rowsToRetry(account.store, runId, context.clock.nowMs(), outcome)
      const { planId, done } = await startPlan(context, account, { ...plan, retriesRunId: runId, retriedOutcome: outcome }, rows)
      if (wait) await done
      return planSummary(account.store, planId)
    },

    'plans.revise'({ planId, corrections, undo, hold }) {
      const account = context.current()
      // Those of the same plan one after the other.
      return account.tasks.inTurn({ kind: 'revision', id: planId }, (signal) =>
        revise(context, account, { planId, corrections, undo, hold, signal }),
      )
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
        releaseGuard(store, tables.plans.idOf(planId), guard, contacts, { nowMs: context.clock.nowMs(), signal, onProgress }),
      )
    },

    async 'plans.releaseFile'({ planId, contacts }) {
      const { store, tables, tasks } = context.current()
      const nowMs = context.clock.nowMs()
      return tasks.run({ kind: 'release', id: planId }, (signal) =>
        releaseFileGuards(store, tables.plans.idOf(planId), contacts, { nowMs, signal }),
      )
    },

    'plans.releaseRows'({ planId, lines, evidence }) {
      const { store, tables } = context.current()
      return releaseRows(store, tables.plans.idOf(planId), { lines, evidence }, context.clock.nowMs())
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

    async 'plans.figures'({ planId }) {
      const { store, tables } = context.current()
      return (await cachedEffects(store, tables.plans.idOf(planId))).figures
    },

    'plans.lists'({ planId }) {
      const { store, tables } = context.current()
      const plan = tables.plans.find(tables.plans.idOf(planId))
      return plan === null ? null : comparedLists(store, plan)
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

    'plans.conversations'({ planId, ...query }) {
      const { store, tables } = context.current()
      return plannedConversations(store, tables.plans.idOf(planId), query)
    },
    'plans.conversation'({ planId, phone, ...query }) {
      const { store, tables } = context.current()
      return openConversation(store, tables.plans.idOf(planId), phone, query)
    },
  }
}

const releaseToldEveryMs = 250

type PlanParts = Pick<StoredPlan, 'fileId' | 'recipe' | 'lookup' | 'columns' | 'dialect' | 'correctionsThrough'> &
  Partial<Pick<StoredPlan, 'id' | 'retriesRunId' | 'retriedOutcome'>>

/** All that planning takes, but for the plan itself. */
async function planOptions(context: EngineContext, account: OpenAccount, parts: PlanParts): Promise<Omit<PlanOptions, 'planId'>> {
  return optionsWith(await accountFields(account, context.clock), context, account, parts)
}

function optionsWith(fields: MappingAccount, context: EngineContext, account: OpenAccount, parts: PlanParts): Omit<PlanOptions, 'planId'> {
  const { fileId, lookup, columns, dialect, correctionsThrough } = parts
  const { clock } = context
  const file = storedFile(account, fileId)
  const recipe = recipeToCompile(account, parts)
  const mapping = compileRecipe(recipe, columns, fields)
  const { concurrency, country, syncMaxAgeSeconds, readsLatestPosts, textsPerDay, timeZone } = account.record().settings
  return {
    store: account.store,
    file,
    dialect,
    columns,
    mapping,
    recipe,
    wholeRecipe: parts.recipe,
    readRows: readCorrected(account, file, dialect, correctionsThrough),
    correctionsThrough,
    service: account.service,
    lookup,
    settings: { concurrency, country, syncMaxAgeSeconds, readsLatestPosts, textsPerDay, timeZone },
    clock,
    ...heldAgain(account, parts),
    onProgress: (progress) => context.emit('plan.progress', progress),
  }
}

/** A recipe that knows its lists goes on without the columns that a file has not: its plan asks, see `unlike.ts`. */
function recipeToCompile({ tables }: OpenAccount, { recipe, columns, retriesRunId = null, id }: PlanParts): Recipe {
  const knowsLists = id !== undefined || retriesRunId !== null || tables.pastLists.of(recipe).length >= listsToKnow
  return (knowsLists ? withoutMissing(recipe, columns)?.recipe : undefined) ?? recipe
}

/** A file with corrections is read where these are known. */
function aheadOptions(
  fields: MappingAccount,
  { planReaderUrl }: EngineContext,
  account: OpenAccount,
  { fileId, dialect, correctionsThrough }: PlanParts,
): PlanOptions['ahead'] {
  const file = storedFile(account, fileId)
  if (planReaderUrl === undefined || rowCorrector(account, file, dialect, correctionsThrough) !== null) return undefined
  return { readerUrl: planReaderUrl, account: fields, onPlace: rowIndexOf(file.storedPath, dialect).remember }
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

/** The first message to a person says who writes. */
function refuseNameless(recipe: Recipe): void {
  if (!textsOwnWords(recipe.kind) || introductionOf(recipe) !== null) return
  throw new AppError(
    'recipe.invalid',
    'The name of your business is missing: the first message to a person has to say who writes.',
    'Write it in the recipe, as "sending": { "business": "Smile Dental" }; in the app under “When texts leave”.',
  )
}

async function startPlan(
  context: EngineContext,
  account: OpenAccount,
  parts: PlanParts,
  retried?: RetriedRows,
): Promise<{ planId: string; done: Promise<void> }> {
  refuseNameless(parts.recipe)
  const fields = await accountFields(account, context.clock)
  noteCrashed(account.store, context.clock.nowMs())
  const options = optionsWith(fields, context, account, parts)
  const planId = newPlanId()
  const whole = { ...options, planId, ...(retried && { retried }), ahead: aheadOptions(fields, context, account, parts) }
  const { done } = keepPlanning(context, account, planId, (onProgress, signal) => buildPlan({ ...whole, onProgress, signal }))
  return { planId, done }
}

interface RevisionRequest {
  /** As the person's screens know it. */
  planId: string
  corrections: readonly Correction[]
  undo: readonly number[]
  hold: readonly number[] | undefined
  signal: AbortSignal
}

async function revise(
  context: EngineContext,
  account: OpenAccount,
  { planId: knownAs, corrections, undo, hold, signal }: RevisionRequest,
): Promise<Output<'plans.revise'>> {
  const { store, tables } = account
  const planId = tables.plans.idOf(knownAs)
  try {
    const rows = await revisePlan({
      store,
      planId,
      corrections,
      undo,
      hold,
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
