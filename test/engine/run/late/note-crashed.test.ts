import { beforeEach, expect, test } from 'vitest'
import { noteCrashed } from '../../../../src-main/engine/run/late/note-crashed.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { thisProcess } from '../../../../src-main/engine/store/process-owner.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { cache, plan, type RowParts } from '../../plan/planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
const nowMs = 1_000_000
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})
const phone = '+12025550101'
const noted = (contact: string) => tablesOf(store).unansweredCalls.of(contact)

/** A run under way, whose process holds it until then. */
async function runningUntil(leaseUntilMs: number, rows: readonly RowParts[] = [{ phone, contact: { name: 'New' } }]) {
  const id = 'run'
  const { planId } = await plan(store, rows, { notFound: 'create' })
  const { runs, calls } = tablesOf(store)
  runs.add({ id, planId, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
  runs.takeLease(id, thisProcess, leaseUntilMs)
  return {
    send: (row: number) => calls.writeSent(id, { row, ordinal: 0, kind: 'updateCustomer', sentAtMs: 5, beforeImage: null }),
    end: (row: number) => calls.writeEnd(id, { row, ordinal: 0, state: 'done', httpStatus: 200, error: null, afterImage: null }, 'sent', 6),
  }
}

test('a call that was under way when its process ended is noted for its contact, by identifier and by number', async () => {
  cache(store, { uuid: 'u1', phone, name: 'Old' })
  const { send } = await runningUntil(nowMs)
  send(1)
  noteCrashed(store, nowMs)
  const call = { runId: 'run', row: 1, ordinal: 0, sentAtMs: 5 }
  expect([noted('u1'), noted(phone)]).toEqual([call, call])
})

test('nothing is noted of a run that a process carries out, of one that is over, and of calls that have ended', async () => {
  cache(store, { uuid: 'u1', phone, name: 'Old' })
  const { send, end } = await runningUntil(nowMs + 1)
  send(1)
  noteCrashed(store, nowMs)
  expect(tablesOf(store).unansweredCalls.some()).toBe(false)
  const counts = { rows: 1, done: 1, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 1 }
  tablesOf(store).runs.recordStop('run', { state: 'paused', reason: null, finishedAtMs: null, counts })
  noteCrashed(store, nowMs + 1)
  expect(tablesOf(store).unansweredCalls.some()).toBe(false)
  tablesOf(store).runs.takeLease('run', thisProcess, nowMs)
  end(1)
  noteCrashed(store, nowMs + 1)
  expect(tablesOf(store).unansweredCalls.some()).toBe(false)
})

test('all of them are noted, however many there are, and whose contact the plan does not know is nobody', async () => {
  const numbers = Array.from({ length: 1_002 }, (_, at) => `+1202555${String(at).padStart(4, '0')}`)
  const { send } = await runningUntil(
    nowMs - 1,
    numbers.map((one) => ({ phone: one, contact: { name: 'New' } })),
  )
  store.transaction(() => {
    for (let row = 1; row <= 1_003; row += 1) send(row)
  })()
  noteCrashed(store, nowMs)
  expect([0, 499, 500, 999, 1_000, 1_001].map((at) => noted(numbers[at] ?? '')?.row)).toEqual([1, 500, 501, 1_000, 1_001, 1_002])
})
