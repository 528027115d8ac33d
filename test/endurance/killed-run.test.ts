import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runSummary } from '../../src-main/engine/results/run-summary.ts'
import { killedAt } from './killed-child.ts'
import { hurriedClock, planTotals, type RowParts, runStations } from '../engine/run/run-stations.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'

const station = runStations()

const messagesTo = (phones: readonly string[], each: number): RowParts[] =>
  phones.flatMap((phone) =>
    Array.from({ length: each }, (_, at) => ({ phone, message: { body: `${at} to ${phone}`, attachments: [], sentAtSeconds: null } })),
  )

describe('a process that is killed in the middle of a run', () => {
  test.each([
    ['contacts', (phones: string[]): RowParts[] => phones.map((phone) => ({ phone, contact: { notes: `For ${phone}` } }))],
    ['consent', (phones: string[]): RowParts[] => phones.map((phone) => ({ phone, consent: false, isOptOutExplicit: true }))],
    ['messages', (phones: string[]): RowParts[] => messagesTo(phones.slice(0, 100), 3)],
    ['resolve', (phones: string[]): RowParts[] => phones.map((phone) => ({ phone }))],
    ['whispers', (phones: string[]): RowParts[] => messagesTo(phones.slice(0, 100), 3)],
  ] as const)('leaves the rest to the next one, which does it: %s', async (kind, rowsOf) => {
    const { folder, sandbox, store, makeRunner, phones, plan } = await station(
      { contacts: 400 },
      kind === 'messages' || kind === 'whispers' ? { clock: hurriedClock() } : {},
    )
    const rows = rowsOf(phones)
    const planId = await plan(rows, { kind })
    const { send } = planTotals(store, planId)
    expect(send).toBeGreaterThan(90)
    sandbox.setFaults('latency=4')
    const database = join(folder, 'rollcall.db')
    const runId = await killedAt(20, [database, sandbox.baseUrl, sandbox.token, planId, 'start'])
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'interrupted', reason: { code: 'run.interrupted' } })
    await killedAt(60, [database, sandbox.baseUrl, sandbox.token, runId, 'resume'])
    sandbox.clearFaults()

    const runner = makeRunner({ owner: `${hostname()}:${process.pid}` })
    await runner.resume(runId)
    await runner.whenSettled(runId)
    const summary = runSummary(store, runId, Date.now())
    expect(summary).toMatchObject({ state: 'finished', failed: 0, pending: 0 })
    expect(summary.done + summary.unknown).toBe(send)
    const counts = sandbox.counts()
    if (kind === 'messages' || kind === 'whispers') {
      const as = kind === 'messages' ? 'import' : 'whisper'
      expect(summary.unknown).toBeLessThanOrEqual(16)
      const outcomes = tablesOf(store).runRows.range(runId, 1, rows.length)
      rows.forEach(({ phone = '', message }, at) => {
        const arrived = sandbox.posts(phone).filter((post) => post.kind === as && post.body === message?.body).length
        if (outcomes.get(at + 1)?.outcome === 'done') expect(arrived).toBe(1)
        else expect(arrived).toBeLessThanOrEqual(1)
      })
      return
    }
    expect(summary.unknown).toBe(0)
    // Calls that were under way at each crash are sent once more, and no others.
    const effects = kind === 'contacts' ? counts.customerUpdates : kind === 'resolve' ? counts.resolves : counts.consentsFalse
    expect(effects).toBeGreaterThanOrEqual(send)
    expect(effects).toBeLessThanOrEqual(send + 16)
    for (const { phone, contact, consent } of rows) {
      const customer = sandbox.customerByPhone(phone ?? '')
      if (kind === 'resolve') expect(sandbox.isResolved(phone ?? '')).toBe(true)
      else if (kind === 'contacts') expect(customer?.notes).toBe(contact?.notes)
      else expect(customer?.consent).toBe(consent)
    }
    // A refusal counts as known only when it was read in the very plan, which asks nobody here.
    if (kind === 'contacts') expect(planTotals(store, await plan(rows, { kind })).calls).toBe(0)
  })
})
