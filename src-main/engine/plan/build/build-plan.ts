import { setImmediate } from 'node:timers/promises'
import type { AccountSettings } from '../../model/account-schema.ts'
import type { Clock } from '../../model/clock.ts'
import { AppError, asAppError } from '../../model/errors.ts'
import type { CompiledMapping } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { modeOf } from '../../model/recipes/recipe-mode.ts'
import type { RecordParts } from '../../model/contacts/record-parts.ts'
import { thisProcess } from '../../store/process-owner.ts'
import type { Service } from '../../service/service.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import type { Dialect, SourceColumn } from '../../model/files/source-schema.ts'
import type { StoredFile } from '../../store/files/files.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { PlanRules } from '../row/classify.ts'
import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import { groupingOf } from '../duplicates/grouping.ts'
import { guardLimitsOf, type GuardLimits } from '../guards/guard-limits.ts'
import { createContactFinder } from './contact-finder.ts'
import { interrupted } from './interrupted-plans.ts'
import { createPlanMeter } from './plan-meter.ts'
import { onlyLines } from './plan-source.ts'
import { createPlanWriter } from './plan-writer.ts'
import { slicesOf, wantedRows } from './row-slices.ts'
import type { Lookup, PlanCounts, PlanProgress } from '../../model/plans/plan-schema.ts'
import type { RetriedRows } from './retry-rows.ts'

export interface PlanOptions {
  store: Store
  planId: string
  file: Pick<StoredFile, 'id' | 'storedPath' | 'sizeBytes'>
  dialect: Dialect
  columns: SourceColumn[]
  /**
   * `groupUuid`: the department of imported messages; null for the service's default. `parts`: what it writes of contacts'
   * records, all of it unless given.
   */
  mapping: CompiledMapping & { groupUuid: string | null; parts?: RecordParts; ifEmpty?: ReadonlySet<string> }
  recipe: Recipe
  /** With the file's corrections up to `editsThrough`, where there are any. */
  readRows: ReadRows
  editsThrough?: number
  /** Null when nobody is signed in: then a plan that needs look-ups throws `sign_in.needed`. */
  service: Service | null
  lookup: Lookup
  /** `readsLatestPosts` is off unless it is given. */
  settings: Pick<AccountSettings, 'syncMaxAgeSeconds' | 'concurrency'> & Partial<Pick<AccountSettings, 'readsLatestPosts'>>
  /** Plans just these rows of the file; all of them unless given. */
  retried?: RetriedRows
  /** When guards stop rows; as the recipe and its last lists have it unless given. */
  limits?: GuardLimits
  clock: Clock
  signal?: AbortSignal
  /** Called a few times a second, and at the end. */
  onProgress?: (progress: PlanProgress) => void
}

/** Aborts planning when Rollcall ends: the plan then counts as failed, not as cancelled by a person. */
export const closing = new AppError(interrupted.code, interrupted.message, interrupted.hint)

/**
 * Plans a file: each row gets its contact, its class and its calls, stored under `planId`. The plan is stored as `building`
 * before this returns its promise, as `ready` at the end, else as `cancelled` or `failed` with the AppError that is thrown:
 * `file.*`, `sign_in.needed`, `service.*`, `store.*`, `cancelled`. The counts add up to the rows read.
 */
export async function buildPlan(options: PlanOptions): Promise<PlanCounts> {
  const { store, planId, file, dialect, columns, recipe, lookup, clock, signal } = options
  const { plans } = tablesOf(store)
  const { runId: retriesRunId = null, outcome: retriedOutcome = 'failed' } = options.retried ?? {}
  plans.add({
    id: planId,
    fileId: file.id,
    dialect,
    columns,
    recipe,
    lookup,
    createdAtMs: clock.nowMs(),
    builder: thisProcess,
    editsThrough: options.editsThrough ?? 0,
    retriesRunId,
    retriedOutcome,
  })
  try {
    return await fillPlan(options)
  } catch (thrown) {
    const error = stoppedBy(thrown, signal)
    try {
      const isCancelled = error.code === 'cancelled' && signal?.reason !== closing
      plans.stop(planId, isCancelled ? 'cancelled' : 'failed', error.toAnswer())
    } catch (storeError) {
      // A store that cannot be written leaves the plan as building; `failInterruptedPlans` marks it as failed at the next start.
      throw new AppError(error.code, error.message, error.hint, { cause: new AggregateError([thrown, storeError]) })
    }
    throw error
  }
}

async function fillPlan(options: PlanOptions): Promise<PlanCounts> {
  const { store, planId, file, dialect, mapping, recipe, retried, clock, signal } = options
  const meter = createPlanMeter(planId, file.sizeBytes, clock, options.onProgress)
  const plannedSinceMs = clock.nowMs()
  const since = { believedSinceMs: plannedSinceMs - options.settings.syncMaxAgeSeconds * 1000, plannedSinceMs }
  const finder = await createContactFinder(options, since, meter)
  const rules: PlanRules = {
    kind: recipe.kind,
    mode: modeOf(recipe),
    ifEmpty: mapping.ifEmpty ?? new Set(),
    createdOn: retried?.createdOn ?? new Set(),
    matchColumn: recipe.match.column,
    groupUuid: mapping.groupUuid,
    since,
    label: createFieldLabels(tablesOf(store).customFields.all()),
  }
  const writer = createPlanWriter(store, planId, recipe, rules, {
    limits: options.limits ?? guardLimitsOf(recipe, tablesOf(store).pastLists.of(recipe)),
    nowMs: clock.nowMs(),
    retried: retried ?? null,
    grouping: groupingOf(recipe, mapping),
    refusesInPosts: finder.refusesInPosts,
  })
  const letOthersWork = async () => {
    await setImmediate()
    signal?.throwIfAborted()
  }

  signal?.throwIfAborted()
  const readRows = retried === undefined ? options.readRows : onlyLines(options.readRows, retried.lines)
  for await (const { rows, bytesRead } of slicesOf(readRows(file.storedPath, dialect, { signal }), options)) {
    writer.write(rows, await finder.find(rows, bytesRead))
    meter.read(rows.length, bytesRead)
    await letOthersWork()
  }
  signal?.throwIfAborted()
  writer.endOfRows()
  try {
    if (writer.needsStaging()) {
      for await (const rows of wantedRows(readRows(file.storedPath, dialect, { signal }), writer.wants, options)) {
        writer.stage(rows)
        meter.tell('comparing')
        await letOthersWork()
      }
    }
    for (const _ of writer.applyFileRules()) {
      meter.tell('comparing')
      await letOthersWork()
    }
    const counts = writer.finish(finder.reads())
    tablesOf(store).unknownAtService.removeAll()
    meter.tell('done')
    return counts
  } finally {
    writer.close()
  }
}

function stoppedBy(thrown: unknown, signal: AbortSignal | undefined): AppError {
  if (signal?.reason === closing) return closing
  const error = asAppError(asStoreError(thrown))
  if (signal?.aborted !== true || (thrown instanceof AppError && error.code === 'cancelled')) return error
  return new AppError('cancelled', 'Planning was stopped.', 'Nothing was changed. Plan the file again when you are ready.', {
    cause: thrown,
  })
}
