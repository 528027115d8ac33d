import type { Store } from '../open-store.ts'
import type { StoredPlanRow } from './stored-plan-row.ts'
import { columns, toPlanRow, type PlanRowRecord } from './plan-row-record.ts'

/** Rows with corrections are listed among those with issues, under this code; it is an issue of nobody. */
export const correctedMark = 'row.corrected'

/** Statements on the issues of the rows of plans. Rows that cannot be read back throw `store.damaged`. */
export function createPlanRowIssues(store: Store) {
  const insertIssue = store.prepare<[string, string, string, number]>(
    'INSERT OR IGNORE INTO plan_issues (plan_id, code, column_name, row) VALUES (?, ?, ?, ?)',
  )
  const ofIssue = '(SELECT DISTINCT row FROM plan_issues WHERE plan_id = @planId AND code = @code)'
  const selectIssuePage = store.prepare<[{ planId: string; code: string; limit: number; offset: number }], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows JOIN (SELECT row FROM ${ofIssue} ORDER BY row LIMIT @limit OFFSET @offset) AS page USING (row)
     WHERE plan_id = @planId ORDER BY plan_rows.row`,
  )
  const selectCorrected = store
    .prepare<[string, number], number>(
      `SELECT 1 FROM plan_issues WHERE plan_id = ? AND code = '${correctedMark}' AND column_name = '' AND row = ?`,
    )
    .pluck()
  const selectIssueRows = store
    .prepare<[string, string, string, number, number], number>(
      'SELECT row FROM plan_issues WHERE plan_id = ? AND code = ? AND column_name = ? AND row > ? ORDER BY row LIMIT ?',
    )
    .pluck()
  const countIssues = store.prepare<[string], { code: string; column: string; rows: number; firstRow: number }>(
    `SELECT code, column_name AS "column", count(*) AS rows, min(row) AS firstRow FROM plan_issues
     WHERE plan_id = ? AND code <> '${correctedMark}' GROUP BY code, column_name ORDER BY rows DESC, firstRow, code, column_name`,
  )
  const countIssue = store.prepare<[{ planId: string; code: string }], number>(`SELECT count(*) FROM ${ofIssue}`).pluck()

  return {
    /** Lists the row under an issue; `column` is null for an issue of the whole row. */
    insertIssue: (planId: string, code: string, column: string | null, row: number): void =>
      void insertIssue.run(planId, code, column ?? '', row),
    pageOfIssue(planId: string, code: string, offset: number, limit: number): { rows: StoredPlanRow[]; total: number } {
      return { rows: selectIssuePage.all({ planId, code, offset, limit }).map(toPlanRow), total: countIssue.get({ planId, code }) ?? 0 }
    },
    /** How many rows have each issue, and the first of them; the most frequent first, then by where they begin. Looks at the issues alone. */
    countIssues: (planId: string): { code: string; column: string | null; rows: number; firstRow: number }[] =>
      countIssues.all(planId).map(({ column, ...group }) => ({ ...group, column: column === '' ? null : column })),
    /** Whether something was corrected in the row. */
    isCorrected: (planId: string, row: number): boolean => selectCorrected.get(planId, row) !== undefined,
    /** The numbers of rows after `row` that have this issue. */
    rowsOfIssue: (planId: string, code: string, column: string | null, row: number, limit: number): number[] =>
      selectIssueRows.all(planId, code, column ?? '', row, limit),
  }
}
