import type { Store } from '../open-store.ts'
import type { NewPlanRow } from './stored-plan-row.ts'

/** An issue of a row, or a mark; `column` is null for the whole row. */
export interface NewRowIssue {
  code: string
  column: string | null
  row: number
}

/** Rows of a plan that are stored together. */
export interface PlanBatch {
  /**
   * Rows that are plainly unchanged, the usual case by far, without a record for each: row, line, the cache's number of the contact and
   * the phone number, one row after the other.
   */
  plain: (number | string)[]
  rows: NewPlanRow[]
  issues: NewRowIssue[]
}

export const emptyBatch = (): PlanBatch => ({ plain: [], rows: [], issues: [] })

const plainWidth = 4

export function batchLength({ plain, rows }: PlanBatch): number {
  return plain.length / plainWidth + rows.length
}

/** Binding many rows at once is three times as quick as one by one. */
const rowsPerInsert = 40

/** Writes rows of a plan and their issues in one transaction: all of them or none. */
export function createBatchWriter(store: Store): (planId: string, batch: PlanBatch) => void {
  const inserter = (into: string, values: string) => {
    const width = values.split('?').length - 1
    const insert = (rows: number) =>
      store.prepare<[unknown[], { planId: string }]>(`INSERT ${into} VALUES ${Array(rows).fill(values).join(', ')}`)
    const one = insert(1)
    const many = insert(rowsPerInsert)
    return (all: readonly unknown[], plan: { planId: string }): void => {
      let at = 0
      for (const step = width * rowsPerInsert; at + step <= all.length; at += step) many.run(all.slice(at, at + step), plan)
      for (; at < all.length; at += width) one.run(all.slice(at, at + width), plan)
    }
  }
  const rowInserter = (columns: string, values: string) => inserter(`INTO plan_rows (plan_id, ${columns})`, `(@planId, ${values})`)
  // What is not bound costs nothing.
  const insertPlain = rowInserter('class, row, line, contact_id, phone', "'unchanged', ?, ?, ?, ?")
  const insertOthers = rowInserter('row, line, class, reason, lane, contact_uuid, contact_id, phone, detail', '?, ?, ?, ?, ?, ?, ?, ?, ?')
  const insertOrdered = rowInserter(
    'row, line, class, reason, lane, contact_uuid, contact_id, phone, detail, lane_order',
    '?, ?, ?, ?, ?, ?, ?, ?, ?, ?',
  )
  const insertIssues = inserter('OR IGNORE INTO plan_issues (plan_id, code, column_name, row)', '(@planId, ?, ?, ?)')

  return store.transaction((planId: string, { plain, rows, issues }: PlanBatch): void => {
    const plan = { planId }
    const others: unknown[] = []
    const ordered: unknown[] = []
    for (const { row, line, class: rowClass, reason, lane, laneOrder, contactUuid, contactId, phone, detail } of rows) {
      if (laneOrder === null) others.push(row, line, rowClass, reason, lane, contactUuid, contactId, phone, detail)
      else ordered.push(row, line, rowClass, reason, lane, contactUuid, contactId, phone, detail, laneOrder)
    }
    insertPlain(plain, plan)
    insertOthers(others, plan)
    insertOrdered(ordered, plan)
    insertIssues(
      issues.flatMap(({ code, column, row }) => [code, column ?? '', row]),
      plan,
    )
  })
}
