import { expect, test } from 'vitest'
import { assertTransition, canBecome } from '../../../../src-main/engine/model/runs/call-states.ts'
import { callStates } from '../../../../src-main/engine/model/runs/run-schema.ts'
import { runStations } from '../../run/run-stations.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

const station = runStations()

test('a call that is done stays done', () => {
  for (const state of callStates) expect(canBecome('done', state)).toBe(false)
  expect(canBecome('pending', 'unknown')).toBe(false)
  expect(() => assertTransition('pending', 'unknown')).toThrow('cannot become unknown')
  expect(callStates.filter((state) => canBecome(state, 'sent'))).toEqual(['pending'])
})

test('the journal refuses to send a call that is not pending, and to end one that was not sent', async () => {
  const { store, runner, plan, phones } = await station({ contacts: 5 })
  const runId = await runner.start(await plan([{ phone: phones[0] ?? '', contact: { notes: 'x' } }]))
  await runner.whenSettled(runId)
  const calls = tablesOf(store).calls
  const sent = { row: 7, ordinal: 0, kind: 'importMessage' as const, sentAtMs: 1, beforeImage: null }
  const end = { row: 7, ordinal: 0, state: 'unknown' as const, httpStatus: null, error: null, afterImage: null }
  expect(() => calls.writeEnd(runId, end, 'sent', 2)).toThrow('is not sent')
  calls.writeSent(runId, sent)
  expect(() => calls.writeSent(runId, sent)).toThrow('is not pending')
  calls.writeEnd(runId, end, 'sent', 2)
  expect(() => calls.writeSent(runId, sent)).toThrow('is not pending')
  expect(() => calls.writeEnd(runId, { ...end, state: 'done' }, 'pending', 3)).toThrow('is not pending')
  // Nothing is done without having been sent.
  expect(() => calls.writeEnd(runId, { ...end, row: 8, state: 'done' }, 'pending', 3)).toThrow('is not pending')
  expect(() => calls.writeEnd(runId, { ...end, state: 'failed' }, 'sent', 3)).toThrow('is not sent')
  calls.writeEnd(runId, { ...end, state: 'pending' }, 'unknown', 3)
  calls.writeSent(runId, { ...sent, sentAtMs: 4 })
  expect(calls.ofRow(runId, 7)).toEqual([
    { row: 7, ordinal: 0, kind: 'importMessage', state: 'sent', attempts: 2, firstSentAtMs: 1, lastSentAtMs: 4, httpStatus: null },
  ])
})
