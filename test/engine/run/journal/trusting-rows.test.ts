import { expect, test } from 'vitest'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createTrustingRows } from '../../../../src-main/engine/run/journal/trusting-rows.ts'
import { doneElsewhereNote, notDoneElsewhereFailure } from '../../../../src-main/engine/run/words/row-words.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, update } from '../answer/items.ts'

const newStore = tempStores()
interface Parts {
  isDone?: boolean
  /** What both plan for the contact. */
  calls?: readonly [PlannedCall, PlannedCall]
  /** Whose row of the other run says so. */
  row?: 1 | 2
}

/** What becomes of a row of another run that sent nothing, because this one has done the same, when that turns out not to be done. */
function trusting({ isDone = true, calls: [own, others] = [update, update], row = 1 }: Parts) {
  const store = newStore()
  storeRuns(store, { runs: 2, rows: 2, failed: isDone ? 0 : 2 })
  const { planRows, runRows, runs } = tablesOf(store)
  planRows.setDetail('plan-0', 1, { calls: [own] })
  planRows.setDetail('plan-1', row, { calls: [others] })
  runRows.write('run-1', row, 'done', doneElsewhereNote)
  createTrustingRows(store, { runId: 'run-0', planId: 'plan-0' })(1)
  return { end: runRows.find('run-1', [row]).get(row), failed: runs.find('run-1')?.counts?.failed }
}

test('a row that relied on one that is not done has failed, and its run counts it so', () => {
  expect(trusting({})).toMatchObject({ end: { outcome: 'failed', failure: notDoneElsewhereFailure }, failed: 1 })
})

test.each<[string, Parts]>([
  ['it does something else', { calls: [update, consent] }],
  ['it is about another contact', { row: 2 }],
  ['this one was never taken to be done', { isDone: false }],
])('it stays done where %s', (_what, parts) => {
  expect(trusting(parts).end).toMatchObject({ outcome: 'done', failure: doneElsewhereNote })
})
