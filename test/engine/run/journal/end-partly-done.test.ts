import { describe, expect, test } from 'vitest'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { runStations } from '../run-stations.ts'
import { runPlan, undoPlan } from '../undoing.ts'

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

const endOf = ({ store }: Station, runId: string) => tablesOf(store).runRows.find(runId, [1]).get(1)
const summaryOf = ({ store }: Station, runId: string) => runSummary(store, runId, Date.now())
const doneCalls = ({ store }: Station, runId: string) =>
  tablesOf(store)
    .calls.ofRow(runId, 1)
    .filter(({ state }) => state === 'done').length

function contactWith({ store, phones }: Station, consent: boolean) {
  const found = phones
    .flatMap((phone) => tablesOf(store).contacts.findByPhone(phone))
    .find(({ record }) => record.blocked !== true && record.consent === consent && record.archived !== true)
  if (found === undefined) throw new Error('nobody')
  return found.record
}

/** A row of which the refusal has been sent, and whose other call is refused for a moment and tried again. */
async function betweenTwoCalls(here: Station) {
  const { phone } = contactWith(here, true)
  here.sandbox.setFaults('503@update-customer')
  const runId = await here.runner.start(await here.plan([{ phone: phone ?? '', contact: { name: 'New name' }, consent: false }]))
  await expect.poll(() => doneCalls(here, runId), { timeout: 10_000 }).toBe(1)
  return runId
}

const partly = {
  outcome: 'failed',
  failure: {
    code: 'run.cancelled',
    message: 'The run was canceled before all of this row was done. Of this row, done before that: Consent.',
  },
}

describe('a row of which one call is done and another never leaves', () => {
  test('has failed and says so where the run is canceled while it goes on', async () => {
    const here = await station({ contacts: 30 })
    const runId = await betweenTwoCalls(here)
    await here.runner.cancel(runId)
    expect(endOf(here, runId)).toMatchObject(partly)
    expect(summaryOf(here, runId)).toMatchObject({ state: 'cancelled', rows: 1, done: 0, failed: 1, pending: 0 })
  })

  test('the same where it was paused before', async () => {
    const here = await station({ contacts: 30 })
    const runId = await betweenTwoCalls(here)
    await here.runner.pause(runId)
    expect(endOf(here, runId)).toBeUndefined()
    await here.runner.cancel(runId)
    expect(endOf(here, runId)).toMatchObject(partly)
    expect(summaryOf(here, runId)).toMatchObject({ state: 'cancelled', failed: 1, pending: 0 })
  })

  test('of an undo, names what was restored and what was not', async () => {
    const here = await station({ contacts: 30 })
    const { phone, uuid } = contactWith(here, false)
    const planId = await here.plan([{ phone: phone ?? '', contact: { name: 'New name' }, consent: true }])
    const evidence = { text: 'Asked again at the desk', date: new Date(Date.now() + 1000).toISOString() }
    releaseRows(here.store, planId, { lines: [2], evidence }, Date.now() + 5000)
    const run = await runPlan(here.store, here.runner, planId)
    expect(run).toMatchObject({ done: 1 })
    here.sandbox.setFaults('503@update-customer')
    const undoId = await here.runner.start(await undoPlan(here.store, run.id))
    await expect.poll(() => doneCalls(here, undoId), { timeout: 10_000 }).toBe(1)
    await here.runner.cancel(undoId)
    expect(here.sandbox.customer(uuid)).toMatchObject({ name: 'New name', consent: false })
    expect(endOf(here, undoId)).toMatchObject({ outcome: 'failed', undone: { restored: ['consent'], failed: ['name'] } })
    expect(summaryOf(here, undoId)).toMatchObject({ failed: 1, pending: 0, undo: { restored: 1, failed: 1 } })
  })
})
