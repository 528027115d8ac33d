import { expect, test } from 'vitest'
import { recordEnd, type RunEnd } from '../../../../../src-main/engine/run/dispatch/end/record-end.ts'
import { stopReasons } from '../../../../../src-main/engine/run/words/pause-words.ts'
import { leftOpenNote } from '../../../../../src-main/engine/run/words/row-words.ts'
import { tablesOf } from '../../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../../results/stored-runs.ts'
import { tempStores } from '../../../store/temp-store.ts'
import { update } from '../../answer/items.ts'

const tempStore = tempStores()
const phone = '+12025550100'

/**
 * What is left of a run of three rows that ends at 99: a call of the first is done, the message of the second is still to be sent, and that of
 * the third came to a conversation that was resolved.
 */
function ended(end: RunEnd, { hasResolved = true, isUnknown = false } = {}) {
  const store = tempStore()
  storeRuns(store, { runs: 1, rows: 3 })
  store.exec('DELETE FROM run_rows')
  const { calls, contactClaims, importedMessages, proofs, runRows, runs } = tablesOf(store)
  const left = (row: number, kind: 'updateCustomer' | 'importMessage', state: 'done' | 'pending', beforeImage: string | null = null) => {
    calls.writeSent('run-0', { row, ordinal: 0, kind, sentAtMs: row, beforeImage })
    calls.writeEnd('run-0', { row, ordinal: 0, state, httpStatus: 200, error: null, afterImage: null }, 'sent', row)
  }
  left(1, 'updateCustomer', 'done')
  left(2, 'importMessage', 'pending')
  left(3, 'importMessage', 'done', JSON.stringify({ resolved: true }))
  if (isUnknown) runRows.write('run-0', 2, 'unknown', null)
  runRows.write('run-0', 3, 'done', null)
  importedMessages.claim('f', 'run-0', 2, 1)
  contactClaims.claim(phone, 'run-0', 1)
  proofs.open('run-0', { row: 1, ordinal: 0 }, { call: update, before: { record: null, posts: null }, postUuid: null })

  const plan = { rows: 3, send: 3, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 3 }
  const answer = recordEnd(store, { id: 'run-0', planId: 'plan-0', plan, hasResolved }, end, 99)
  const rows = runRows.find('run-0', [1, 2, 3])
  const run = runs.find('run-0')
  expect([run?.reason, run?.counts]).toEqual([answer.reason, answer.counts])
  return {
    run: [run?.state, run?.finishedAtMs],
    reason: answer.reason?.message ?? null,
    done: answer.counts.done,
    partlyDone: rows.get(1)?.outcome ?? null,
    claims: [importedMessages.holder('f')?.runId ?? null, contactClaims.holder(phone)],
    proofs: proofs.allOpen('run-0').length,
    leftOpen: rows.get(3)?.failure?.code ?? null,
  }
}

const paused: RunEnd = { state: 'paused', reason: stopReasons.paused }
const cancelled: RunEnd = { state: 'cancelled', reason: stopReasons.cancelled }
const finished: RunEnd = { state: 'finished', reason: null }
const free = [null, null]

test('a paused run keeps all that it needs to go on, and says which conversations are open meanwhile', () => {
  const kept = { run: ['paused', null], done: 1, partlyDone: null, claims: ['run-0', 'run-0'], proofs: 1, leftOpen: null }
  expect(ended(paused)).toEqual({ ...kept, reason: expect.stringMatching(/^You paused this run\. .*row 4/) })
  expect(ended(paused, { hasResolved: false })).toEqual({ ...kept, reason: stopReasons.paused.message })
})

test('a finished run gives free what it has not sent, and says which conversations it has left open', () => {
  const over = { run: ['finished', 99], reason: null, done: 1, partlyDone: null, claims: free, proofs: 0, leftOpen: leftOpenNote.code }
  expect(ended(finished)).toEqual(over)
  expect(ended(finished, { hasResolved: false })).toEqual({ ...over, leftOpen: null })
})

test('what a finished run was to prove is kept as long as a row of it is unknown: it may be resolved yet', () => {
  expect(ended(finished, { isUnknown: true })).toMatchObject({ proofs: 1 })
  expect(ended(cancelled, { isUnknown: true })).toMatchObject({ proofs: 0 })
})

test('a canceled run says what is done of rows that it never ends', () => {
  const over = { run: ['cancelled', 99], reason: stopReasons.cancelled.message, claims: free, proofs: 0, leftOpen: leftOpenNote.code }
  expect(ended(cancelled)).toEqual({ ...over, done: 2, partlyDone: 'done' })
})
