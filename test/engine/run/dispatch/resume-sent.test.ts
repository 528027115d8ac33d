import { expect, test } from 'vitest'
import type { OpenProof } from '../../../../src-main/engine/model/runs/open-proof.ts'
import { createCanary } from '../../../../src-main/engine/run/answer/canary.ts'
import type { ExecutionState } from '../../../../src-main/engine/run/dispatch/execution-state.ts'
import { createLanes } from '../../../../src-main/engine/run/dispatch/lanes.ts'
import { createPendingRows } from '../../../../src-main/engine/run/dispatch/pending-rows.ts'
import { resumeSent } from '../../../../src-main/engine/run/dispatch/resume-sent.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import type { SideEffectCheck } from '../../../../src-main/engine/run/proof/side-effect-check.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { begun, update } from '../answer/items.ts'

const tempStore = tempStores()

/** What a run knows, when it is resumed, of calls that an earlier process of it has made. `ends` by row; the first row was proven. */
function resumed(rows: number, ends: Record<number, 'done' | 'failed' | 'unknown'>, open: Record<number, Partial<OpenProof>> = {}) {
  const store = tempStore()
  storeRuns(store, { runs: 1, rows })
  store.exec('DELETE FROM run_rows')
  const { calls, proofs, runRows } = tablesOf(store)
  const proof: OpenProof = { call: update, before: { record: null, posts: null }, postUuid: null }
  for (let row = 1; row <= rows; row += 1) {
    calls.writeSent('run-0', { row, ordinal: 0, kind: update.kind, sentAtMs: row, beforeImage: null })
    calls.writeEnd('run-0', { row, ordinal: 0, state: 'done', httpStatus: 200, error: null, afterImage: null }, 'sent', row)
    const outcome = ends[row]
    if (outcome !== undefined) runRows.write('run-0', row, outcome, null)
    if (row === 1 || open[row] !== undefined) proofs.open('run-0', { row, ordinal: 0 }, { ...proof, ...open[row] })
  }
  proofs.pass('run-0', { row: 1, ordinal: 0 }, update.kind)
  const [canary, lanes] = [createCanary(), createLanes<RunItem>()]
  const pendingRows = createPendingRows(store, 'plan-0', 'run-0', { ...begun, isResumed: true })
  const putBack: [row: number, OpenProof['found']][] = []
  const sideEffects = {
    resume: (item: RunItem, _call: unknown, found: OpenProof['found']) => void putBack.push([item.row, found]),
    resumeDoubts: () => undefined,
  } as unknown as SideEffectCheck
  resumeSent({ pendingRows, lanes, canary } as unknown as ExecutionState, store, 'run-0', sideEffects)
  return { canary, lanes, putBack }
}

test('what was sent since the last good proof is doubtful where its row is done, or goes on', () => {
  const { canary } = resumed(5, { 1: 'done', 2: 'done', 3: 'failed', 4: 'unknown' })
  const sent = { item: null, call: null, known: null }
  expect(canary.sinceGood(update.kind)).toEqual([
    { row: 2, ...sent },
    { row: 5, ...sent, isUnended: true },
  ])
})

test('what is still to be proven goes alone, and what was found of it is put back', () => {
  const found = { changes: [{ field: 'notes', before: 'N', after: null }], target: { uuid: 'u1', notes: 'N' }, isCutShort: false }
  const { canary, lanes, putBack } = resumed(4, { 1: 'done', 2: 'done' }, { 3: {}, 4: { found } })
  expect([lanes.size(), canary.current()?.row]).toEqual([2, 3])
  expect(putBack).toEqual([[4, found]])
})
