import { setImmediate } from 'node:timers/promises'
import type { AccountSettings } from '../../model/account-schema.ts'
import type { Clock } from '../../model/clock.ts'
import { AppError, asAppError } from '../../model/errors.ts'
import type { CompiledMapping, MappedRow, MatchKey } from '../../model/mapped-row.ts'
import type { Recipe } from '../../model/recipe-schema.ts'
import { allParts, type RecordParts } from '../../model/record-parts.ts'
import { thisProcess } from '../../store/process-owner.ts'
import type { Service } from '../../service/service.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import type { Dialect, SourceColumn } from '../../model/source-schema.ts'
import { createBegunPlans } from '../../store/begun-plans.ts'
import { startContactReader, type ContactReader, type Wishes } from '../../store/contact-reader.ts'
import { createContacts } from '../../store/contacts/contacts.ts'
import { createCustomFields } from '../../store/contacts/custom-fields.ts'
import type { StoredFile } from '../../store/files/files.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import { createPackedContacts, type PackedContacts } from '../../store/packed-contacts.ts'
import { createPartialContacts } from '../../store/partial-contacts.ts'
import { createPlans } from '../../store/plans/plans.ts'
import { directSink, type PlanSink, startPlanSink } from '../../store/plan-sink.ts'
import { createSyncs } from '../../store/contacts/syncs.ts'
import type { PlanRules } from '../row/classify.ts'
import { createFieldLabels } from '../../model/field-labels.ts'
import { groupingOf } from '../duplicates/grouping.ts'
import type { PlannedPart } from '../go-on.ts'
import { guardLimits, type GuardLimits } from '../guards/guard-limits.ts'
import { createLookUp, freshSync } from '../match/contact-lookup.ts'
import { mapSourceRow } from '../row/map-source-row.ts'
import type { Match } from '../match/match.ts'
import { matchAhead, type Slice } from '../match-ahead.ts'
import { changedFile, onlyLines } from './only-lines.ts'
import { createPlanWriter } from './plan-writer.ts'
import { recallRows } from '../recall-rows.ts'
import type { Lookup, PlanCounts, PlanProgress } from '../../model/plan-schema.ts'
import type { RetriedRows } from './retry-rows.ts'
import { createWishes } from '../wishes.ts'

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
  mapping: CompiledMapping & { groupUuid: string | null; parts?: RecordParts }
  recipe: Recipe
  /** With the file's corrections up to `editsThrough`, where there are any. */
  readRows: ReadRows
  editsThrough?: number
  /** Null when nobody is signed in: then a plan that needs look-ups throws `sign_in.needed`. */
  service: Service | null
  lookup: Lookup
  settings: Pick<AccountSettings, 'syncMaxAgeSeconds' | 'concurrency'>
  /** Plans just these rows of the file; all of them unless given. */
  retried?: RetriedRows
  /** When guards stop rows; the usual limits unless given. */
  limits?: GuardLimits
  clock: Clock
  signal?: AbortSignal
  /** Should planning be interrupted, by `closing` for instance, it can be gone on with: see `takeUpPlan`. */
  canGoOn?: boolean
  /** The plan is there already, with its first rows: goes on after them. */
  planned?: PlannedPart
  /** Told a few times a second, and at the end. */
  onProgress?: (progress: PlanProgress) => void
}

const progressEveryMs = 100
/** Rows that are handled without letting other work in between, and that wait in memory together. */
const sliceRows = 300
/** Smaller files are done before threads have started. */
const withThreadsFromBytes = 4 * 1024 * 1024
const none: Match = { kind: 'none' }

/** To abort planning with when Rollcall ends: the plan can be gone on with, unlike one that the person cancelled. */
export const closing = new AppError(
  'cancelled',
  'Rollcall was closed while the changes were worked out.',
  'Plan the file again: Rollcall goes on where it stopped.',
)

/**
 * Plans a file: each row gets its contact, its class and its calls, stored under `planId`. The plan is stored as `building`
 * before this returns its promise, as `ready` at the end, else as `cancelled` or `failed` with the AppError that is thrown:
 * `file.*`, `sign_in.needed`, `service.*`, `store.*`, `cancelled`. The counts add up to the rows read.
 */
export async function buildPlan(options: PlanOptions): Promise<PlanCounts> {
  const { store, planId, file, dialect, columns, recipe, lookup, clock, signal } = options
  const plans = createPlans(store)
  const retriesRunId = options.retried?.runId ?? null
  const begun = createBegunPlans(store)
  if (options.planned === undefined)
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
    })
  if (options.planned === undefined && options.canGoOn === true) begun.begin(planId)
  try {
    return await fillPlan(options)
  } catch (thrown) {
    const error = stoppedBy(thrown, signal)
    try {
      if (options.planned !== undefined && isOfPlan(error)) begun.end(planId)
      if (signal?.reason !== closing || !begun.release(planId))
        plans.stop(planId, error.code === 'cancelled' ? 'cancelled' : 'failed', error.toAnswer())
    } catch (storeError) {
      // A store that cannot be written leaves the plan as building; `failInterruptedPlans` mends that at the next start.
      throw new AppError(error.code, error.message, error.hint, { cause: new AggregateError([thrown, storeError]) })
    }
    throw error
  }
}

async function fillPlan(options: PlanOptions): Promise<PlanCounts> {
  const packed = createPackedContacts(options.mapping.parts ?? allParts)
  const wishes = createWishes(options.recipe.kind, options.mapping.parts ?? allParts)
  const isLarge = options.file.sizeBytes >= withThreadsFromBytes
  const reader = isLarge ? startContactReader(options.store, packed, wishes?.fieldSigns) : null
  const sink = isLarge ? startPlanSink(options.store) : directSink(options.store)
  try {
    return await fillPlanWith({ packed, reader, wishesOf: (rows) => wishes?.of(rows) ?? null }, sink, options)
  } finally {
    await Promise.all([reader?.close(), sink.close()])
  }
}

interface Reading {
  packed: PackedContacts
  reader: ContactReader | null
  wishesOf: (rows: readonly MappedRow[]) => Wishes | null
}

async function fillPlanWith({ packed, reader, wishesOf }: Reading, sink: PlanSink, options: PlanOptions): Promise<PlanCounts> {
  const { store, planId, file, dialect, mapping, recipe, retried, clock, signal } = options
  const progress: PlanProgress = {
    planId,
    phase: 'reading',
    rowsRead: 0,
    continuedAfter: 0,
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

  const lookUp = createLookUp({
    contacts: createContacts(store),
    parts: createPartialContacts(store, packed),
    reader,
    service: options.service,
    lookup: options.lookup,
    freshSync: freshSync(createSyncs(store).latestComplete(), options.settings.syncMaxAgeSeconds, clock.nowMs()),
    concurrency: options.settings.concurrency,
    clock,
    signal,
    onAnswer: () => {
      progress.lookedUp += 1
      tell('looking_up')
    },
  })
  const rules: PlanRules = {
    kind: recipe.kind,
    notFound: recipe.notFound,
    matchColumn: recipe.match.column,
    groupUuid: mapping.groupUuid,
    label: createFieldLabels(createCustomFields(store).all()),
  }
  const writer = createPlanWriter(store, sink, planId, recipe, rules, {
    limits: options.limits ?? guardLimits,
    retried: retried ?? null,
    grouping: groupingOf(recipe, mapping),
    canGoOn: options.canGoOn ?? false,
  })
  const letOthersWork = async () => {
    await setImmediate()
    signal?.throwIfAborted()
  }

  signal?.throwIfAborted()
  const readRows = retried === undefined ? options.readRows : onlyLines(options.readRows, retried.lines)
  const { planned = { rows: 0, place: null } } = options
  if (planned.rows > 0) {
    progress.continuedAfter = planned.rows
    progress.rowsRead = planned.rows
    progress.bytesRead = planned.place?.byte ?? 0
    const read = () => readRows(file.storedPath, dialect, { signal })
    for await (const _ of recallRows(store, { planId, rows: planned.rows, writer, read, map: (row) => mapSourceRow(row, options) })) {
      tell('reading')
      await letOthersWork()
    }
  }
  const from = retried === undefined ? planned.place : null
  const rest = readRows(file.storedPath, dialect, { signal, ...(from && { from: { byte: from.byte, line: from.line } }) })
  const slices = slicesOf(rest, options, { begun: from?.row ?? 0, planned: planned.rows })
  for await (const { rows, keys, matches, bytesRead, place } of matchAhead(slices, lookUp, wishesOf)) {
    const isOpen = keys.map((key, at) => key !== null && lookUp.isWanted(key, matches[at] ?? none))
    const wanted = keys.filter((_key, at): _key is MatchKey => isOpen[at] === true)
    if (wanted.length > 0) {
      const claimed = lookUp.claim(wanted)
      progress.lookUps += claimed.length
      await lookUp.ask(claimed)
    }
    await writer.write(rows, (row, at) => (isOpen[at] === true && row.key !== null ? lookUp.find(row.key) : (matches[at] ?? none)), place)
    progress.rowsRead += rows.length
    progress.bytesRead = bytesRead
    tell('reading')
    await letOthersWork()
  }
  await sink.flush()
  signal?.throwIfAborted()
  try {
    if (writer.gathers()) {
      for await (const rows of wantedRows(readRows(file.storedPath, dialect, { signal }), writer.wants, options)) {
        writer.gather(rows)
        tell('comparing')
        await letOthersWork()
      }
    }
    for (const _ of writer.settle()) {
      tell('comparing')
      await letOthersWork()
    }
    const counts = writer.finish()
    tell('done')
    return counts
  } finally {
    writer.close()
  }
}

/** `begun`: the rows of the plan before the first batch; those up to `planned` are left out. Throws `file.changed` where they are not there. */
async function* slicesOf(
  batches: ReturnType<ReadRows>,
  options: PlanOptions,
  { begun, planned }: { begun: number; planned: number },
): AsyncGenerator<Slice> {
  let before = begun
  for await (const { rows, bytesRead, start } of batches) {
    const place = start && { ...start, row: before }
    for (let from = Math.max(0, planned - before); from < rows.length; from += sliceRows) {
      yield { rows: rows.slice(from, from + sliceRows).map((row) => mapSourceRow(row, options)), bytesRead, ...(place && { place }) }
    }
    before += rows.length
  }
  if (before < planned) throw changedFile()
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

/** What went wrong may lie in the rows that were gone on with: then it would go wrong again and again, and the next plan is made anew. */
function isOfPlan({ code }: AppError): boolean {
  return code === 'internal' || code === 'store.damaged' || code === 'file.changed'
}

function stoppedBy(thrown: unknown, signal: AbortSignal | undefined): AppError {
  const error = asAppError(asStoreError(thrown))
  if (signal?.aborted !== true || (thrown instanceof AppError && error.code === 'cancelled')) return error
  return new AppError('cancelled', 'Planning was stopped.', 'Nothing was changed. Plan the file again when you are ready.', {
    cause: thrown,
  })
}
