import { afterEach, describe, expect, test } from 'vitest'
import { packBatch } from '../../../src-main/engine/store/plan-batch.ts'
import { createPlanRows, type NewPlanRow } from '../../../src-main/engine/store/plans/plan-rows.ts'
import { createPlans } from '../../../src-main/engine/store/plans/plans.ts'
import { directSink, type PlanSink, startPlanSink } from '../../../src-main/engine/store/plan-sink.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { addFile, columns, dialect, recipe } from './stored-things.ts'
import { tempStores } from './temp-store.ts'

const newStore = tempStores()
const started: PlanSink[] = []
afterEach(async () => {
  for (const sink of started.splice(0)) await sink.close()
})

function withPlan(start: (store: Store) => PlanSink): { store: Store; sink: PlanSink } {
  const store = newStore()
  addFile(store)
  createPlans(store).add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1 })
  const sink = start(store)
  started.push(sink)
  return { store, sink }
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
const stored = (store: Store) =>
  store
    .prepare(
      'SELECT row, line, class, lane, lane_order AS laneOrder, contact_uuid AS contactUuid, contact_id AS contactId, phone, detail FROM plan_rows ORDER BY row',
    )
    .all()
const asStored = (rows: NewPlanRow[]) => rows.map(({ reason: _reason, ...row }) => row)
const begunOf = (store: Store) => store.prepare("SELECT begun FROM plans WHERE id = 'p'").pluck().get()

describe.each([
  ['at once', directSink],
  ['in a thread of its own', startPlanSink],
] as const)('a sink that stores %s', (_how, start) => {
  test('stores every row of every batch as it is, with its issues and the place', async () => {
    const { store, sink } = withPlan(start)
    for (let from = 1; from <= 901; from += 100) {
      const issues = [
        { code: 'value.unknown', column: 'A', row: from },
        { code: 'value.unknown', column: 'A', row: from },
        { code: 'row.corrected', column: null, row: from },
      ]
      await sink.put(packBatch('p', rowsOf(from, from + 99), issues, { row: from, byte: 1, line: 2 }))
    }
    await sink.put(packBatch('p', []))
    await sink.flush()
    expect(stored(store)).toEqual(asStored(rowsOf(1, 1000)))
    expect(createPlanRows(store).pageOfIssue('p', 'value.unknown', 0, 1).total).toBe(10)
    expect(begunOf(store)).toBe('{"row":901,"byte":1,"line":2}')
  })

  test('says what went wrong, stores nothing of that batch, and nothing after it', async () => {
    const { store, sink } = withPlan(start)
    await sink.put(packBatch('p', rowsOf(1, 50)))
    await sink.flush()
    const put = async () => {
      // Row 50 is there already.
      await sink.put(packBatch('p', rowsOf(50, 60), [], { row: 49, byte: 1, line: 2 }))
      await sink.put(packBatch('p', rowsOf(61, 70)))
      await sink.flush()
    }
    await expect(put()).rejects.toMatchObject({ name: 'SqliteError', code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    expect(stored(store)).toEqual(asStored(rowsOf(1, 50)))
    expect(begunOf(store)).toBeNull()
  })
})

test('a thread that is closed leaves nobody waiting, and the store free', async () => {
  const { store, sink } = withPlan(startPlanSink)
  const putting = Array.from({ length: 20 }, (_, at) => sink.put(packBatch('p', rowsOf(at * 50 + 1, at * 50 + 50))))
  const settled = Promise.allSettled(putting)
  await sink.close()
  await settled
  const rows = stored(store).length
  expect(rows % 50).toBe(0)
  store.exec("UPDATE plans SET state = 'cancelled'")
  expect(stored(store)).toHaveLength(rows)
})
