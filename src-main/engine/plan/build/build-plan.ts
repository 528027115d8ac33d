import { setImmediate } from 'node:timers/promises'
import type { AccountSettings } from '../../model/account-schema.ts'
import type { Clock } from '../../model/clock.ts'
import { AppError, asAppError } from '../../model/errors.ts'
import type { Disposition } from '../../model/contacts/customer.ts'
import type { CompiledMapping } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { modeOf } from '../../model/recipes/recipe-mode.ts'
import type { MappingAccount } from '../../mapping/compile/compile-recipe.ts'
import { allParts, type RecordParts } from '../../model/contacts/record-parts.ts'
import { thisProcess } from '../../store/process-owner.ts'
import type { Service } from '../../service/service.ts'
import type { KnownPlace } from '../../source/table/row-index.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import type { Dialect, SourceColumn } from '../../model/files/source-schema.ts'
import type { StoredFile } from '../../store/files/files.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import { createStoredTexts } from '../match/altered-texts.ts'
import { tablesOf } from '../../store/tables.ts'
import type { PlanRules } from '../row/classify.ts'
import { introductionOf, whyNeverTexted } from '../../kinds/texting-of-recipe.ts'
import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { ReadAheadData } from '../read-ahead/reader-messages.ts'
import { type Reader, slicesAhead, startReader } from '../read-ahead/slices-ahead.ts'
import { groupingOf } from '../duplicates/grouping.ts'
import { guardLimitsOf, type GuardLimits } from '../guards/guard-limits.ts'
import type { KnownSince } from '../match/knowledge.ts'
import { createContactFinder, type ContactFinder, mayReadAhead } from './contact-finder.ts'
import { interrupted } from './interrupted-plans.ts'
import { createPlanMeter, type PlanMeter } from './plan-meter.ts'
import { onlyLines } from './plan-source.ts'
import { PlanWriter } from './plan-writer.ts'
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
  mapping: CompiledMapping & {
    groupUuid: string | null
    disposition?: Disposition | null
    parts?: RecordParts
    ifEmpty?: ReadonlySet<string>
  }
  /** What the mapping was compiled from. */
  recipe: Recipe
  /** As the person has it, where the mapping leaves out what the file has not; `recipe` unless given. */
  wholeRecipe?: Recipe
  /** With the file's corrections up to `correctionsThrough`, where there are any. */
  readRows: ReadRows
  correctionsThrough?: number
  /** Lets a thread of its own read a large file that has no corrections; else `readRows` reads it. */
  ahead?: AheadOptions | undefined
  /** Null when nobody is signed in: then a plan that needs look-ups throws `sign_in.needed`. */
  service: Service | null
  lookup: Lookup
  /** `readsLatestPosts` is off unless it is given. */
  settings: Pick<AccountSettings, 'syncMaxAgeSeconds' | 'concurrency'> &
    Partial<Pick<AccountSettings, 'readsLatestPosts' | 'country' | 'timeZone' | 'textsPerDay'>>
  /** Plans just these rows of the file; all of them unless given. */
  retried?: RetriedRows | undefined
  /** When guards stop rows; as the recipe and its last lists have it unless given. */
  limits?: GuardLimits
  clock: Clock
  signal?: AbortSignal
  /** Called a few times a second, and at the end. */
  onProgress?: (progress: PlanProgress) => void
}

export interface AheadOptions {
  /** The built `plan-reader.ts`. */
  readerUrl: URL
  /** What the mapping was compiled with. */
  account: MappingAccount
  /** Told where rows begin in the file. */
  onPlace?: (place: KnownPlace) => void
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
    recipe: options.wholeRecipe ?? recipe,
    lookup,
    createdAtMs: clock.nowMs(),
    builder: thisProcess,
    correctionsThrough: options.correctionsThrough ?? 0,
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

/** What planning one file works with. */
interface Planning {
  options: PlanOptions
  readRows: ReadRows
  finder: ContactFinder
  writer: PlanWriter
  meter: PlanMeter
  /** Null where nobody reads ahead. */
  reader: Reader | null
}

async function fillPlan(options: PlanOptions): Promise<PlanCounts> {
  const { ahead, retried } = options
  // It loads its code while the cached contacts are indexed.
  const reader = ahead !== undefined && retried === undefined && mayReadAhead(options) ? startReader(ahead.readerUrl) : null
  try {
    return await planRows(options, reader)
  } finally {
    await reader?.stop()
  }
}

async function planRows(options: PlanOptions, reader: Reader | null): Promise<PlanCounts> {
  const { store, planId, file, retried, clock, signal } = options
  const meter = createPlanMeter(planId, file.sizeBytes, clock, options.onProgress)
  const plannedSinceMs = clock.nowMs()
  const since = { believedSinceMs: plannedSinceMs - options.settings.syncMaxAgeSeconds * 1000, plannedSinceMs }
  const finder = await createContactFinder(options, since, meter)
  const writer = createWriter(options, since, finder)
  const readRows = retried === undefined ? options.readRows : onlyLines(options.readRows, retried.lines)
  const planning = { options, readRows, finder, writer, meter, reader }

  signal?.throwIfAborted()
  await writeRows(planning)
  signal?.throwIfAborted()
  writer.endOfRows()
  try {
    await applyFileRules(planning)
    const counts = writer.finish(finder.reads(), finder.postsUnasked())
    tablesOf(store).unknownAtService.removeAll()
    meter.tell('done')
    return counts
  } finally {
    writer.close()
  }
}

function createWriter(
  options: PlanOptions,
  since: KnownSince,
  { refusedInPosts, textedInPosts, conversationState }: ContactFinder,
): PlanWriter {
  const { store, planId, mapping, recipe, retried, clock } = options
  const isStoredAs = createStoredTexts(store, clock.nowMs())
  const rules: PlanRules = {
    kind: recipe.kind,
    mode: modeOf(recipe),
    ifEmpty: mapping.ifEmpty ?? new Set(),
    createdOn: retried?.createdOn ?? new Set(),
    matchColumn: recipe.match.column,
    groupUuid: mapping.groupUuid,
    closingDisposition: mapping.disposition ?? null,
    resolvesAfter: recipe.resolveAfter === true,
    introduction: introductionOf(recipe),
    conversationState,
    since,
    label: createFieldLabels(tablesOf(store).customFields.all()),
    ...(isStoredAs !== null && { isStoredAs }),
  }
  return new PlanWriter(store, planId, recipe, rules, {
    limits: options.limits ?? guardLimitsOf(recipe, tablesOf(store).pastLists.of(recipe)),
    country: recipe.match.country ?? options.settings.country,
    nowMs: clock.nowMs(),
    retried: retried ?? null,
    grouping: groupingOf(recipe, mapping),
    refusedInPosts,
    textedInPosts,
    whyNever: whyNeverTexted(recipe, options.settings, clock.nowMs()),
  })
}

/** Finds the contacts of all rows, and writes what becomes of each row alone. */
async function writeRows({ options, readRows, finder, writer, meter, reader }: Planning): Promise<void> {
  const { file, dialect, signal } = options
  const ahead = reader !== null && writer.takesHolders() ? readSlicesAhead(reader, options, finder.known) : null
  if (ahead === null) {
    // Without contacts to compare with, it would only take memory.
    await reader?.stop()
    for await (const { rows, bytesRead } of slicesOf(readRows(file.storedPath, dialect, { signal }), options)) {
      writer.write(rows, await finder.find(rows, bytesRead))
      meter.read(rows.length, bytesRead)
      await letOthersWork(signal)
    }
    return
  }
  for await (const { rows: rowCount, holders, others, bytesRead, place, whole } of ahead) {
    if (place !== null) options.ahead?.onPlace?.(place)
    const matches = await finder.findOthers(holders, others, bytesRead)
    if (matches !== null) writer.writeSlice(holders, others, matches)
    else {
      const rows = await whole()
      writer.write(rows, await finder.find(rows, bytesRead))
    }
    meter.read(rowCount, bytesRead)
    await letOthersWork(signal)
  }
}

async function applyFileRules({ options, readRows, finder, writer, meter }: Planning): Promise<void> {
  const { file, dialect, signal } = options
  const wanted = writer.sizeWanted()
  if (wanted !== null) writer.takeSize(await finder.accountSize(wanted))
  if (writer.needsStaging()) {
    for await (const rows of wantedRows(readRows(file.storedPath, dialect, { signal }), (row) => writer.wants(row), options)) {
      writer.stage(rows)
      meter.tell('comparing')
      await letOthersWork(signal)
    }
  }
  for (const _ of writer.applyFileRules()) {
    meter.tell('comparing')
    await letOthersWork(signal)
  }
}

async function letOthersWork(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}

/** Null where few rows could be told to change nothing. */
function readSlicesAhead(
  reader: Reader,
  { ahead, file, dialect, columns, recipe, mapping, signal }: PlanOptions,
  known: Pick<ReadAheadData, 'slots' | 'unseen'> | null,
) {
  if (ahead === undefined || known === null) return null
  const { parts = allParts } = mapping
  const data = { path: file.storedPath, dialect, columns, recipe, account: ahead.account, parts, ...known }
  return slicesAhead(reader, data, signal)
}

function stoppedBy(thrown: unknown, signal: AbortSignal | undefined): AppError {
  if (signal?.reason === closing) return closing
  const error = asAppError(asStoreError(thrown))
  if (signal?.aborted !== true || (thrown instanceof AppError && error.code === 'cancelled')) return error
  return new AppError('cancelled', 'Planning was stopped.', 'Nothing was changed. Plan the file again when you are ready.', {
    cause: thrown,
  })
}
