import type { RowClass, RowDetail } from '../../model/plans/plan-schema.ts'
import { limitTo, type Store } from '../open-store.ts'
import { PlanBatch, createBatchWriter } from './plan-batch.ts'
import type { StoredPlanRow, NewPlanRow } from './stored-plan-row.ts'
import { classNow } from './released-holds.ts'
import { rowContactUuid } from './contact-uuid-sql.ts'
import { fitsSearch, rowSearch } from './row-search.ts'
import { columns, toPlanRow, type PlanRowRecord } from './plan-row-record.ts'
import { createPlanRowHolds } from './plan-row-holds.ts'
import { correctedMark, createPlanRowIssues } from './plan-row-issues.ts'
import { createPlanRowSends } from './plan-row-sends.ts'

export type BriefPlanRow = Pick<StoredPlanRow, 'row' | 'line' | 'class' | 'contactUuid' | 'phone'>

/** Which rows of a plan are wanted; null, '' and false for what does not matter. */
export interface RowFilter {
  class: RowClass | null
  issueCode: string | null
  search: string
  withIssues: boolean
  corrected: boolean
}

export type PlanRows = ReturnType<typeof createPlanRows>

/** Statements on the rows of plans. Rows that cannot be read back throw `store.damaged`. */
export function createPlanRows(store: Store) {
  const writeBatch = createBatchWriter(store)
  const selectOne = store.prepare<[string, number], PlanRowRecord>(`SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND row = ?`)
  const selectLine = store.prepare<[string, number], number>('SELECT line FROM plan_rows WHERE plan_id = ? AND row = ?').pluck()
  const updateDetail = store.prepare<[string, string, number]>('UPDATE plan_rows SET detail = ? WHERE plan_id = ? AND row = ?')
  const replace = store.prepare<[string, string | null, string | null, string | null, string, number]>(
    'UPDATE plan_rows SET class = ?, reason = ?, lane = ?, detail = ? WHERE plan_id = ? AND row = ?',
  )
  const setGroup = store.prepare<[number, string, number]>('UPDATE plan_rows SET group_row = ? WHERE plan_id = ? AND row = ?')
  const selectBrief = store.prepare<
    [string, number],
    { row: number; line: number; class: RowClass; contactUuid: string | null; phone: string | null }
  >(`SELECT row, line, class, ${rowContactUuid} AS contactUuid, phone FROM plan_rows WHERE plan_id = ? AND row = ?`)
  const selectRange = store.prepare<[string, number, number, string, number, number], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? AND ${classNow} = ? ORDER BY row ${limitTo} OFFSET ?`,
  )
  const selectLanes = store.prepare<[string, number, number], { row: number; phone: string | null; laneOrder: number | null }>(
    'SELECT row, phone, lane_order AS laneOrder FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? ORDER BY row',
  )
  const selectFrom = store.prepare<[string, number, number], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND row > ? ORDER BY row ${limitTo}`,
  )
  const filtered = `FROM plan_rows WHERE plan_id = @planId AND (@class IS NULL OR ${classNow} = @class)
    AND (@code IS NULL OR row IN (SELECT row FROM plan_issues WHERE plan_id = @planId AND code = @code))
    AND (NOT @withIssues OR row IN (SELECT row FROM plan_issues WHERE plan_id = @planId AND code <> '${correctedMark}'))
    AND (NOT @corrected OR row IN (SELECT row FROM plan_issues WHERE plan_id = @planId AND code = '${correctedMark}'))
    AND ${fitsSearch}`
  const selectFitting = store
    .prepare<[Record<string, unknown>], number>(`SELECT row ${filtered} AND row > @after AND row <= @through ORDER BY row`)
    .pluck()
  const removeRows = store.prepare<[{ planId: string; limit: number }]>(
    'DELETE FROM plan_rows WHERE plan_id = @planId AND row IN (SELECT row FROM plan_rows WHERE plan_id = @planId LIMIT @limit)',
  )
  const removeIssues = store.prepare<[{ planId: string; limit: number }]>(
    `DELETE FROM plan_issues WHERE (plan_id, code, column_name, row) IN
       (SELECT plan_id, code, column_name, row FROM plan_issues WHERE plan_id = @planId LIMIT @limit)`,
  )
  const selectLines = store.prepare<[string], number>('SELECT line FROM plan_rows WHERE plan_id = ? ORDER BY row').pluck()

  return {
    ...createPlanRowHolds(store),
    ...createPlanRowIssues(store),
    ...createPlanRowSends(store),

    /** All of these rows and issues, or none: throws what SQLite says. */
    insertBatch: (planId: string, batch: PlanBatch): void => writeBatch(planId, batch),
    insert(planId: string, rows: readonly NewPlanRow[]): void {
      const batch = new PlanBatch()
      for (const row of rows) batch.add(row)
      writeBatch(planId, batch)
    },
    find(planId: string, row: number): StoredPlanRow | null {
      const record = selectOne.get(planId, row)
      return record === undefined ? null : toPlanRow(record)
    },
    /** The line in the file of a row that exists. */
    line(planId: string, row: number): number {
      const line = selectLine.get(planId, row)
      if (line === undefined) throw new Error(`Plan ${planId} has no row ${row}.`)
      return line
    },
    /** The lines of all rows, in file order. */
    lines: (planId: string): number[] => selectLines.all(planId),
    /** Removes up to `limit` rows and as many issues of a plan that nobody needs. Answers false when none were left. */
    removeSome: (planId: string, limit: number): boolean =>
      removeRows.run({ planId, limit }).changes + removeIssues.run({ planId, limit }).changes > 0,
    setDetail: (planId: string, row: number, detail: RowDetail): void => void updateDetail.run(JSON.stringify(detail), planId, row),
    /** Gives a row another class and other calls. */
    replace(
      planId: string,
      row: number,
      { class: rowClass, reason, lane, detail }: Pick<StoredPlanRow, 'class' | 'reason' | 'lane' | 'detail'>,
    ): void {
      replace.run(rowClass, reason, lane, Object.keys(detail).length === 0 ? null : JSON.stringify(detail), planId, row)
    },
    setGroup: (planId: string, row: number, groupRow: number): void => void setGroup.run(groupRow, planId, row),
    brief: (planId: string, row: number): BriefPlanRow | null => selectBrief.get(planId, row) ?? null,
    /** Rows of a class among `fromRow` … `toRow`: leaves out `skip`, takes `take`. */
    range(planId: string, rowClass: RowClass, range: { fromRow: number; toRow: number; skip: number; take: number }): StoredPlanRow[] {
      return selectRange.all(planId, range.fromRow, range.toRow, rowClass, range.take, range.skip).map(toPlanRow)
    },
    /** Which number each of the rows `fromRow` … `toRow` goes to, and in which order. */
    lanes: (planId: string, fromRow: number, toRow: number): { row: number; phone: string | null; laneOrder: number | null }[] =>
      selectLanes.all(planId, fromRow, toRow),
    /** The rows after `row`, of any class. */
    after: (planId: string, row: number, limit: number): StoredPlanRow[] => selectFrom.all(planId, row, limit).map(toPlanRow),
    /** The numbers of the rows after `after` and up to `through` that fit all of a filter; looks at each of them. */
    fitting(planId: string, filter: RowFilter, after: number, through: number): number[] {
      const { class: rowClass, issueCode: code, withIssues, corrected } = filter
      const flags = { withIssues: Number(withIssues), corrected: Number(corrected) }
      return selectFitting.all({ planId, class: rowClass, code, ...flags, ...rowSearch(filter.search), after, through })
    },
  }
}
