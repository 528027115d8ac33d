import { expect, test } from 'vitest'
import { phoneNumber } from '../../../../src-main/engine/store/contacts/contact-index.ts'
import { PlanBatch } from '../../../../src-main/engine/store/plans/plan-batch.ts'
import { createPlanRows } from '../../../../src-main/engine/store/plans/plan-rows.ts'
import { type NewPlanRow } from '../../../../src-main/engine/store/plans/stored-plan-row.ts'
import { createPlans } from '../../../../src-main/engine/store/plans/plans.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile, columns, dialect, recipe } from '../stored-things.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()

function withPlan() {
  const store = newStore()
  addFile(store)
  createPlans(store).add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1 })
  return { store, planRows: createPlanRows(store) }
}

const rowOf = (row: number): NewPlanRow => {
  const plain = {
    row,
    line: row + 1,
    class: 'unchanged' as const,
    reason: null,
    lane: null,
    laneOrder: null,
    contactUuid: null,
    contactId: row,
    phone: `+1202555${1000 + row}`,
    detail: null,
  }
  if (row % 4 === 1) return { ...plain, class: 'send', contactUuid: 'u', contactId: null, lane: 'u', detail: '{}' }
  if (row % 4 === 2)
    return { ...plain, class: 'send', contactUuid: null, contactId: null, lane: plain.phone, laneOrder: -row, detail: '{}' }
  return row % 8 === 3 ? { ...plain, phone: null } : plain
}
const rowsOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => rowOf(from + at))
/** The same, those that are plainly unchanged in short. */
function batchOf(from: number, to: number): PlanBatch {
  const batch = new PlanBatch()
  for (const one of rowsOf(from, to)) {
    if (one.class === 'unchanged' && one.phone !== null) batch.addPlain(one.row, one.line, one.contactId ?? 0, Number(one.phone))
    else batch.add(one)
  }
  return batch
}
const stored = (store: Store) =>
  store
    .prepare(
      'SELECT row, line, class, reason, lane, lane_order AS laneOrder, contact_uuid AS contactUuid, contact_id AS contactId, phone, detail FROM plan_rows ORDER BY row',
    )
    .all()

test('every row of every batch is stored as it is, with its issues', () => {
  const { store, planRows } = withPlan()
  for (let from = 1; from <= 901; from += 100) {
    const issues = [
      { code: 'value.unknown', column: 'A', row: from },
      { code: 'value.unknown', column: 'A', row: from },
      { code: 'row.corrected', column: null, row: from },
    ]
    const batch = batchOf(from, from + 99)
    for (const { code, column, row } of issues) batch.addIssue(code, column, row)
    planRows.insertBatch('p', batch)
  }
  planRows.insertBatch('p', new PlanBatch())
  expect(stored(store)).toEqual(rowsOf(1, 1000))
  expect(planRows.pageOfIssue('p', 'value.unknown', 0, 1).total).toBe(10)
})

test('of a batch that goes wrong nothing is stored, and what went wrong is said', () => {
  const { store, planRows } = withPlan()
  planRows.insertBatch('p', batchOf(1, 50))
  // Row 50 is there already.
  const issues = [{ code: 'value.unknown', column: 'A', row: 51 }]
  const batch = batchOf(51, 60)
  batch.add({ ...rowOf(1), row: 50 })
  for (const { code, column, row } of issues) batch.addIssue(code, column, row)
  const insert = () => planRows.insertBatch('p', batch)
  expect(insert).toThrow(expect.objectContaining({ name: 'SqliteError', code: 'SQLITE_CONSTRAINT_PRIMARYKEY' }))
  expect(stored(store)).toEqual(rowsOf(1, 50))
  expect(planRows.pageOfIssue('p', 'value.unknown', 0, 1).total).toBe(0)
})

test('a batch is full of unchanged rows later than of others, and empty again once it is cleared', () => {
  const batch = new PlanBatch()
  const count = (add: (row: number) => void): number => {
    let rows = 0
    while (!batch.isFull) add((rows += 1))
    batch.clear()
    return rows
  }
  const plain = count((row) => batch.addPlain(row, row, row, row))
  const others = count((row) => batch.add(rowOf(row)))
  expect(plain).toBeGreaterThan(others)
  expect([batch.isFull, batch.plainLength, batch.others, batch.ordered, batch.issues]).toEqual([false, 0, [], [], []])
  expect(count((row) => batch.addPlain(row, row, row, row))).toBe(plain)
})

test('every phone number is stored as it was', () => {
  const { store, planRows } = withPlan()
  const batch = new PlanBatch()
  const phones = ['+1', '+12025550101', '+999999999999999', '+100000000000000']
  phones.forEach((phone, at) => batch.addPlain(at + 1, at + 2, 7, phoneNumber(phone)))
  planRows.insertBatch('p', batch)
  expect(stored(store)).toEqual(phones.map((phone, at) => expect.objectContaining({ row: at + 1, line: at + 2, contactId: 7, phone })))
})
