import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src-main/engine/ledger/verify-ledger.ts'
import { toEntry } from '../../src-main/engine/store/ledger/stored-ledger-record.ts'
import type { Store } from '../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'
import type { Sandbox } from '../../src-main/sandbox/sandbox.ts'
import { runStations } from '../engine/run/run-stations.ts'

const station = runStations()

const recordsOf = (store: Store) => [...tablesOf(store).consentLedger.iterate()].map(toEntry)

/** Rows that take consent away from people who asked for it: no guard holds those. */
function withdrawals(sandbox: Sandbox, phones: readonly string[]) {
  return phones
    .filter((phone) => sandbox.customerByPhone(phone)?.consent !== false)
    .map((phone) => ({ phone, consent: false, isOptOutExplicit: true as const }))
}

test('a run whose process is killed again and again leaves no change unrecorded and none recorded twice', async () => {
  const { store, sandbox, phones, plan } = await station({ faults: 'latency=60,drop-after=0.03' })
  const rows = withdrawals(sandbox, phones)
    .slice(0, 120)
    .map((row) => ({ ...row, evidence: { Form: row.phone } }))
  expect(rows).toHaveLength(120)
  const planId = await plan(rows, { kind: 'consent' })
  const program = fileURLToPath(new URL('./execute-run.ts', import.meta.url))
  let kills = 0
  for (const operator of ['Pat', 'Lee', 'Kim', 'Eve']) {
    const child = spawn(process.execPath, [program, store.name, sandbox.baseUrl, sandbox.token, planId, operator], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const isLast = operator === 'Eve'
    let first: number | null = null
    for await (const line of createInterface({ input: child.stdout })) {
      first ??= Number(line)
      if (!isLast && Number(line) >= first + 10) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (child.signalCode === 'SIGKILL') kills += 1
  }
  expect(kills).toBe(3)

  const runId = tablesOf(store).runs.idOfPlan(planId) ?? ''
  expect(tablesOf(store).runs.find(runId)?.state).toBe('finished')
  expect(tablesOf(store).runRows.counts(runId)).toEqual({ done: 120, failed: 0, unknown: 0, held: 0 })
  const records = recordsOf(store)
  expect(records.map(({ row }) => Number(row)).sort((a, b) => a - b)).toEqual(rows.map((_, at) => at + 1))
  for (const { phone, to, evidence } of records) {
    expect(evidence).toEqual({ Form: phone })
    expect(sandbox.customerByPhone(phone ?? '')?.consent).toBe(to)
  }
  // Whoever went on with the run signs for what was done then.
  expect(new Set(records.map(({ operator }) => operator)).size).toBe(4)
  expect(await verifyLedger(tablesOf(store).consentLedger)).toMatchObject({ ok: true, records: 120 })
}, 60_000)
