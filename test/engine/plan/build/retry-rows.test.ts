import { beforeEach, describe, expect, test } from 'vitest'
import { onlyLines, planSource } from '../../../../src-main/engine/plan/build/plan-source.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import { limitsOfHeld, rowsToRetry } from '../../../../src-main/engine/plan/build/retry-rows.ts'
import { thisProcess } from '../../../../src-main/engine/store/process-owner.ts'
import type { ReadRows } from '../../../../src-main/engine/source/table/row-source.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { type EndedOutcome } from '../../../../src-main/engine/model/runs/row-outcome.ts'
import { addFile, dialect } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, nowMs, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const failure = { code: 'service.refused', message: 'No.', hint: 'Ask.' }
const counts = { rows: 0, done: 0, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0 }

/** A run that is over, in which the plan's n-th row ended like this. */
function runOf(
  planId: string,
  outcomes: readonly (EndedOutcome | null)[],
  kind: 'contacts' | 'messages' | 'undo' = 'contacts',
  id = `run of ${planId}`,
): string {
  tablesOf(store).runs.add({ id, planId, kind, operator: 'Pat', settings: {}, startedAtMs: 1 })
  outcomes.forEach((outcome, at) => {
    if (outcome !== null) tablesOf(store).runRows.write(id, at + 1, outcome, outcome === 'done' ? null : failure)
  })
  tablesOf(store).runs.recordStop(id, { state: 'finished', reason: null, finishedAtMs: 2, counts })
  return id
}

const phones = ['+15550000001', '+15550000002', '+15550000003', '+15550000004']
const rows: RowParts[] = phones.map((phone, n) => ({ phone, contact: { name: `New ${n}` } }))
const retry = (runId: string, all = rows, parts = {}) => plan(store, all, parts, { retried: rowsToRetry(store, runId, nowMs).rows })

test('just the failed rows are planned, each on its line, compared with what is known now', async () => {
  cache(store, ...phones.map((phone, n) => ({ uuid: `u${n}`, phone, name: 'Old' })))
  const first = await plan(store, rows)
  const runId = runOf(first.planId, ['failed', 'done', 'unknown', 'failed'])
  cache(store, { uuid: 'u3', phone: phones[3] ?? '', name: 'New 3' })
  const again = await retry(runId)
  expect(again.rows.map((row) => [row.row, row.line, row.class, row.contactUuid])).toEqual([
    [1, 2, 'send', 'u0'],
    [2, 5, 'unchanged', 'u3'],
  ])
  expect(again.counts).toEqual({ rows: 2, send: 1, unchanged: 1, held: 0, skipped: 0, invalid: 0, calls: 1 })
  expect(tablesOf(store).plans.find(again.planId)).toMatchObject({ retriesRunId: runId, builder: thisProcess })

  const third = await retry(runOf(again.planId, ['failed', null]))
  expect(third.rows.map((row) => [row.row, row.line, row.contactUuid])).toEqual([[1, 2, 'u0']])
})

test('a row that others were merged into is planned again together with them', async () => {
  const both: RowParts[] = [0, 1, 0].map((n) => ({
    phone: phones[n] ?? '',
    contact: { name: `New ${n}`, tags: { handling: 'add', tags: [`t${n}`] } },
  }))
  both[2] = { phone: phones[0] ?? '', contact: { tags: { handling: 'add', tags: ['late'] } } }
  const parts = { notFound: 'create', duplicates: 'merge' } as const
  const first = await plan(store, both, parts)
  const again = await retry(runOf(first.planId, [null, 'done', 'failed']), both, parts)
  expect(again.rows.map((row) => [row.line, row.class, row.reason])).toEqual([
    [2, 'skipped', 'merged'],
    [4, 'send', null],
  ])
  expect(again.rows[1]?.detail.calls).toEqual(first.rows[2]?.detail.calls)
})

test('one of several equal messages that failed is sent, though the others were imported', async () => {
  const message = { body: 'hi', attachments: [], sentAtSeconds: null }
  const all: RowParts[] = [1, 2, 3].map(() => ({ phone: '+15550000001', message }))
  const parts = { kind: 'messages', notFound: 'create' } as const
  const first = await plan(store, all, parts)
  const runId = runOf(first.planId, ['done', 'failed', 'done'], 'messages')
  for (const row of [1, 3]) {
    tablesOf(store).importedMessages.add({
      fingerprint: first.rows[row - 1]?.detail.fingerprint ?? '',
      runId,
      row,
      postUuid: `p${row}`,
      importedAtMs: 1,
    })
  }
  const again = await retry(runId, all, parts)
  expect(again.rows.map((row) => [row.line, row.class, row.detail.fingerprint])).toEqual([[3, 'send', first.rows[1]?.detail.fingerprint]])
})

describe('there is nothing to try again', () => {
  test('when no row failed, even if some are unknown', async () => {
    const { planId } = await plan(store, rows)
    const runId = runOf(planId, ['done', 'unknown'])
    expect(() => rowsToRetry(store, runId, nowMs)).toThrow(
      expect.objectContaining({ code: 'run.state', message: 'No row of this run failed.' }),
    )
  })

  test('while the run goes on or can be resumed, for an undo, and for no run', async () => {
    const { planId } = await plan(store, rows)
    const runs = tablesOf(store).runs
    runs.add({ id: 'paused', planId, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
    tablesOf(store).runRows.write('paused', 1, 'failed', failure)
    expect(() => rowsToRetry(store, 'paused', nowMs)).toThrow(
      expect.objectContaining({ code: 'run.state', message: expect.stringContaining('not over yet') }),
    )
    runs.takeLease('paused', thisProcess, nowMs + 1000)
    expect(() => rowsToRetry(store, 'paused', nowMs)).toThrow(expect.objectContaining({ code: 'run.state' }))
    runs.recordStop('paused', { state: 'cancelled', reason: null, finishedAtMs: 2, counts })
    expect(rowsToRetry(store, 'paused', nowMs).rows.lines).toEqual([2])
    const undo = runOf((await plan(store, rows)).planId, ['failed'], 'undo', 'undo')
    expect(() => rowsToRetry(store, undo, nowMs)).toThrow(expect.objectContaining({ code: 'run.state' }))
    expect(() => rowsToRetry(store, 'nobody', nowMs)).toThrow(expect.objectContaining({ code: 'run.unknown' }))
  })
})

describe('reading some lines of a file', () => {
  const file: ReadRows = async function* () {
    yield { rows: [2, 3, 4].map((line) => ({ line, cells: [`${line}`] })), bytesRead: 10 }
    yield { rows: [7, 9].map((line) => ({ line, cells: [`${line}`] })), bytesRead: 20 }
  }
  const linesOf = async (read: ReadRows) => {
    const lines: number[] = []
    for await (const batch of read('/nowhere', dialect)) lines.push(...batch.rows.map(({ line }) => line))
    return lines
  }

  test('answers those lines, wherever they are', async () => {
    for (const lines of [[], [2], [9], [3, 7], [2, 3, 4, 7, 9]]) expect(await linesOf(onlyLines(file, lines))).toEqual(lines)
  })

  test('refuses a file that has not all of them', async () => {
    await expect(linesOf(onlyLines(file, [3, 5, 7]))).rejects.toMatchObject({ code: 'file.changed' })
    await expect(linesOf(onlyLines(file, [10]))).rejects.toMatchObject({ code: 'file.changed' })
  })

  test('leaves out nothing for a plan of the whole file', async () => {
    const { planId } = await plan(store, rows.slice(0, 2))
    expect(planSource(store, { id: planId, retriesRunId: null }, file)).toBe(file)
    expect(await linesOf(planSource(store, { id: planId, retriesRunId: 'r' }, file))).toEqual([2, 3])
  })
})

test('of a row that has created its contact and failed after that is known that it has, of no other', async () => {
  const first = await plan(store, rows.slice(0, 3), { notFound: 'create' })
  const runId = runOf(first.planId, ['failed', 'failed', 'failed'])
  const { calls } = tablesOf(store)
  const sent = (row: number, kind: 'createCustomer' | 'updateCustomer', state: 'done' | 'failed') => {
    calls.writeSent(runId, { row, ordinal: 0, kind, sentAtMs: 1, beforeImage: null })
    calls.writeEnd(runId, { row, ordinal: 0, state, httpStatus: 200, error: null, afterImage: null }, 'sent', 2)
  }
  sent(1, 'createCustomer', 'done')
  sent(2, 'createCustomer', 'failed')
  sent(3, 'updateCustomer', 'done')
  expect([...(rowsToRetry(store, runId, nowMs).rows.createdOn ?? [])]).toEqual([2])
})

test('guards that were not released hold the rows of a run again, released ones and others do not', async () => {
  const { planId } = await plan(store, rows, { notFound: 'create' })
  const stored = tablesOf(store).plans.find(planId)
  const totals = stored?.totals ?? null
  if (stored === null || totals === null) throw new Error('The plan is not ready.')
  const held = (guard: 'clear' | 'mass', released: boolean) => ({ guard, rows: 1, contacts: 1, released, message: '' })
  const limits = (...guards: ReturnType<typeof held>[]) => limitsOfHeld({ ...stored, totals: { ...totals, guards } }, guardLimits)
  const most = Number.MAX_SAFE_INTEGER
  expect(limits(held('clear', false))).toMatchObject({ clearContacts: -1, withdrawContacts: most, isMassive: false })
  expect(limits(held('clear', true))).toMatchObject({ clearContacts: most, withdrawContacts: most, isMassive: false })
  expect(limits(held('mass', false))).toMatchObject({ clearContacts: most, withdrawContacts: most, isMassive: true })
  expect(limits()).toMatchObject({ clearContacts: most, withdrawContacts: most, isMassive: false })
})

test('of a held row is known whether nobody could read if its contact refuses, and whether the run itself held it', async () => {
  const first = await plan(store, rows.slice(0, 3), { notFound: 'create' })
  const { planRows } = tablesOf(store)
  planRows.setDetail(first.planId, 1, { optOut: 'unreadable' })
  planRows.setDetail(first.planId, 2, { optOut: 'posts' })
  planRows.setDetail(first.planId, 3, { optOut: 'unreadable' })
  const runId = runOf(first.planId, ['held', 'held', 'failed'])
  const held = rowsToRetry(store, runId, nowMs, 'held').rows
  expect([held.lines, [...(held.doubtedOn ?? [])], [...(held.editedOn ?? [])]]).toEqual([[2, 3], [2], [2, 3]])
  const failed = rowsToRetry(store, runId, nowMs).rows
  expect([failed.lines, [...(failed.doubtedOn ?? [])], [...(failed.editedOn ?? [])]]).toEqual([[4], [], []])
})

test('what was held in a run is taken up once; what failed in it may be tried again all the same', async () => {
  const first = await plan(store, rows.slice(0, 2), { notFound: 'create' })
  const runId = runOf(first.planId, ['held', 'failed'])
  expect(rowsToRetry(store, runId, nowMs, 'held').rows.lines).toEqual([2])
  const taken = await plan(store, rows, { notFound: 'create' }, { retried: rowsToRetry(store, runId, nowMs, 'held').rows })
  runOf(taken.planId, [], 'contacts', 'the release')
  expect(() => rowsToRetry(store, runId, nowMs, 'held')).toThrow(
    expect.objectContaining({ message: expect.stringContaining('the release') }),
  )
  expect(rowsToRetry(store, runId, nowMs).rows.lines).toEqual([3])
})
