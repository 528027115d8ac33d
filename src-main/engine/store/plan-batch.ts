import type { PlanPlace } from './begun-plans.ts'
import type { Store } from './open-store.ts'
import type { NewPlanRow } from './plans/plan-rows.ts'

/** An issue of a row, or a mark; `column` is null for the whole row. */
export interface NewRowIssue {
  code: string
  column: string | null
  row: number
}

type Value = string | number | null

/**
 * Rows of a plan as they are stored, all of them or none: values one after the other, in the order of `batchSql`, as they pass
 * quickly between threads.
 */
export interface PlanBatch {
  planId: string
  values: { [K in Exclude<keyof typeof batchSql, 'plain'>]: Value[] }
  /** Of rows that change nothing: row, line and the contact's id of each, and the phone numbers, one a line. */
  plain: { numbers: Float64Array; phones: string }
  /** Where the rows begin in the file, as JSON, for planning to go on there; null where it cannot. */
  place: string | null
}

const rowSql = (columns: string, values: string) => ({ into: `INTO plan_rows (plan_id, ${columns})`, values: `(@planId, ${values})` })

/** What is not bound costs nothing: rows that change nothing, the usual case by far, are told by four values. */
export const batchSql = {
  plain: rowSql('class, row, line, contact_id, phone', "'unchanged', ?, ?, ?, ?"),
  others: rowSql('row, line, class, reason, lane, contact_uuid, contact_id, phone, detail', '?, ?, ?, ?, ?, ?, ?, ?, ?'),
  ordered: rowSql('row, line, class, reason, lane, contact_uuid, contact_id, phone, detail, lane_order', '?, ?, ?, ?, ?, ?, ?, ?, ?, ?'),
  issues: { into: 'OR IGNORE INTO plan_issues (plan_id, code, column_name, row)', values: '(@planId, ?, ?, ?)' },
} as const

export function packBatch(planId: string, rows: readonly NewPlanRow[], issues: readonly NewRowIssue[] = [], place?: PlanPlace): PlanBatch {
  const values: PlanBatch['values'] = { others: [], ordered: [], issues: [] }
  const numbers = new Float64Array(rows.length * 3)
  const phones: string[] = []
  for (const { row, line, class: rowClass, reason, lane, laneOrder, contactUuid, contactId, phone, detail } of rows) {
    const isPlain =
      rowClass === 'unchanged' && reason === null && contactId !== null && phone !== null && detail === null && laneOrder === null
    if (isPlain) {
      numbers.set([row, line, contactId], phones.length * 3)
      phones.push(phone)
    } else if (laneOrder === null) values.others.push(row, line, rowClass, reason, lane, contactUuid, contactId, phone, detail)
    else values.ordered.push(row, line, rowClass, reason, lane, contactUuid, contactId, phone, detail, laneOrder)
  }
  for (const { code, column, row } of issues) values.issues.push(code, column ?? '', row)
  return {
    planId,
    plain: { numbers: numbers.subarray(0, phones.length * 3), phones: phones.join('\n') },
    values,
    place: place === undefined ? null : JSON.stringify(place),
  }
}

/**
 * Writes batches, each in one transaction. Runs in another thread as its bare text, too: it may use nothing from outside.
 */
export function createBatchWriter(store: Store, sql: typeof batchSql): (batch: PlanBatch) => void {
  // Binding many at once is three times as quick as one by one.
  const rowsPerInsert = 40
  const inserter = ({ into, values }: { into: string; values: string }) => {
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
  const [plain, others, ordered, issues] = [inserter(sql.plain), inserter(sql.others), inserter(sql.ordered), inserter(sql.issues)]
  const note = store.prepare<[string, string]>("UPDATE plans SET begun = ? WHERE id = ? AND state = 'building'")
  const plainValues = ({ numbers, phones }: PlanBatch['plain']): unknown[] => {
    const all: unknown[] = []
    const each = numbers.length === 0 ? [] : phones.split('\n')
    for (let at = 0; at < each.length; at += 1) all.push(numbers[at * 3], numbers[at * 3 + 1], numbers[at * 3 + 2], each[at])
    return all
  }
  return store.transaction((batch: PlanBatch): void => {
    const { planId, values, place } = batch
    const plan = { planId }
    plain(plainValues(batch.plain), plan)
    others(values.others, plan)
    ordered(values.ordered, plan)
    issues(values.issues, plan)
    if (place !== null) note.run(place, planId)
  })
}
