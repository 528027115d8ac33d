import { z } from 'zod'
import { type EndedOutcome, endedOutcomes, ofThisGroup, type RowFailure } from '../../model/runs/row-outcome.ts'
import { undoneRowSchema, type UndoneRow } from '../../model/runs/undone-row.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

const outcomeSchema = z.enum(endedOutcomes)

/** What became of a row. */
export interface EndedRow {
  outcome: EndedOutcome
  failure: RowFailure | null
  /** Of a row of an undo. */
  undone: UndoneRow | null
}

interface EndedRecord {
  row: number
  outcome: string
  code: string | null
  message: string | null
  hint: string | null
  detail: string | null
}

/** Statements on what became of the rows that a run has finished with. */
export function createRunRows(store: Store) {
  const insert = store.prepare<[string, number, string, string | null, string | null, string | null, string | null]>(
    `INSERT INTO run_rows (run_id, row, outcome, error_code, error_message, error_hint, detail) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (run_id, row) DO UPDATE SET outcome = excluded.outcome, error_code = excluded.error_code,
       error_message = excluded.error_message, error_hint = excluded.error_hint, detail = excluded.detail`,
  )
  const remove = store.prepare<[string, number]>('DELETE FROM run_rows WHERE run_id = ? AND row = ?')
  const countByOutcome = store.prepare<[string], { outcome: string; rows: number }>(
    'SELECT outcome, count(*) AS rows FROM run_rows WHERE run_id = ? GROUP BY outcome',
  )
  const selectRange = store.prepare<[string, number, number], EndedRecord>(
    `SELECT row, outcome, error_code AS code, error_message AS message, error_hint AS hint, detail FROM run_rows
     WHERE run_id = ? AND row BETWEEN ? AND ? ORDER BY row`,
  )
  const selectPage = store
    .prepare<[string, string, number, number], number>(
      'SELECT row FROM run_rows WHERE run_id = ? AND outcome = ? ORDER BY row LIMIT ? OFFSET ?',
    )
    .pluck()
  // What kept different people from being texted, each in a group of theirs, is one cause; the first of them is named.
  const cause = `substr(error_message, 1 + instr(error_message, '${ofThisGroup}'))`
  const groups = store.prepare<[string], { code: string; message: string; hint: string; rows: number; row: number }>(
    `SELECT error_code AS code, error_message AS message, error_hint AS hint, count(*) AS rows, min(row) AS row FROM run_rows
     WHERE run_id = ? AND outcome <> 'done' GROUP BY error_code, ${cause}, error_hint
     ORDER BY rows DESC, row LIMIT 100`,
  )
  const heldByCode = store.prepare<[string], { code: string; rows: number }>(
    `SELECT coalesce(error_code, '') AS code, count(*) AS rows FROM run_rows WHERE run_id = ? AND outcome = 'held'
     GROUP BY error_code ORDER BY rows DESC, code`,
  )

  return {
    write(runId: string, row: number, outcome: EndedOutcome, failure: RowFailure | null, undone: UndoneRow | null = null): void {
      const detail = undone === null ? null : JSON.stringify(undone)
      insert.run(runId, row, outcome, failure?.code ?? null, failure?.message ?? null, failure?.hint ?? null, detail)
    },
    /** The row has not ended after all. */
    reopen: (runId: string, row: number): void => void remove.run(runId, row),
    counts(runId: string): Record<EndedOutcome, number> {
      const counts = { done: 0, failed: 0, unknown: 0, held: 0 }
      for (const { outcome, rows } of countByOutcome.all(runId)) counts[toOutcome(outcome)] = rows
      return counts
    },
    /** Those of the rows that have ended, by row number. */
    find: (runId: string, rows: readonly number[]): Map<number, EndedRow> =>
      new Map(rows.flatMap((row) => selectRange.all(runId, row, row).map(toEnded))),
    /** By row number, for the rows `fromRow` … `toRow` that have ended. */
    range: (runId: string, fromRow: number, toRow: number): Map<number, EndedRow> =>
      new Map(selectRange.all(runId, fromRow, toRow).map(toEnded)),
    /** Row numbers with an outcome, in file order. */
    page: (runId: string, outcome: EndedOutcome, offset: number, limit: number): number[] => selectPage.all(runId, outcome, limit, offset),
    /** The rows that the run itself held, by why, the most frequent first. */
    heldByCode: (runId: string): { code: string; rows: number }[] => heldByCode.all(runId),
    /** Failed and unknown rows by cause, the most frequent first; `row` is the first of them. */
    failureGroups: (runId: string): { code: string; message: string; hint: string; rows: number; row: number }[] => groups.all(runId),
  }
}

function toEnded({ row, outcome, code, message, hint, detail }: EndedRecord): [number, EndedRow] {
  const failure = code === null ? null : { code, message: message ?? '', hint: hint ?? '' }
  return [
    row,
    { outcome: toOutcome(outcome), failure, undone: detail === null ? null : readJsonColumn(undoneRowSchema, detail, 'a row of an undo') },
  ]
}

function toOutcome(text: string): EndedOutcome {
  return readJsonColumn(outcomeSchema, JSON.stringify(text), 'the outcome of a row')
}
