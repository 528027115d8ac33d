import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSummary } from '../../src-main/engine/results/run-summary.ts'
import { killedAt } from './killed-child.ts'
import { type RowParts, runStations } from '../engine/run/run-stations.ts'

const station = runStations()

/** Shorter than the usual two minutes, and longer than this service is late: nobody waits for what the same code does in minutes. */
const patience = { arrivalMs: 6_000, storedMs: 6_000, answersMs: 100, untoldMs: 6_000 }

test('a process that is killed while calls without an answer may still arrive leaves none behind and sends none twice', async () => {
  const { folder, sandbox, store, makeRunner, phones, plan } = await station({ contacts: 100 })
  const rows = phones
    .slice(0, 60)
    .flatMap((phone): RowParts[] =>
      [1, 2].map((at) => ({ phone, message: { body: `${at} to ${phone}`, attachments: [], sentAtSeconds: null } })),
    )
  const planId = await plan(rows, { kind: 'messages' })
  // Answers are lost, effects come two seconds after they were asked for, and are shown half a second after that.
  sandbox.setFaults(
    'latency=5,late-effect@import-message=2000:p=0.3,drop-after@import-message=0.15,503-after@import-message=0.05:retry-after=1,read-lag=500,seed=3',
  )
  const place = [join(folder, 'rollcall.db'), sandbox.baseUrl, sandbox.token] as const
  const runId = await killedAt(10, [...place, planId, 'start'], patience)
  for (const rowsDone of [30, 50, 70]) await killedAt(rowsDone, [...place, runId, 'resume'], patience)
  const last = makeRunner({ owner: `${hostname()}:${process.pid}`, patience })
  for (let resumes = 0; runSummary(store, runId, Date.now()).state !== 'finished' && resumes < 20; resumes += 1) {
    await last.resume(runId)
    await last.whenSettled(runId)
  }
  sandbox.advance(60_000)
  expect(runSummary(store, runId, Date.now())).toMatchObject({
    state: 'finished',
    rows: rows.length,
    done: rows.length,
    unknown: 0,
    failed: 0,
  })
  expect(rows.map(({ phone = '', message }) => sandbox.arrivals(phone, message?.body ?? ''))).toEqual(rows.map(() => 1))
}, 240_000)
