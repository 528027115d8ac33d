import { describe, expect, test } from 'vitest'
import { decideUnknown } from '../../../../src-main/engine/run/reconcile/decide-unknown.ts'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { creation, failure, message, update } from '../answer/items.ts'

const tempStore = tempStores()
const run = { id: 'run-0', planId: 'plan-0' }

/** Rows of which nobody knows whether their first call arrived. */
function storeUnknown(store: Store, rows: readonly { calls: PlannedCall[]; fingerprint?: string }[]): void {
  storeRuns(store, { runs: 1, rows: rows.length })
  const { planRows, calls, runRows } = tablesOf(store)
  rows.forEach(({ calls: planned, fingerprint }, at) => {
    const row = at + 1
    planRows.setDetail('plan-0', row, { calls: planned, ...(fingerprint === undefined ? {} : { fingerprint }) })
    calls.writeSent('run-0', { row, ordinal: 0, kind: planned[0]?.kind ?? 'importMessage', sentAtMs: 1, beforeImage: null })
    calls.writeEnd('run-0', { row, ordinal: 0, state: 'unknown', httpStatus: null, error: failure, afterImage: null }, 'sent', 2)
    runRows.write('run-0', row, 'unknown', failure)
  })
}

const statesOf = (store: Store, row: number) =>
  tablesOf(store)
    .calls.ofRow('run-0', row)
    .map(({ state }) => state)
const outcomeOf = (store: Store, row: number) => tablesOf(store).runRows.find('run-0', [row]).get(row)?.outcome ?? null

describe('what the person says of an unknown row', () => {
  test('done: the call counts as done, and the row too where it was the last one', () => {
    const store = tempStore()
    storeUnknown(store, [{ calls: [message], fingerprint: 'f' }, { calls: [creation, update] }])
    expect(decideUnknown(store, run, 'done', null, 9)).toEqual({ decided: 2, open: 1 })
    expect([statesOf(store, 1), statesOf(store, 2)]).toEqual([['done'], ['done']])
    expect([outcomeOf(store, 1), outcomeOf(store, 2)]).toEqual(['done', null])
  })

  test('done: the message is never sent by another run, and a contact is no message', () => {
    const store = tempStore()
    storeUnknown(store, [
      { calls: [message], fingerprint: 'f' },
      { calls: [creation], fingerprint: 'g' },
    ])
    decideUnknown(store, run, 'done', null, 9)
    expect(tablesOf(store).importedMessages.holder('f')).toEqual({ runId: 'run-0', state: 'arrived' })
    expect(tablesOf(store).importedMessages.holder('g')).toBeNull()
  })

  test('again: the row is open, and nothing counts as arrived', () => {
    const store = tempStore()
    storeUnknown(store, [{ calls: [message], fingerprint: 'f' }])
    expect(decideUnknown(store, run, 'again', null, 9)).toEqual({ decided: 1, open: 1 })
    expect([statesOf(store, 1), outcomeOf(store, 1)]).toEqual([['pending'], null])
    expect(tablesOf(store).importedMessages.holder('f')).toBeNull()
  })

  test('of some of them leaves the others unknown', () => {
    const store = tempStore()
    storeUnknown(store, [{ calls: [message] }, { calls: [message] }, { calls: [message] }])
    expect(decideUnknown(store, run, 'done', [2, 7], 9)).toEqual({ decided: 1, open: 0 })
    expect([1, 2, 3].map((row) => outcomeOf(store, row))).toEqual(['unknown', 'done', 'unknown'])
  })

  test('of more than a page of them', () => {
    const store = tempStore()
    storeUnknown(
      store,
      Array.from({ length: 501 }, () => ({ calls: [message] })),
    )
    expect(decideUnknown(store, run, 'done', null, 9)).toEqual({ decided: 501, open: 0 })
    expect(tablesOf(store).runRows.counts('run-0')).toEqual({ done: 501, failed: 0, unknown: 0, held: 0 })
  })
})
