import { callDescriptors } from '../kinds/calls/all-calls.ts'
import { basename, extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../model/errors.ts'
import { planSource } from '../plan/build/plan-source.ts'
import type { ReadRows } from '../source/table/row-source.ts'
import { createRowCorrector, type RowCorrector } from '../source/corrections/row-corrector.ts'
import { refusalOnlyCode } from '../model/plans/row-issue.ts'
import type { SourceRow } from '../model/files/source-schema.ts'
import type { StoredFile } from '../store/files/files.ts'
import { readJsonColumn } from '../store/json-column.ts'
import { answeredRecord } from '../store/runs/answered-record.ts'
import type { Store } from '../store/open-store.ts'
import { withdrawalDeadline } from '../plan/guards/guard-words.ts'
import type { StoredPlanRow } from '../store/plans/stored-plan-row.ts'
import type { StoredPlan } from '../store/plans/plans.ts'
import type { EndedRow } from '../store/runs/run-rows.ts'
import { tablesOf } from '../store/tables.ts'
import { csvLine } from '../text/csv-text.ts'
import { rowCorrectionsText } from './corrected-cells.ts'
import { fileNameMistake } from '../files/file-name.ts'
import { createOutputFile } from '../files/output-file.ts'
import { rereadableStyle } from './rereadable-style.ts'
import type { ResultFile, RowOutcome } from '../model/runs/run-schema.ts'
import { changeWords, outcomeOf, troubleOfRow } from './run-summary.ts'

export const resultColumns = [
  'rollcall_line',
  'rollcall_status',
  'rollcall_uuid',
  'rollcall_changes',
  'rollcall_error',
  'rollcall_hint',
] as const

export interface ResultsOptions {
  store: Store
  runId: string
  readRows: ReadRows
  folder: string
  /** What the files are named after, instead of the imported file's own name. */
  name?: string
  /** Over files of these names, which are of the same run. */
  overwrite?: boolean
  signal?: AbortSignal
}

/** Of a plan with corrections: what was corrected in the row. */
export const correctionsColumn = 'rollcall_edits'

/**
 * Writes what became of every row into `folder`, at any moment of a run: one file with all rows in the original columns
 * and order, beside the columns of `resultColumns` (and `correctionsColumn`: cells are as corrected); and one with the rows that can be corrected and loaded again with the
 * same recipe (failed and invalid ones, and those of which only the refusal of texts could be used), when there are any. An unknown row is not among these: it may have arrived, and
 * must not be sent again blindly. Never writes over an existing file. Throws `run.unknown`, `file.*`, `usage`, `store.full`, and the signal's reason when it aborts.
 */
export async function writeResults(options: ResultsOptions): Promise<ResultFile[]> {
  const { store, runId, readRows, folder, signal } = options
  const { plan, file } = sourceOf(store, runId)
  const { dialect, columns, recipe } = plan
  // The failed rows are read again with the same recipe, so they are written in the dialect that it names.
  const again = await rereadableStyle(file.storedPath, dialect, recipe.source)
  const style = { delimiter: again.csv.delimiter, quote: '"' }
  const base = safeName(options.name ?? file.name)
  const ending = style.delimiter === '\t' ? '.tsv' : '.csv'
  const ifExists = options.overwrite === true ? 'replace' : 'other name'

  const results = await createOutputFile(folder)
  const failed = await createOutputFile(folder).catch(async (error: unknown) => {
    await results.discard()
    throw error
  })
  try {
    let rows = 0
    let failedRows = 0
    const corrector = correctorOf(store, plan, file)
    const added = corrector === null ? resultColumns : [...resultColumns, correctionsColumn]
    await results.write(csvLine([...columns.map(({ header, name }) => header ?? name), ...added], style))
    await failed.write(again.leadingLines)
    if (again.hasHeader)
      await failed.write(
        csvLine(
          columns.map(({ header }) => header ?? ''),
          again.csv,
        ),
      )

    const outcomes = createOutcomes(store, plan, runId)
    for await (const batch of planSource(store, plan, readRows)(file.storedPath, dialect, { signal })) {
      await setImmediate()
      for (const { source: original, isCorrectable, cells } of outcomes.of(rows, batch.rows)) {
        const source = corrector === null ? original : corrector.correct(original)
        // Cells that no column is for come last, so that they are neither lost nor in the way.
        const own = Array.from(columns, (_, at) => source.cells[at] ?? '')
        const corrections = corrector === null ? [] : [rowCorrectionsText(source, columns)]
        await results.write(csvLine([...own, ...cells, ...corrections, ...source.cells.slice(columns.length)], style))
        rows += 1
        signal?.throwIfAborted()
        // Loading rows of an undo again would import them, not undo them.
        if (plan.undoesRunId !== null || !isCorrectable) continue
        await failed.write(csvLine(source.cells, again.csv))
        failedRows += 1
      }
    }
    if (rows !== plan.totals?.rows) throw changedFile()

    const path = await results.publish(`${base} - results${ending}`, ifExists)
    const files: ResultFile[] = [{ kind: 'results', path, name: basename(path), rows }]
    if (failedRows > 0) {
      const failedPath = await failed.publish(`${base} - failed rows${ending}`, ifExists)
      files.push({ kind: 'failed', path: failedPath, name: basename(failedPath), rows: failedRows })
    }
    return files
  } finally {
    await Promise.all([results.discard(), failed.discard()])
  }
}

/** What became of the rows of a file, in step with reading it. */
function createOutcomes(store: Store, plan: StoredPlan, runId: string) {
  const { id: planId } = plan
  const honorBy = withdrawalDeadline(plan)
  const { planRows, runRows, calls } = tablesOf(store)

  const createdUuid = ({ row, detail }: StoredPlanRow): string => {
    const ordinal = detail.calls?.findIndex(({ kind }) => callDescriptors[kind].createsContact) ?? -1
    const image = ordinal === -1 ? null : calls.afterImage(runId, row, ordinal)
    return image === null ? '' : readJsonColumn(answeredRecord, image, `the journal of row ${row}`).uuid
  }

  const cellsOf = (row: StoredPlanRow, outcome: RowOutcome, ended: EndedRow | null): string[] => {
    const trouble = troubleOfRow(row, ended, honorBy)
    return [
      String(row.line),
      statusWord(outcome, ended),
      row.contactUuid ?? createdUuid(row),
      changeWords(row),
      trouble?.error ?? '',
      trouble?.hint ?? '',
    ]
  }

  /** A row that was merged into one that failed goes with it: without it, the other would not come to the same again. */
  const isCorrectable = ({ reason, groupRow, detail }: StoredPlanRow, outcome: RowOutcome): boolean => {
    const isPartial = detail.issues?.some(({ code }) => code === refusalOnlyCode) === true
    if (isPartial && (outcome === 'skipped' ? reason === 'merged' : outcome !== 'unknown')) return true
    if (reason === 'merged' && groupRow !== null) return runRows.find(runId, [groupRow]).get(groupRow)?.outcome === 'failed'
    return outcome === 'failed' || outcome === 'invalid'
  }

  return {
    /** The source's rows after the first `done` ones, with their outcomes. Throws `file.changed` when they are not those of the plan. */
    *of(done: number, sources: readonly SourceRow[]): Generator<{ source: SourceRow; isCorrectable: boolean; cells: string[] }> {
      const planned = planRows.after(planId, done, sources.length)
      const ended = runRows.range(runId, done + 1, done + sources.length)
      for (const [at, source] of sources.entries()) {
        const row = planned[at]
        if (row === undefined || row.line !== source.line) throw changedFile()
        const end = ended.get(row.row) ?? null
        const outcome = outcomeOf(row.class, end)
        yield { source, isCorrectable: isCorrectable(row, outcome), cells: cellsOf(row, outcome, end) }
      }
    },
  }
}

/** A row that an undo left as it is waits for nobody: unlike one that is held. */
function statusWord(outcome: RowOutcome, ended: EndedRow | null): string {
  const { kept = [], impossible = [], held = [] } = ended?.undone ?? {}
  return outcome === 'held' && held.length === 0 && kept.length + impossible.length > 0 ? 'kept' : outcome
}

function sourceOf(store: Store, runId: string): { plan: StoredPlan; file: StoredFile } {
  const run = tablesOf(store).runs.find(runId)
  if (run === null) throw new AppError('run.unknown', 'There is no such run.', 'Look in the history for the runs of this account.')
  const plan = tablesOf(store).plans.find(run.planId)
  const file = plan === null ? null : tablesOf(store).files.find(plan.fileId)
  if (plan === null || file === null) throw new Error(`Run ${runId} has no plan or no file.`)
  return { plan, file }
}

/** The corrections that the plan was made with; later ones are not in its results. */
function correctorOf(store: Store, { dialect, correctionsThrough }: StoredPlan, { sha256 }: StoredFile): RowCorrector | null {
  const corrections = tablesOf(store).fileCorrections.at({ sha256, sheet: dialect.sheet ?? '' }, correctionsThrough)
  return createRowCorrector(corrections.map(({ correction }) => correction))
}

function changedFile(): AppError {
  return new AppError(
    'file.changed',
    'The stored copy of the imported file is not the one that was planned.',
    'Something has changed the files in the Rollcall data folder. The history still shows what became of each row.',
  )
}

/** What the files may be called that are written for a file of that name. */
export function resultNames(name: string): string[] {
  const base = safeName(name)
  return ['results', 'failed rows'].flatMap((what) => ['.csv', '.tsv'].map((ending) => `${base} - ${what}${ending}`))
}

/** A name without its ending that every system takes. */
function safeName(name: string): string {
  const stem = basename(name, extname(name))
    .replace(/[\u0000-\u001F<>:"/\\|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 120)
  if (stem === '') return 'import'
  return fileNameMistake(stem) === null ? stem : `_${stem}`
}
