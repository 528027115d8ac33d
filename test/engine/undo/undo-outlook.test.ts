import { expect, test } from 'vitest'
import { undoOutlook } from '../../../src-main/engine/undo/undo-outlook.ts'
import { addFile } from '../store/stored-things.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { undoPlan } from '../run/undoing.ts'
import { tempStores } from '../store/temp-store.ts'
import { cache, nowMs, plan } from '../plan/planning.ts'

const newStore = tempStores()
const phone = (n: number) => `+1555000${String(n).padStart(4, '0')}`

/** A run that is over and has done all rows of a plan: names are known, e-mail addresses are never shown. */
async function ranOver(done: number) {
  const store = newStore()
  addFile(store)
  cache(store, ...[0, 1, 2].map((n) => ({ uuid: `u${n}`, phone: phone(n), name: `Old ${n}`, blocked: false })))
  const { planId } = await plan(store, [
    { phone: phone(0), contact: { name: 'New 0', email: 'a@example.com' } },
    { phone: phone(1), contact: { name: 'New 1', blocked: true } },
    { phone: phone(2), contact: { name: 'Old 2' } },
  ])
  const [runs, calls] = [tablesOf(store).runs, tablesOf(store).calls]
  runs.add({ id: 'r', planId, kind: 'contacts', undoesRunId: null, operator: 'Pat', settings: {}, startedAtMs: 1 })
  for (const row of [1, 2]) {
    calls.writeSent('r', { row, ordinal: 0, kind: 'updateCustomer', sentAtMs: 1, beforeImage: null })
    calls.writeEnd('r', { row, ordinal: 0, state: 'done', httpStatus: 200, error: null, afterImage: null }, 'sent', 1)
  }
  const counts = { rows: 3, done, failed: 0, unknown: 0, pending: 0, unchanged: 1, held: 0, skipped: 0, invalid: 0, calls: 2 }
  runs.recordStop('r', { state: 'finished', reason: null, finishedAtMs: 2, counts })
  return store
}

test('counts what could come back of a run, what of it needs an OK, and why the rest stays', async () => {
  expect(await undoOutlook(await ranOver(2), 'r', nowMs)).toEqual({
    changes: 4,
    possible: 2,
    held: 1,
    impossible: [{ reason: 'notShown', changes: 1 }],
  })
})

test('counts as the planned undo does', async () => {
  const store = await ranOver(2)
  cache(store, { uuid: 'u0', phone: phone(0), name: 'New 0' }, { uuid: 'u1', phone: phone(1), name: 'New 1', blocked: true })
  const outlook = await undoOutlook(store, 'r', nowMs)
  const undo = tablesOf(store).plans.find(await undoPlan(store, 'r'))?.totals?.undo
  expect(undo).toMatchObject({ restorable: outlook?.possible, held: outlook?.held, impossible: outlook?.impossible[0]?.changes })
})

test('of a long run it counts nothing', async () => {
  expect(await undoOutlook(await ranOver(5001), 'r', nowMs)).toBeNull()
})

test('says that a run cannot be undone as planning the undo does', async () => {
  await expect(undoOutlook(await ranOver(2), 'no such run', nowMs)).rejects.toMatchObject({ code: 'run.unknown' })
})
