import type { PlanTotals } from './plans.ts'
import { correctedMark } from './plan-row-issues.ts'
import { createPlanRows } from './plan-rows.ts'
import { type StoredPlanRow } from './stored-plan-row.ts'
import type { Store } from '../open-store.ts'
import type { ClassBlocks } from '../../model/plans/class-histogram.ts'

/** Whom rows are about: a contact by its uuid, or a number that no contact was found for. */
export interface RowSubjects {
  uuids: ReadonlySet<string>
  phones: ReadonlySet<string>
}

/** Statements with which rows of a ready plan are replaced by those of another one, planned for just this. */
export function createReplacedRows(store: Store) {
  const planRows = createPlanRows(store)
  const ofUuids = 'SELECT value FROM json_each(@uuids)'
  const ofPhones = 'SELECT value FROM json_each(@phones)'
  const ofIds = `SELECT id FROM contacts WHERE uuid IN (${ofUuids}) UNION ALL SELECT id FROM gone_contacts WHERE uuid IN (${ofUuids})`
  const selectAbout = (condition: string) =>
    store
      .prepare<[{ planId: string; fromRow: number; toRow: number; uuids: string; phones: string }], number>(
        `SELECT row FROM plan_rows WHERE plan_id = @planId AND row BETWEEN @fromRow AND @toRow AND (${condition}) ORDER BY row`,
      )
      .pluck()
  const selectByContact = selectAbout(
    `contact_uuid IN (${ofUuids}) OR contact_id IN (${ofIds}) OR (contact_uuid IS NULL AND contact_id IS NULL AND phone IN (${ofPhones}))`,
  )
  const selectByPhone = selectAbout(`phone IN (${ofPhones})`)

  const others = store
    .prepare<[], string>("SELECT name FROM pragma_table_info('plan_rows') WHERE name NOT IN ('plan_id', 'row', 'group_row')")
    .pluck()
    .all()
    .join(', ')
  const removeRow = store.prepare<[string, number]>('DELETE FROM plan_rows WHERE plan_id = ? AND row = ?')
  const copyRow = store.prepare<[{ planId: string; row: number; otherId: string; otherRow: number; groupRow: number | null }]>(
    `INSERT INTO plan_rows (plan_id, row, group_row, ${others})
     SELECT @planId, @row, @groupRow, ${others} FROM plan_rows WHERE plan_id = @otherId AND row = @otherRow`,
  )
  const removeIssue = store.prepare<[string, string, string, number]>(
    'DELETE FROM plan_issues WHERE plan_id = ? AND code = ? AND column_name = ? AND row = ?',
  )
  const selectIssues = store.prepare<[string], { code: string; column: string; row: number }>(
    'SELECT code, column_name AS "column", row FROM plan_issues WHERE plan_id = ?',
  )
  const setRevised = store.prepare<[{ id: string; summary: string; blocks: string; correctionsThrough: number }]>(
    `UPDATE plans SET summary = @summary, blocks = @blocks, edits_through = @correctionsThrough
     WHERE id = @id AND state = 'ready' AND NOT EXISTS (SELECT 1 FROM runs WHERE plan_id = @id)`,
  )

  return {
    /** The row on a line, among `rows` rows; null where that line is none. */
    rowOnLine(planId: string, line: number, rows: number): number | null {
      let [low, high] = [1, rows]
      while (low <= high) {
        const middle = Math.floor((low + high) / 2)
        const found = planRows.line(planId, middle)
        if (found === line) return middle
        if (found < line) low = middle + 1
        else high = middle - 1
      }
      return null
    },
    /** Among `fromRow` … `toRow`, the rows about any of these, or about any of these numbers alone. */
    about(
      planId: string,
      { uuids, phones }: RowSubjects,
      subject: 'contact' | 'phone' | 'group',
      fromRow: number,
      toRow: number,
    ): number[] {
      const select = subject === 'contact' ? selectByContact : selectByPhone
      return select.all({ planId, fromRow, toRow, uuids: JSON.stringify([...uuids]), phones: JSON.stringify([...phones]) })
    },
    /** The `at`-th row of another plan takes the place of the `at`-th of these, with its issues. */
    replace(planId: string, rows: readonly StoredPlanRow[], otherId: string, others: readonly StoredPlanRow[]): void {
      const rowOf = (otherRow: number): number => rows[otherRow - 1]?.row ?? 0
      rows.forEach(({ row, detail }, at) => {
        for (const { code, column } of detail.issues ?? []) removeIssue.run(planId, code, column ?? '', row)
        removeIssue.run(planId, correctedMark, '', row)
        removeRow.run(planId, row)
        const groupRow = others[at]?.groupRow ?? null
        copyRow.run({ planId, row, otherId, otherRow: at + 1, groupRow: groupRow === null ? null : rowOf(groupRow) })
      })
      for (const { code, column, row } of selectIssues.all(otherId))
        planRows.insertIssue(planId, code, column === '' ? null : column, rowOf(row))
    },
    /** Answers false where the plan is not ready any more or has a run. */
    setRevised(id: string, totals: PlanTotals, blocks: ClassBlocks, correctionsThrough: number): boolean {
      return setRevised.run({ id, summary: JSON.stringify(totals), blocks: JSON.stringify(blocks), correctionsThrough }).changes === 1
    },
  }
}
