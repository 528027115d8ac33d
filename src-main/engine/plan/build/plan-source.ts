import { AppError } from '../../model/errors.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import type { ReadRows } from '../../source/table/row-source.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'

/**
 * Reads just the rows on these lines, in ascending order, of a file that has them all; throws `file.changed` when it has not. A row
 * comes as often as its line is named.
 */
export function onlyLines(readRows: ReadRows, lines: readonly number[]): ReadRows {
  return async function* (path, dialect, options) {
    let next = 0
    for await (const { rows, bytesRead } of readRows(path, dialect, options)) {
      const wanted: SourceRow[] = []
      for (const row of rows) {
        for (; row.line === lines[next]; next += 1) wanted.push(row)
      }
      yield { rows: wanted, bytesRead }
    }
    if (next < lines.length) throw changedFile()
  }
}

export function changedFile(): AppError {
  return new AppError(
    'file.changed',
    'The stored copy of the imported file is not the one that was planned.',
    'Choose the file again and plan it once more.',
  )
}

/** Reads the rows of its file that a plan is about: all of them, or those that it tries again or takes back. */
export function planSource(
  store: Store,
  plan: Pick<StoredPlan, 'id' | 'retriesRunId'> & Partial<Pick<StoredPlan, 'undoesRunId'>>,
  readRows: ReadRows,
): ReadRows {
  return plan.retriesRunId === null && (plan.undoesRunId ?? null) === null
    ? readRows
    : onlyLines(readRows, tablesOf(store).planRows.lines(plan.id))
}
