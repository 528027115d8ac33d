import { describe, expect, test } from 'vitest'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { endPartlyDone } from '../../../../src-main/engine/run/journal/end-partly-done.ts'
import { cancelledPartlyFailure } from '../../../../src-main/engine/run/words/row-words.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
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

describe('by the journal', () => {
  const newStore = tempStores()
  type State = 'done' | 'failed' | 'pending'

  /** How a row ends that plans these calls, one for each field, and of which these have been journalled, when its run is canceled. */
  function endedRow(planned: number, states: readonly State[], { isUndo = false } = {}) {
    const store = newStore()
    if (isUndo) storeRuns(store, { runs: 1, rows: 1, from: 9 })
    storeRuns(store, { runs: 1, rows: 1, undoes: isUndo ? 'run-9' : null })
    store.exec('DELETE FROM run_rows')
    const { calls, planRows, runRows } = tablesOf(store)
    const changes = fields.slice(0, planned).map((field) => ({ field, label: field, before: 'a', beforeKnown: true, after: 'b' }))
    const updates = changes.map(({ field }) => ({ kind: 'updateCustomer', uuid: 'u1', customer: { [field]: 'b' } }) as const)
    planRows.setDetail('plan-0', 1, { calls: updates, changes })
    for (const [ordinal, state] of states.entries()) {
      const beforeImage = JSON.stringify({ [fields[ordinal] ?? 'email']: 'a' })
      calls.writeSent('run-0', { row: 1, ordinal, kind: 'updateCustomer', sentAtMs: 1, beforeImage })
      calls.writeEnd('run-0', { row: 1, ordinal, state, httpStatus: 200, error: null, afterImage: null }, 'sent', 2)
    }
    endPartlyDone(store, { id: 'run-0', planId: 'plan-0' })
    return runRows.find('run-0', [1]).get(1) ?? null
  }
  const fields = ['name', 'notes']

  test.each<[number, State[], string | null]>([
    [2, ['done'], 'name'],
    [2, ['done', 'pending'], 'name'],
    [2, ['done', 'failed'], 'name'],
    // One that was not planned: it resolves a conversation again, or puts a contact back.
    [1, ['done', 'done'], null],
    [2, ['done', 'done'], null],
  ])('a row of %i calls that are %j has failed and says that %s is done', (planned, states, said) => {
    const row = endedRow(planned, states)
    if (said === null) expect(row).toMatchObject({ outcome: 'done', failure: null })
    else expect([row?.outcome, row?.failure?.message]).toEqual(['failed', expect.stringContaining(`done before that: ${said}.`)])
  })

  test('a row of which nothing is done is left as it is', () => {
    expect(endedRow(2, ['pending'])).toBeNull()
    expect(endedRow(2, ['failed'])).toBeNull()
  })

  test('a row of an undo is done where every field is restored', () => {
    const one = { kept: [], impossible: [], already: [], held: [], unknown: [] }
    expect(endedRow(2, ['done', 'done'], { isUndo: true })).toMatchObject({
      outcome: 'done',
      failure: null,
      undone: { ...one, restored: fields, failed: [] },
    })
    expect(endedRow(2, ['done', 'failed'], { isUndo: true })).toMatchObject({
      outcome: 'failed',
      failure: cancelledPartlyFailure,
      undone: { ...one, restored: ['name'], failed: ['notes'] },
    })
  })
})

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
