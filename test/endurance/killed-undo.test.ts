import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSummary } from '../../src-main/engine/results/run-summary.ts'
import { killedAt } from './killed-child.ts'
import { runStations } from '../engine/run/run-stations.ts'
import { runPlan, stateOf, undoPlan } from '../engine/run/undoing.ts'

const station = runStations()

test('a process that is killed in the middle of an undo leaves the rest to the next one, and every field is counted once', async () => {
  const { folder, sandbox, store, runner, makeRunner, phones, plan } = await station({ contacts: 400 })
  const uuids = phones.map((phone) => sandbox.customerByPhone(phone)?.uuid ?? '')
  const before = uuids.map((uuid) => stateOf(sandbox, uuid))
  const run = await runPlan(
    store,
    runner,
    await plan(phones.map((phone) => ({ phone, contact: { name: `Name ${phone}`, notes: `For ${phone}` } }))),
  )
  const planId = await undoPlan(store, run.id)
  sandbox.setFaults('latency=3')
  const database = join(folder, 'rollcall.db')
  const undoId = await killedAt(20, [database, sandbox.baseUrl, sandbox.token, planId, 'start'])
  expect(runSummary(store, undoId, Date.now())).toMatchObject({ state: 'interrupted', kind: 'undo' })
  await expect(undoPlan(store, run.id)).rejects.toMatchObject({
    code: 'run.state',
    message: expect.stringContaining('is being taken back already'),
  })
  await killedAt(90, [database, sandbox.baseUrl, sandbox.token, undoId, 'resume'])
  sandbox.clearFaults()
  const last = makeRunner({ owner: `${hostname()}:${process.pid}` })
  await last.resume(undoId)
  await last.whenSettled(undoId)
  expect(runSummary(store, undoId, Date.now())).toMatchObject({
    state: 'finished',
    done: phones.length,
    undo: { restored: 2 * phones.length, kept: 0, already: 0, failed: 0 },
  })
  expect(uuids.map((uuid) => stateOf(sandbox, uuid))).toEqual(before)
})
