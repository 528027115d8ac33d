import { describe, expect, test } from 'vitest'
import { history, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { preparedIn } from '../store/prepared-statements.ts'
import { tempStores } from '../store/temp-store.ts'
import { storeRuns } from './stored-runs.ts'

const tempStore = tempStores()
const nowMs = 10_000_000

describe('the history', () => {
  test('prepares nothing anew, and asks the store as often for many runs as for one', () => {
    const store = tempStore()
    const { prepared, asked } = preparedIn(store)
    storeRuns(store, { runs: 1, rows: 2 })
    history(store, nowMs)
    const statements = prepared.length
    asked.length = 0
    expect(history(store, nowMs)).toHaveLength(1)
    const once = asked.length
    expect(once).toBeGreaterThan(0)

    storeRuns(store, { runs: 40, rows: 2, from: 1 })
    asked.length = 0
    expect(history(store, nowMs)).toHaveLength(41)
    expect(asked).toHaveLength(once)
    expect(prepared.length).toBe(statements)
  })

  test('lists the last started run first, with the counts that it stopped with', () => {
    const store = tempStore()
    storeRuns(store, { runs: 3, rows: 5, failed: 2 })
    const runs = history(store, nowMs)
    expect(runs.map(({ id }) => id)).toEqual(['run-2', 'run-1', 'run-0'])
    expect(runs[0]).toMatchObject({
      planId: 'plan-2',
      fileName: 'list.csv',
      state: 'finished',
      rows: 5,
      done: 3,
      failed: 2,
      undo: null,
      undoneByRunId: null,
    })
    const { failures: _failures, attention: _attention, ...summary } = runSummary(store, 'run-2', nowMs)
    expect(runs[0]).toEqual(summary)
  })

  test('counts a run from its journal while it has not stopped', () => {
    const store = tempStore()
    storeRuns(store, { runs: 1, rows: 5, failed: 2 })
    tablesOf(store).runs.takeLease('run-0', 'elsewhere:1', nowMs + 1_000)
    expect(history(store, nowMs)[0]).toMatchObject({ state: 'running', rows: 5, done: 3, failed: 2, pending: 0 })
    expect(history(store, nowMs + 1_000)[0]).toMatchObject({ state: 'interrupted', reason: { code: 'run.interrupted' } })
  })

  test('names the undo in force: the newest that was neither cancelled nor taken back itself', () => {
    const store = tempStore()
    storeRuns(store, { runs: 1, rows: 1 })
    storeRuns(store, { runs: 1, rows: 1, from: 1, undoes: 'run-0' })
    const undoneBy = () => Object.fromEntries(history(store, nowMs).map(({ id, undoneByRunId }) => [id, undoneByRunId]))
    expect(undoneBy()).toEqual({ 'run-0': 'run-1', 'run-1': null })

    storeRuns(store, { runs: 1, rows: 1, from: 2, undoes: 'run-1' })
    expect(undoneBy()).toEqual({ 'run-0': null, 'run-1': 'run-2', 'run-2': null })
    expect(tablesOf(store).runs.undoOf('run-1')).toBe('run-2')

    storeRuns(store, { runs: 1, rows: 1, from: 3, undoes: 'run-0' })
    storeRuns(store, { runs: 1, rows: 1, from: 4, undoes: 'run-0', state: 'cancelled' })
    expect(undoneBy()).toEqual({ 'run-0': 'run-3', 'run-1': 'run-2', 'run-2': null, 'run-3': null, 'run-4': null })
  })

  test('counts what an undo could never restore from the beginning', () => {
    const store = tempStore()
    storeRuns(store, { runs: 1, rows: 1 })
    storeRuns(store, { runs: 1, rows: 1, from: 1, undoes: 'run-0', impossible: 4 })
    const [undo, undone] = history(store, nowMs)
    expect(undo?.undo).toEqual({ undoesRunId: 'run-0', restored: 0, kept: 0, impossible: 4, already: 0, held: 0, unknown: 0, failed: 0 })
    expect(undone?.undo).toBeNull()
  })
})
