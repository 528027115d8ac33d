import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closing } from '../../../src-main/engine/plan/build/build-plan.ts'
import { takeUpPlan, type PlannedPart } from '../../../src-main/engine/plan/go-on.ts'
import { failInterruptedPlans } from '../../../src-main/engine/plan/build/interrupted-plans.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { thisProcess } from '../../../src-main/engine/store/process-owner.ts'
import type { ReadRows } from '../../../src-main/engine/source/table/row-source.ts'
import { addFile, dialect, recipe } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { arbitraryContacts, arbitraryParts, arbitraryRow, limits, makings, stored } from './interrupting.ts'
import { cache, nowMs, plan, type RowParts } from './planning.ts'

const newStore = tempStores()

/** Tells the rows in batches of `size`, with their places in odd batches; after `stopAfter` batches the reading is stopped. */
function reading(rows: readonly RowParts[], size: number, stop?: { after: number; abort: AbortController }) {
  const begunAt: number[] = []
  const readRows: ReadRows = async function* (_path, _dialect, { from } = {}) {
    begunAt.push(from?.byte ?? 0)
    let batches = 0
    for (let at = from?.byte ?? 0; at < rows.length; at += size) {
      if (batches === stop?.after) stop.abort.abort(closing)
      batches += 1
      const batch = rows.slice(at, at + size).map((_, n) => ({ line: at + n + 2, cells: ['x'] }))
      yield { rows: batch, bytesRead: at, ...((at / size) % 2 === 1 && { start: { byte: at, line: at + 2 } }) }
    }
  }
  return { readRows, begunAt }
}

test('a plan that is interrupted anywhere, even twice, and gone on with is the one that an undisturbed planning makes', async () => {
  let goneOn = 0
  const [store, undisturbed] = [newStore(), newStore()]
  for (const one of [store, undisturbed]) addFile(one)
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow, { minLength: 1, maxLength: 40 }),
      arbitraryContacts,
      arbitraryParts,
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 2 }),
      async (rows, contacts, parts, size, stops) => {
        const options = { limits, canGoOn: true }
        for (const one of [store, undisturbed]) {
          one.exec('DELETE FROM plans; DELETE FROM contacts')
          cache(one, ...contacts)
        }
        const { planId: wholeId } = await plan(undisturbed, rows, parts, { ...options, ...reading(rows, size) })

        const planId = 'interrupted'
        let planned: PlannedPart | undefined
        for (const after of stops) {
          const abort = new AbortController()
          const some = {
            ...options,
            planId,
            readRows: reading(rows, size, { after, abort }).readRows,
            signal: abort.signal,
            ...(planned && { planned }),
          }
          const isDone = await plan(store, rows, parts, some).then(
            () => true,
            () => false,
          )
          if (isDone) break
          // As the next start of Rollcall does.
          failInterruptedPlans(store, thisProcess, nowMs)
          const found = takeUpPlan(store, makings(parts), nowMs)
          expect(found?.planId).toBe(planId)
          planned = found?.planned
          goneOn += (planned?.rows ?? 0) > 0 ? 1 : 0
        }
        if (planSummary(store, planId).state !== 'ready') {
          const { readRows, begunAt } = reading(rows, size)
          await plan(store, rows, parts, { ...options, planId, readRows, ...(planned && { planned }) })
          // Rows that are known by themselves are not even read again.
          const place = planned?.place?.byte ?? 0
          if (parts.kind !== 'messages' && parts.duplicates !== 'merge' && parts.duplicateBy?.length !== 2) expect(begunAt).toEqual([place])
        }
        expect(stored(store, planId)).toEqual(stored(undisturbed, wholeId))
      },
    ),
    { numRuns: 80 },
  )
  expect(goneOn).toBeGreaterThan(10)
}, 120_000)

test('only a plan that is made of just the same is gone on with, and by nobody else at the same time', async () => {
  const store = newStore()
  addFile(store)
  const rows = Array.from({ length: 20 }, () => ({ phone: '+15550000001', contact: { name: 'Ann' } }))
  const interrupt = async (planId: string) => {
    const abort = new AbortController()
    await plan(
      store,
      rows,
      {},
      { planId, canGoOn: true, signal: abort.signal, readRows: reading(rows, 5, { after: 2, abort }).readRows },
    ).catch(() => undefined)
  }
  await interrupt('begun')
  const same = makings({})
  const takeUp = (other: Partial<typeof same>, atMs = nowMs) => takeUpPlan(store, { ...same, ...other }, atMs)
  const others = [
    { sha256: '1'.repeat(64) },
    { recipe: recipe({ notFound: 'create' }) },
    { editsThrough: 1 },
    { lookup: 'always' as const },
    { dialect: { ...dialect, skipLines: 1 } },
  ]
  for (const other of others) expect(takeUp(other as Partial<typeof same>)).toBeNull()
  expect(takeUp({}, nowMs + 24 * 60 * 60 * 1000 + 1)).toBeNull()
  addFile(store, 'opened again')
  expect(takeUp({ fileId: 'opened again' })).toMatchObject({ planId: 'begun', planned: { rows: 15 } })
  expect(planSummary(store, 'begun')).toMatchObject({ state: 'building', fileId: 'opened again' })
  expect(takeUp({})).toBeNull()
})

test('a plan from before a sync or a run is made anew: its first rows show what was then', async () => {
  for (const since of [
    'INSERT INTO syncs (started_at_ms) VALUES (?)',
    "INSERT INTO runs (id, plan_id, kind, state, operator, settings, started_at_ms, finished_at_ms) VALUES ('r', 'begun', 'contacts', 'finished', '', '{}', 1, ?)",
  ]) {
    const store = newStore()
    addFile(store)
    const abort = new AbortController()
    const rows = Array.from({ length: 20 }, () => ({ phone: '+15550000001' }))
    await plan(
      store,
      rows,
      {},
      { planId: 'begun', canGoOn: true, signal: abort.signal, readRows: reading(rows, 5, { after: 2, abort }).readRows },
    ).catch(() => undefined)
    store.prepare(since).run(nowMs + 1)
    expect(takeUpPlan(store, makings({}), nowMs + 2)).toBeNull()
  }
})

test('a plan that was cancelled is not gone on with, one that the service or the disk stopped is', async () => {
  const store = newStore()
  addFile(store)
  const rows = Array.from({ length: 20 }, () => ({ phone: '+15550000001', contact: { name: 'Ann' } }))
  const abort = new AbortController()
  const cancelling = reading(rows, 5)
  const stopping: ReadRows = async function* (...parameters) {
    for await (const batch of cancelling.readRows(...parameters)) {
      if (batch.bytesRead === 10) abort.abort()
      yield batch
    }
  }
  await expect(
    plan(store, rows, {}, { planId: 'cancelled', canGoOn: true, signal: abort.signal, readRows: stopping }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  expect(takeUpPlan(store, makings({}), nowMs)).toBeNull()
  const failing: ReadRows = async function* (...parameters) {
    for await (const batch of reading(rows, 5).readRows(...parameters)) {
      if (batch.bytesRead === 10) throw new Error('the drive is gone')
      yield batch
    }
  }
  await expect(plan(store, rows, {}, { planId: 'failed', canGoOn: true, readRows: failing })).rejects.toThrow()
  expect(takeUpPlan(store, makings({}), nowMs)).toMatchObject({ planId: 'failed', planned: { rows: 10 } })
})

test('a file that is not the one whose first rows were planned is refused, and planned anew the next time', async () => {
  const store = newStore()
  addFile(store)
  const rows = Array.from({ length: 6 }, () => ({ phone: '+15550000001', message: { body: 'hi', attachments: [], sentAtSeconds: null } }))
  const abort = new AbortController()
  const parts = { kind: 'messages' as const }
  await plan(store, rows, parts, {
    planId: 'begun',
    canGoOn: true,
    signal: abort.signal,
    readRows: reading(rows, 2, { after: 1, abort }).readRows,
  }).catch(() => undefined)
  const planned = takeUpPlan(store, makings(parts), nowMs)?.planned
  expect(planned?.rows).toBe(4)
  await expect(
    plan(store, rows.slice(0, 3), parts, { planId: 'begun', canGoOn: true, planned, readRows: reading(rows.slice(0, 3), 2).readRows }),
  ).rejects.toMatchObject({ code: 'file.changed' })
  // The next time it would fail just so.
  expect(takeUpPlan(store, makings(parts), nowMs)).toBeNull()
})
