import { beforeEach, describe, expect, test } from 'vitest'
import type { OpenProof } from '../../../../src-main/engine/model/runs/open-proof.ts'
import { endUnproven } from '../../../../src-main/engine/run/proof/end-unproven.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { message, update } from '../answer/items.ts'

const newStore = tempStores()
const run = { id: 'run-0', planId: 'plan-0' }
const blocked = { field: 'blocked', before: false, after: true }
let store: Store
beforeEach(() => {
  store = newStore()
  storeRuns(store, { runs: 1, rows: 1 })
  store.exec('DELETE FROM run_rows')
})

/** How the row ends that makes these calls, of which this one was to prove something. */
function ended(calls: (typeof update | typeof message)[], ordinal: number, proof: Partial<OpenProof> = {}, { isDone = true } = {}) {
  const { calls: journal, planRows, proofs, runRows } = tablesOf(store)
  planRows.setDetail('plan-0', 1, { calls })
  const [call = update] = calls.slice(ordinal)
  journal.writeSent('run-0', { row: 1, ordinal, kind: call.kind, sentAtMs: 1, beforeImage: null })
  const end = { row: 1, ordinal, httpStatus: 200, error: null, afterImage: null }
  journal.writeEnd('run-0', { ...end, state: isDone ? 'done' : 'failed' }, 'sent', 2)
  proofs.open('run-0', { row: 1, ordinal }, { call, before: { record: { uuid: 'u1' }, posts: null }, postUuid: null, ...proof })
  endUnproven(store, run)
  expect(proofs.allOpen('run-0')).toEqual([])
  return runRows.find('run-0', [1]).get(1) ?? null
}
const suspected = { suspected: { changes: [blocked], lost: [] } }

describe('of a run that is cancelled while what a call was to prove is open', () => {
  test('a row of which that was the last call was answered, and not seen: it has failed, unless it would be imported once more', () => {
    expect(ended([update], 0)).toMatchObject({ outcome: 'failed', failure: { code: 'service.not_seen' } })
  })

  test('a message that was answered is done', () => {
    expect(ended([message], 0)).toMatchObject({ outcome: 'done', failure: null })
  })

  test.each([
    ['has more calls', [update, update], {}],
    ['has failed', [update], { isDone: false }],
  ] as const)('the row is left as it is where it %s', (_what, calls, parts) => {
    expect(ended([...calls], 0, {}, parts)).toBeNull()
  })

  test('the row says what the service was suspected of, and is done only where its message is there and was its last call', () => {
    const { outcome, failure } = ended([message], 0, suspected) ?? {}
    expect(outcome).toBe('done')
    expect(failure?.message).toContain('changed more than it was asked to')
  })

  test('a row with more calls to make has failed', () => {
    expect(ended([message, update], 0, suspected)).toMatchObject({ outcome: 'failed' })
  })

  test('so has one whose contact could be put back by another try', () => {
    expect(ended([update], 0, suspected)).toMatchObject({ outcome: 'failed' })
  })

  test('what was found for certain counts more than what was suspected', () => {
    const found = { changes: [{ ...blocked, field: 'archived' }], target: { uuid: 'u1' }, isCutShort: false }
    expect(ended([update], 0, { ...suspected, found })?.failure?.message).toContain('Archived')
  })

  test('a row that has ended stays as it is', () => {
    tablesOf(store).runRows.write('run-0', 1, 'done', null)
    expect(ended([update], 0, suspected)).toMatchObject({ outcome: 'done' })
  })
})
