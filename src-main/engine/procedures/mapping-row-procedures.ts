import { setImmediate } from 'node:timers/promises'
import type { OpenAccount } from '../account/open-account.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { createRecentlyUsed } from '../text/recently-used.ts'
import { findByName } from '../text/headers/name-key.ts'
import { compileRecipe, type CompiledRecipe } from '../mapping/compile/compile-recipe.ts'
import { createRowFilter } from '../mapping/compile/row-filter.ts'
import { createValueCounter } from '../mapping/preview/count-values.ts'
import type { MappedRow } from '../model/plans/mapped-row.ts'
import { previewRow } from '../mapping/preview/preview-mapping.ts'
import type { Recipe } from '../model/recipes/recipe-schema.ts'
import type { ValueCounts, ValueReading } from '../mapping/preview/values-schema.ts'
import { countPeople } from '../plan/estimate/count-people.ts'
import { previewContacts } from '../plan/estimate/preview-contacts.ts'
import { mapSourceRow } from '../plan/row/map-source-row.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import { createNumberedReader, type NumberedReader } from '../source/table/numbered-rows.ts'
import { isBlankRow, raggedIssue } from '../source/table/ragged-issue.ts'
import { readRows } from '../source/table/read-rows.ts'
import type { Dialect, DialectChoice, Inspection, SourceColumn, SourceRow } from '../model/files/source-schema.ts'
import type { StoredFile } from '../store/files/files.ts'
import { accountFields } from './account-fields.ts'
import { correctedSheet, rowCorrector, correctedInspection } from './read-corrected.ts'
import { storedFile } from './file-procedures.ts'

type RowHandlers = Pick<HandlersOf<'mapping'>, 'mapping.row' | 'mapping.values' | 'mapping.people' | 'mapping.contacts' | 'mapping.stop'>

/** Files and counts that are remembered: those of a person who goes back and forth between a few. */
const mostFiles = 4
const mostCounts = 50
const progressEveryMs = 250

/** What the mapping screen asks of the whole file: any of its rows, and its different values. */
export function mappingRowProcedures(context: EngineContext): RowHandlers {
  const underWay = new Map<string, AbortController>()
  const readers = createRecentlyUsed<NumberedReader>(mostFiles)
  const inspections = createRecentlyUsed<Inspection>(mostFiles)
  const counts = createRecentlyUsed<ValueCounts>(mostCounts)

  /** Runs work that `mapping.stop` can end; of the same name only the newest continues. */
  async function stoppable<T>(name: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    if (name === undefined) return work(abort.signal)
    underWay.get(name)?.abort()
    underWay.set(name, abort)
    try {
      return await work(abort.signal)
    } finally {
      if (underWay.get(name) === abort) underWay.delete(name)
    }
  }

  function readerOf(file: StoredFile, dialect: Dialect): NumberedReader {
    const key = JSON.stringify([file.sha256, dialect])
    const reader = readers.get(key) ?? createNumberedReader(readRows, file.storedPath, dialect)
    readers.set(key, reader)
    return reader
  }

  function toldNowAndThen(tell: (bytesRead: number) => void): (bytesRead: number) => void {
    let toldAtMs = context.clock.monotonicMs()
    return (bytesRead) => {
      if (context.clock.monotonicMs() - toldAtMs < progressEveryMs) return
      toldAtMs = context.clock.monotonicMs()
      tell(bytesRead)
    }
  }

  /** A large file takes a moment to be looked at, too long for each row that a person goes on to. */
  async function inspected(account: OpenAccount, file: StoredFile, choice: DialectChoice, signal: AbortSignal): Promise<Inspection> {
    const key = JSON.stringify([file.sha256, choice])
    const inspection = inspections.get(key) ?? (await inspectFile(file.storedPath, choice, { signal }))
    inspections.set(key, inspection)
    return correctedInspection(account, file, inspection)
  }

  return {
    async 'mapping.row'({ fileId, recipe, at, request }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      return stoppable(request, async (signal) => {
        const { columns, dialect } = await inspected(account, file, recipe.source, signal)
        const compiled = compileRecipe(recipe, columns, await accountFields(account, context.clock))
        const mapRow = rowMapper(account, file, { columns, dialect, recipe }, compiled)
        const preview = ({ number, row, mapped }: FoundRow) => ({ number, ...previewRow(recipe, compiled, columns, row, mapped) })
        const found = await findRow(readerOf(file, dialect), at, mapRow, signal)
        return { row: found === null ? null : preview(found) }
      })
    },

    async 'mapping.values'({ fileId, dialect: choice, reading, request }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      return stoppable(request, async (signal) => {
        const { columns, dialect } = await inspected(account, file, choice, signal)
        const through = account.tables.fileCorrections.through(correctedSheet(file, dialect.sheet))
        const key = JSON.stringify([account.record().id, file.sha256, dialect, through, reading])
        const tell =
          request === undefined
            ? undefined
            : toldNowAndThen((bytesRead) => context.emit('mapping.progress', { request, bytesRead, bytesTotal: file.sizeBytes }))
        const known =
          counts.get(key) ??
          (await countValues(readerOf(file, dialect), rowCorrector(account, file, dialect), reading, { columns, dialect }, signal, tell))
        counts.set(key, known)
        return known
      })
    },

    async 'mapping.people'({ fileId, recipe, request }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      return stoppable(request ?? `people-${fileId}`, async (signal) => {
        const { columns, dialect } = await inspected(account, file, recipe.source, signal)
        const compiled = compileRecipe(recipe, columns, await accountFields(account, context.clock))
        const mapRow = rowMapper(account, file, { columns, dialect, recipe }, compiled)
        const tell = toldNowAndThen((bytesRead) =>
          context.emit('mapping.progress', { request: request ?? '', bytesRead, bytesTotal: file.sizeBytes }),
        )
        const { store, service } = account
        const { settings } = account.record()
        const rows = mappedPortions(readerOf(file, dialect), mapRow, signal, tell)
        return countPeople({ store, rows, service, settings, clock: context.clock, signal })
      })
    },

    async 'mapping.contacts'({ fileId, recipe, from, count, request }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      return stoppable(request, async (signal) => {
        const { columns, dialect } = await inspected(account, file, recipe.source, signal)
        const mapping = compileRecipe(recipe, columns, await accountFields(account, context.clock))
        const mapRow = rowMapper(account, file, { columns, dialect, recipe }, mapping)
        const found = await someRows(readerOf(file, dialect), { from, count: count + 1 }, mapRow, signal)
        const { store } = account
        const { settings } = account.record()
        const contacts = previewContacts(found.slice(0, count), { store, recipe, mapping, settings, clock: context.clock })
        return { contacts, hasMore: found.length > count }
      })
    },

    'mapping.stop'({ request }) {
      underWay.get(request)?.abort()
      return {}
    },
  }
}

interface FoundRow {
  number: number
  /** As it was corrected. */
  row: SourceRow
  mapped: MappedRow
}

type RowAt = { row: number } | { line: number } | { issueAfter: number }

/** The row of this number, the first on or below a line, or the first behind a row that has an issue; null where there is none. */
async function findRow(
  reader: NumberedReader,
  at: RowAt,
  mapRow: (row: SourceRow) => Omit<FoundRow, 'number'>,
  signal: AbortSignal,
): Promise<FoundRow | null> {
  const from = 'line' in at ? { line: at.line } : { number: 'row' in at ? at.row : at.issueAfter + 1 }
  for await (const { number, rows } of reader.from(from, { signal })) {
    for (const [index, row] of rows.entries()) {
      const found = mapRow(row)
      if (!('issueAfter' in at) || found.mapped.issues.length > 0) return { number: number + index, ...found }
    }
    await setImmediate()
    signal.throwIfAborted()
  }
  return null
}

/** Consecutive rows, as they were corrected and mapped. */
async function someRows(
  reader: NumberedReader,
  { from, count }: { from: number; count: number },
  mapRow: (row: SourceRow) => Omit<FoundRow, 'number'>,
  signal: AbortSignal,
): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for await (const { number, rows } of reader.from({ number: from }, { signal })) {
    for (const [index, row] of rows.slice(0, count - found.length).entries()) found.push({ number: number + index, ...mapRow(row) })
    if (found.length === count) break
  }
  return found
}

async function* mappedPortions(
  reader: NumberedReader,
  mapRow: (row: SourceRow) => Omit<FoundRow, 'number'>,
  signal: AbortSignal,
  tell: (bytesRead: number) => void,
): AsyncGenerator<MappedRow[]> {
  for await (const { rows, bytesRead } of reader.from({ number: 1 }, { signal })) {
    yield rows.map((row) => mapRow(row).mapped)
    tell(bytesRead)
  }
}

function rowMapper(
  account: OpenAccount,
  file: StoredFile,
  { columns, dialect, recipe }: Pick<Inspection, 'columns' | 'dialect'> & { recipe: Recipe },
  mapping: CompiledRecipe,
): (row: SourceRow) => Omit<FoundRow, 'number'> {
  const corrector = rowCorrector(account, file, dialect)
  return (read) => {
    const row = corrector === null ? read : corrector.correct(read)
    return { row, mapped: mapSourceRow(row, { columns, dialect, recipe, mapping }) }
  }
}

async function countValues(
  reader: NumberedReader,
  corrector: ReturnType<typeof rowCorrector>,
  reading: ValueReading,
  { columns, dialect }: Pick<Inspection, 'columns' | 'dialect'>,
  signal: AbortSignal,
  onProgress?: (bytesRead: number) => void,
): Promise<ValueCounts> {
  const found = reading.columns.map((name) => columnNamed(columns, name))
  const filter = reading.only === undefined ? null : createRowFilter(reading.only, columnNamed(columns, reading.only.column), false)
  const counter = createValueCounter(reading, found, filter)
  for await (const { rows, bytesRead } of reader.from({ number: 1 }, { signal })) {
    for (const read of rows) {
      const row = corrector === null ? read : corrector.correct(read)
      if (row.corrected?.isExcluded === true || isBlankRow(row)) continue
      if (raggedIssue(row, columns, dialect)?.severity === 'error') counter.addDamaged()
      else counter.add(row)
    }
    onProgress?.(bytesRead)
    await setImmediate()
    signal.throwIfAborted()
  }
  return counter.result()
}

function columnNamed(columns: readonly SourceColumn[], name: string): SourceColumn {
  const { found } = findByName(columns, (column) => column.name, name)
  if (found !== null) return found
  throw new AppError('recipe.misfit', `The file has no column "${name}".`, 'Choose the column again.')
}
