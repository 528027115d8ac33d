import { setImmediate } from 'node:timers/promises'
import type { AccountSettings } from '../../model/account-schema.ts'
import type { Clock } from '../../model/clock.ts'
import { AppError, asAppError } from '../../model/errors.ts'
import type { CompiledMapping, MappedRow, MatchKey } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { modeOf } from '../../model/recipes/recipe-mode.ts'
import { allParts, type RecordParts } from '../../model/contacts/record-parts.ts'
import { thisProcess } from '../../store/process-owner.ts'
import type { Service } from '../../service/service.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import type { Dialect, SourceColumn } from '../../model/files/source-schema.ts'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { createSyncWriter } from '../../store/contacts/sync-writer.ts'
import { createContactIndex } from '../../store/contacts/contact-index.ts'
import type { StoredFile } from '../../store/files/files.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { PlanRules } from '../row/classify.ts'
import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import { groupingOf } from '../duplicates/grouping.ts'
import { guardLimitsOf, type GuardLimits } from '../guards/guard-limits.ts'
import { createLatestPosts } from '../guards/latest-posts.ts'
import { createContactLookup, freshSync } from '../match/contact-lookup.ts'
import { mapSourceRow } from '../row/map-source-row.ts'
import type { Match } from '../match/match.ts'
import { interrupted } from './interrupted-plans.ts'
import { onlyLines } from './plan-source.ts'
import { createPlanWriter } from './plan-writer.ts'
import type { Lookup, PlanCounts, PlanProgress } from '../../model/plans/plan-schema.ts'
import type { RetriedRows } from './retry-rows.ts'
import { createDigestMatcher } from '../match/desired-digest.ts'

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
  /** Told a few times a second, and at the end. */
  onProgress?: (progress: PlanProgress) => void
}

const progressEveryMs = 100
/** Rows that are handled without letting other work in between, and that wait in memory together. */
const sliceRows = 300
/** Smaller files are planned before all contacts of a large account are indexed. */
const largeFromBytes = 4 * 1024 * 1024
const none: Match = { kind: 'none' }

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
  const progress: PlanProgress = {
    planId,
    phase: 'reading',
    rowsRead: 0,
    bytesRead: 0,
    bytesTotal: file.sizeBytes,
    lookedUp: 0,
    lookUps: 0,
  }
  let toldAtMs = Number.NEGATIVE_INFINITY
  const tell = (phase: PlanProgress['phase']) => {
    const nowMs = clock.monotonicMs()
    if (phase !== 'done' && nowMs - toldAtMs < progressEveryMs) return
    toldAtMs = nowMs
    options.onProgress?.({ ...progress, phase })
  }

  const parts = mapping.parts ?? allParts
  const isIndexed = file.sizeBytes >= largeFromBytes && importDescriptors[recipe.kind].isToldByRecord
  const reindex = () => createContactIndex(store, parts, signal)
  const plannedSinceMs = clock.nowMs()
  const since = { believedSinceMs: plannedSinceMs - options.settings.syncMaxAgeSeconds * 1000, plannedSinceMs }
  const lookUp = createContactLookup({
    contacts: tablesOf(store).contacts,
    index: isIndexed ? await reindex() : null,
    reindex,
    putPage: createSyncWriter(store, clock).putContacts,
    // Where contacts are only added, those that are there are left out, whatever they hold.
    isAsDesired: modeOf(recipe) === 'add' ? () => false : createDigestMatcher(recipe.kind, parts),
    service: options.service,
    lookup: options.lookup,
    freshSync: freshSync(tablesOf(store).syncs.latestComplete(), options.settings.syncMaxAgeSeconds, clock.nowMs()),
    unknown: tablesOf(store).unknownAtService,
    since,
    isToldByRecord: importDescriptors[recipe.kind].isToldByRecord,
    concurrency: options.settings.concurrency,
    clock,
    signal,
    onAnswer: (contacts) => {
      progress.lookedUp += contacts
      progress.lookUps = Math.max(progress.lookUps, progress.lookedUp)
      tell('looking_up')
    },
  })
  const posts = createLatestPosts({
    service: options.settings.readsLatestPosts === true && options.lookup !== 'never' ? options.service : null,
    groupUuids: tablesOf(store)
      .departments.all()
      .map(({ uuid }) => uuid),
    concurrency: options.settings.concurrency,
    signal,
    onAnswer: () => {
      progress.lookedUp += 1
      tell('looking_up')
    },
  })
  const rules: PlanRules = {
    kind: recipe.kind,
    mode: modeOf(recipe),
    ifEmpty: mapping.ifEmpty ?? new Set(),
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
    refusesInPosts: posts.refuses,
  })
  const letOthersWork = async () => {
    await setImmediate()
    signal?.throwIfAborted()
  }

  // In one transaction: SQLite forgets what it has read of the database after each, as others may have written.
  const findAll = store.transaction((rows: readonly MappedRow[], keys: readonly (MatchKey | null)[]): Match[] =>
    rows.map((row, at) => {
      const key = keys[at] ?? null
      return key === null ? none : lookUp.findFor(row, key)
    }),
  )

  signal?.throwIfAborted()
  const readRows = retried === undefined ? options.readRows : onlyLines(options.readRows, retried.lines)
  for await (const { rows, bytesRead } of slicesOf(readRows(file.storedPath, dialect, { signal }), options)) {
    const keys = rows.map((row) => (hasError(row) ? null : row.key))
    const find = () => {
      const matches = findAll(rows, keys)
      const isOpen = rows.map((row, at) => {
        const key = keys[at] ?? null
        return key !== null && lookUp.isWanted(row, key, matches[at] ?? none)
      })
      return { matches, isOpen }
    }
    let { matches, isOpen } = find()
    const again = matches.filter(({ kind }, at) => isOpen[at] === true && kind !== 'none').length
    if (again > 0 && lookUp.wantsPages(again, { bytesRead, bytesTotal: file.sizeBytes })) {
      progress.lookUps += tablesOf(store).contacts.count()
      await lookUp.readPages()
      ;({ matches, isOpen } = find())
    }
    const wanted = keys.filter((_key, at): _key is MatchKey => isOpen[at] === true)
    if (wanted.length > 0) {
      const claimed = lookUp.claim(wanted)
      progress.lookUps += claimed.length
      await lookUp.ask(claimed)
    }
    const found = rows.map((row, at) => (isOpen[at] === true && row.key !== null ? lookUp.find(row.key) : (matches[at] ?? none)))
    const permitted = posts.unasked(rows, found)
    if (permitted.length > 0) {
      progress.lookUps += permitted.length
      await posts.ask(permitted)
    }
    writer.write(rows, found)
    progress.rowsRead += rows.length
    progress.bytesRead = bytesRead
    tell('reading')
    await letOthersWork()
  }
  signal?.throwIfAborted()
  writer.endOfRows()
  try {
    if (writer.needsStaging()) {
      for await (const rows of wantedRows(readRows(file.storedPath, dialect, { signal }), writer.wants, options)) {
        writer.stage(rows)
        tell('comparing')
        await letOthersWork()
      }
    }
    for (const _ of writer.applyFileRules()) {
      tell('comparing')
      await letOthersWork()
    }
    const counts = writer.finish(lookUp.reads())
    tablesOf(store).unknownAtService.removeAll()
    tell('done')
    return counts
  } finally {
    writer.close()
  }
}

async function* slicesOf(batches: ReturnType<ReadRows>, options: PlanOptions): AsyncGenerator<{ rows: MappedRow[]; bytesRead: number }> {
  for await (const { rows, bytesRead } of batches) {
    for (let from = 0; from < rows.length; from += sliceRows) {
      yield { rows: rows.slice(from, from + sliceRows).map((row) => mapSourceRow(row, options)), bytesRead }
    }
  }
}

/** The rows that are wanted, by their numbers, some at a time. */
async function* wantedRows(
  batches: ReturnType<ReadRows>,
  wants: (row: number) => boolean,
  options: PlanOptions,
): AsyncGenerator<{ row: number; mapped: MappedRow }[]> {
  let read = 0
  for await (const { rows } of batches) {
    for (let from = 0; from < rows.length; from += sliceRows) {
      const before = read + from + 1
      yield rows
        .slice(from, from + sliceRows)
        .flatMap((source, at) => (wants(before + at) ? [{ row: before + at, mapped: mapSourceRow(source, options) }] : []))
    }
    read += rows.length
  }
}

function hasError({ issues }: MappedRow): boolean {
  return issues.some(({ severity }) => severity === 'error')
}

function stoppedBy(thrown: unknown, signal: AbortSignal | undefined): AppError {
  if (signal?.reason === closing) return closing
  const error = asAppError(asStoreError(thrown))
  if (signal?.aborted !== true || (thrown instanceof AppError && error.code === 'cancelled')) return error
  return new AppError('cancelled', 'Planning was stopped.', 'Nothing was changed. Plan the file again when you are ready.', {
    cause: thrown,
  })
}
