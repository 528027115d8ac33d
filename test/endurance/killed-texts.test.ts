import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { releaseFileGuards } from '../../src-main/engine/plan/guards/release-file.ts'
import { planSummary } from '../../src-main/engine/plan/read/read-plan.ts'
import { runSummary } from '../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'
import { hurriedClock, runStations } from '../engine/run/run-stations.ts'
import { killedAt } from './killed-child.ts'

const station = runStations()

test('texts of a process that is killed twice go out once at most, and to nobody who has refused meanwhile', async () => {
  const { folder, sandbox, store, service, makeRunner, phones, plan } = await station({ contacts: 260 }, { clock: hurriedClock() })
  const { contacts } = tablesOf(store)
  const people = phones.filter((phone) => contacts.findByPhone(phone)[0]?.record.reachableBySms !== false).slice(0, 150)
  for (const phone of people) {
    sandbox.changeCustomer({ phone }, { consent: true, archived: false, blocked: false, unreachable: false })
    const customer = await service.customerByPhone(phone)
    if (customer !== null) contacts.putRead(customer, Date.now())
  }
  const message = { body: 'See you on Tuesday at ten.', attachments: [], sentAtSeconds: null }
  const planId = await plan(
    people.map((phone) => ({ phone, message })),
    { kind: 'send', duplicates: 'first' },
  )
  await releaseFileGuards(store, planId, planSummary(store, planId).fileHeld.contacts)
  sandbox.setFaults('latency=4')
  const database = join(folder, 'rollcall.db')
  const runId = await killedAt(20, [database, sandbox.baseUrl, sandbox.token, planId, 'start'])
  const isTexted = (phone: string) => sandbox.posts(phone).some(({ kind }) => kind === 'message')
  const refusing = people.filter((phone) => !isTexted(phone)).slice(-20)
  for (const phone of refusing) sandbox.changeCustomer({ phone }, { consent: false })
  await killedAt(60, [database, sandbox.baseUrl, sandbox.token, runId, 'resume'])
  sandbox.clearFaults()
  const runner = makeRunner({ owner: `${hostname()}:${process.pid}` })
  await runner.resume(runId)
  await runner.whenSettled(runId)
  const summary = runSummary(store, runId, Date.now())
  expect(summary).toMatchObject({ state: 'finished', failed: 0, pending: 0, held: refusing.length })
  expect(summary.done + summary.unknown).toBe(people.length - refusing.length)
  expect(summary.unknown).toBeLessThanOrEqual(16)
  const outcomes = tablesOf(store).runRows.range(runId, 1, people.length)
  for (const [at, phone] of people.entries()) {
    const texts = sandbox.posts(phone).filter(({ kind }) => kind === 'message').length
    if (refusing.includes(phone)) expect(texts).toBe(0)
    else if (outcomes.get(at + 1)?.outcome === 'done') expect(texts).toBe(1)
    else expect(texts).toBeLessThanOrEqual(1)
  }
})
