import { describe, expect, test } from 'vitest'
import { runSummary } from '../../../src-main/engine/run/run-summary.ts'
import { notesOf, planTotals, runStations } from './running.ts'

const station = runStations()

describe('a run', () => {
  test('sends every planned change once, and its counts add up', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
    const some = phones.slice(0, 40)
    const planId = await plan([...some.map((phone) => ({ phone, contact: { notes: `For ${phone}` } })), { phone: '+15005550000', contact: { notes: 'x' } }])
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)

    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'finished', rows: 41, done: 40, failed: 0, unknown: 0, pending: 0, skipped: 1, calls: 40, failures: [], operator: 'Pat', fileName: 'list.csv',
    })
    expect(notesOf(sandbox, some)).toEqual(some.map((phone) => `For ${phone}`))
    expect(sandbox.counts()).toMatchObject({ requests: 40, customerUpdates: 40 })
  })

  test('leaves nothing to do for a second plan of the same rows', async () => {
    const { store, runner, phones, plan } = await station({ contacts: 30 })
    const rows = phones.slice(0, 20).map((phone, at) => ({
      phone,
      contact: { name: `New ${at}`, email: `a${at}@example.com`, tags: { handling: 'add' as const, tags: ['one tag', 'two'] }, unreachable: at % 2 === 0, notes: '' },
    }))
    const runId = await runner.start(await plan(rows))
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now()).done).toBe(20)
    expect(planTotals(store, await plan(rows))).toMatchObject({ unchanged: 20, calls: 0 })
  })
})
