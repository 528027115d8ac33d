import type { Store } from '../open-store.ts'
import type { NewPlanRow } from './stored-plan-row.ts'

/** Rows that wait to be stored together: at the end of each transaction SQLite goes through all that it keeps in memory. */
const mostPlainRows = 4000
/** Their texts are copied by V8 while they wait. */
const mostOtherRows = 250

const plainWidth = 4
const otherWidth = 9

/**
 * Rows of a plan that are stored together, as the values that are bound to statements: no object of any row is kept, and of rows
 * that are plainly unchanged, the usual case by far, nothing but numbers.
 */
export class PlanBatch {
  /** Row, line, the cache's number of the contact and the digits of the phone number. */
  readonly plain = new Float64Array(mostPlainRows * plainWidth)
  plainLength = 0
  readonly others: (string | number | null)[] = []
  /** Those with an order in their lane, which is the last value. */
  readonly ordered: (string | number | null)[] = []
  readonly issues: (string | number)[] = []

  /** A row that is unchanged, without anything else to store. */
  addPlain(row: number, line: number, contactId: number, phoneDigits: number): void {
    const at = this.plainLength
    this.plain[at] = row
    this.plain[at + 1] = line
    this.plain[at + 2] = contactId
    this.plain[at + 3] = phoneDigits
    this.plainLength = at + plainWidth
  }

  add({ row, line, class: rowClass, reason, lane, laneOrder, contactUuid, contactId, phone, detail }: NewPlanRow): void {
    if (laneOrder === null) this.others.push(row, line, rowClass, reason, lane, contactUuid, contactId, phone, detail)
    else this.ordered.push(row, line, rowClass, reason, lane, contactUuid, contactId, phone, detail, laneOrder)
  }

  /** Lists a row under an issue, or a mark; `column` is null for the whole row. */
  addIssue(code: string, column: string | null, row: number): void {
    this.issues.push(code, column ?? '', row)
  }

  /** Check after each row: whether the batch should be stored now. */
  get isFull(): boolean {
    return this.plainLength === this.plain.length || this.others.length + this.ordered.length >= mostOtherRows * otherWidth
  }

  clear(): void {
    this.plainLength = 0
    this.others.length = 0
    this.ordered.length = 0
    this.issues.length = 0
  }
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
    return (all: readonly unknown[] | Float64Array, plan: { planId: string }): void => {
      let at = 0
      for (const step = width * rowsPerInsert; at + step <= all.length; at += step) many.run([...all.slice(at, at + step)], plan)
      for (; at < all.length; at += width) one.run([...all.slice(at, at + width)], plan)
    }
  }
  const rowInserter = (columns: string, values: string) => inserter(`INTO plan_rows (plan_id, ${columns})`, `(@planId, ${values})`)
  // What is not bound costs nothing.
  const insertPlain = rowInserter('class, row, line, contact_id, phone', "'unchanged', ?, ?, ?, '+' || CAST(? AS INTEGER)")
  const insertOthers = rowInserter('row, line, class, reason, lane, contact_uuid, contact_id, phone, detail', '?, ?, ?, ?, ?, ?, ?, ?, ?')
  const insertOrdered = rowInserter(
    'row, line, class, reason, lane, contact_uuid, contact_id, phone, detail, lane_order',
    '?, ?, ?, ?, ?, ?, ?, ?, ?, ?',
  )
  const insertIssues = inserter('OR IGNORE INTO plan_issues (plan_id, code, column_name, row)', '(@planId, ?, ?, ?)')

  return store.transaction((planId: string, { plain, plainLength, others, ordered, issues }: PlanBatch): void => {
    const plan = { planId }
    insertPlain(plain.subarray(0, plainLength), plan)
    insertOthers(others, plan)
    insertOrdered(ordered, plan)
    insertIssues(issues, plan)
  }).immediate
}
