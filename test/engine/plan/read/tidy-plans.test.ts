import { beforeEach, expect, test } from 'vitest'
import { planRows, planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { plansKeptMs, tidyPlans } from '../../../../src-main/engine/plan/read/tidy-plans.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { nowMs, plan } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const stopped = { code: 'cancelled' as const, message: 'Stopped.', hint: 'Again.' }
const rowsOf = (planId: string) => store.prepare<[string], number>('SELECT count(*) FROM plan_rows WHERE plan_id = ?').pluck().get(planId)
const issuesOf = (planId: string) =>
  store.prepare<[string], number>('SELECT count(*) FROM plan_issues WHERE plan_id = ?').pluck().get(planId)
const tidy = (atMs = nowMs, signal = new AbortController().signal) => tidyPlans(store, { clock: { nowMs: () => atMs }, signal })

function addStopped(id: string, state: 'failed' | 'cancelled' | 'building', rows: number): void {
  tablesOf(store).plans.add({ id, fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: nowMs })
  const planRows = tablesOf(store).planRows
  store.transaction(() => {
    planRows.insert(
      id,
      Array.from({ length: rows }, (_, n) => ({
        row: n + 1,
        line: n + 2,
        class: 'invalid' as const,
        reason: null,
        lane: null,
        laneOrder: null,
        contactUuid: null,
        contactId: null,
        phone: null,
        detail: null,
      })),
    )
    for (let row = 1; row <= rows; row += 1) planRows.insertIssue(id, 'match.blank', 'Phone', row)
  })()
  if (state !== 'building') tablesOf(store).plans.stop(id, state, stopped)
}

test('frees the rows of plans that failed or were cancelled, and keeps why', async () => {
  addStopped('failed', 'failed', 2500)
  addStopped('cancelled', 'cancelled', 10)
  addStopped('building', 'building', 20)
  const ready = await plan(store, [{ phone: '+15550000001' }, {}])
  await tidy()
  expect(['failed', 'cancelled', 'building', ready.planId].map((id) => [rowsOf(id), issuesOf(id)])).toEqual([
    [0, 0],
    [0, 0],
    [20, 20],
    [2, 1],
  ])
  expect(planSummary(store, 'failed')).toMatchObject({ state: 'failed', error: stopped })
})

test('lets others work in between, stops when it is told to, and goes on the next time', async () => {
  addStopped('big', 'failed', 4500)
  const stop = new AbortController()
  let turns = 0
  const others = (async () => {
    for (; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
  })()
  await tidy(nowMs, stop.signal)
  await others
  const left = rowsOf('big') ?? 0
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(4500)
  await tidy()
  expect(rowsOf('big')).toBe(0)
})

test('removes what waited more than 30 days for a run, but nothing that has run or that the wizard has open', async () => {
  const rows = [{ phone: '+15550000001' }]
  const [waiting, opened, run, young] = await Promise.all([plan(store, rows), plan(store, rows), plan(store, rows), plan(store, rows)])
  tablesOf(store).runs.add({ id: 'r', planId: run.planId, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
  const draft = {
    step: 'review' as const,
    fileId: 'file',
    fileName: 'list.csv',
    kind: 'contacts' as const,
    dialect: null,
    recipe: null,
    planId: opened.planId,
    runId: null,
  }
  tablesOf(store).drafts.add('d', draft, 1)
  addStopped('failed', 'failed', 1)
  store.prepare('UPDATE plans SET created_at_ms = ? WHERE id = ?').run(nowMs + 1, young.planId)
  await tidy(nowMs + plansKeptMs)
  expect(planSummary(store, waiting.planId).state).toBe('ready')

  await tidy(nowMs + plansKeptMs + 1)
  expect(() => planSummary(store, waiting.planId)).toThrow(expect.objectContaining({ code: 'plan.unknown' }))
  expect(() => planSummary(store, 'failed')).toThrow(expect.objectContaining({ code: 'plan.unknown' }))
  expect(rowsOf(waiting.planId)).toBe(0)
  for (const kept of [opened, run, young]) {
    expect(planRows(store, kept.planId, { offset: 0, limit: 10 }).total).toBe(1)
  }
})
