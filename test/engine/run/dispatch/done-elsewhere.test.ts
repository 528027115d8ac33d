import { expect, test } from 'vitest'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { makeContacts, names, refusals } from '../proof/contacts-at-stake.ts'
import { createJournalWriter, emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { undoPlan } from '../undoing.ts'
import { account, hurriedClock, runStations, runToEnd } from '../run-stations.ts'

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

/** Two plans of the same rows, made before either was run; the first one is run. */
async function secondOfTwo(here: Station, rows: Parameters<Station['plan']>[0], kind: 'contacts' | 'consent') {
  const [first, second] = [await here.plan(rows, { kind }), await here.plan(rows, { kind })]
  await runToEnd(here.runner, here.store, first)
  here.sandbox.resetCounts()
  return second
}

const written = ({ sandbox }: Station) => sandbox.counts().consentsFalse + sandbox.counts().customerUpdates

test.each([
  ['consent', refusals],
  ['contacts', names],
] as const)('what another run has done since the preview is done, and not done again: %s', async (kind, rows) => {
  const here = await station({ contacts: 30 }, { clock: hurriedClock() })
  const phones = await makeContacts(here, 6, { consent: true })
  const planId = await secondOfTwo(here, rows(phones), kind)
  const runId = await runToEnd(here.runner, here.store, planId)
  expect(runSummary(here.store, runId, Date.now())).toMatchObject({ done: 6, held: 0, calls: 0 })
  expect(written(here)).toBe(0)
  expect(tablesOf(here.store).consentLedger.count()).toBe(kind === 'consent' ? 6 : 0)
  const { rows: told } = runRows(here.store, runId, { offset: 0, limit: 10 })
  expect(told.map(({ error }) => error)).toEqual(phones.map(() => expect.stringContaining('Another run has done the same')))
})

test('what somebody changed back since is done again', async () => {
  const clock = hurriedClock()
  const here = await station({ contacts: 30 }, { clock })
  const phones = await makeContacts(here, 4, { consent: true })
  const planId = await secondOfTwo(here, refusals(phones), 'consent')
  const back = phones.slice(0, 2)
  for (const phone of back) {
    const uuid = here.sandbox.customerByPhone(phone)?.uuid ?? ''
    here.sandbox.changeCustomer({ uuid }, { consent: true })
    const read = await here.service.customerByUuid(uuid)
    if (read !== null) tablesOf(here.store).contacts.putRead(read, clock.nowMs())
  }
  await runToEnd(here.runner, here.store, planId)
  expect(phones.map((phone) => here.sandbox.customerByPhone(phone)?.consent)).toEqual(phones.map(() => false))
  expect(tablesOf(here.store).consentLedger.count()).toBe(6)
})

test('what another run has taken back since is done again', async () => {
  const here = await station({ contacts: 30 }, { clock: hurriedClock() })
  const phones = await makeContacts(here, 4, {})
  const [first, second] = [await here.plan(names(phones)), await here.plan(names(phones))]
  const runId = await runToEnd(here.runner, here.store, first)
  await runToEnd(here.runner, here.store, await undoPlan(here.store, runId))
  here.sandbox.resetCounts()
  await runToEnd(here.runner, here.store, second)
  expect(written(here)).toBe(4)
})

test('what turns out not to have been done fails in the run that has trusted it, too', async () => {
  const here = await station({ contacts: 30 }, { clock: hurriedClock() })
  const phones = await makeContacts(here, 4, { consent: true })
  const plans = [refusals(phones), refusals(phones), refusals(phones)]
  const planIds: string[] = []
  for (const rows of plans) planIds.push(await here.plan(rows, { kind: 'consent' }))
  const [firstPlan, secondPlan, thirdPlan] = planIds as [string, string, string]
  const runId = await runToEnd(here.runner, here.store, firstPlan)
  const trusting = await runToEnd(here.runner, here.store, secondPlan)
  const journal = createJournalWriter(here.store, { runId, planId: firstPlan, operator: 'Test', account: account() })
  const failure = { code: 'service.not_applied', message: 'It is not there.', hint: 'Look.' }
  const rows = [1, 2].map((row) => ({ row, outcome: 'failed' as const, failure }))
  journal.write({ ...emptyEntries(), rows }, Date.now())
  expect(runSummary(here.store, trusting, Date.now())).toMatchObject({ done: 2, failed: 2, calls: 0 })
  const { rows: told } = runRows(here.store, trusting, { offset: 0, limit: 10 })
  expect(told.map(({ error }) => error)).toEqual([
    ...[1, 2].map(() => expect.stringContaining('That run has found since that the service does not have it')),
    ...[3, 4].map(() => expect.stringContaining('Another run has done the same')),
  ])
  // Told once more, it counts once.
  journal.write({ ...emptyEntries(), rows }, Date.now())
  expect(runSummary(here.store, trusting, Date.now())).toMatchObject({ done: 2, failed: 2 })
  // And who comes later does not trust it.
  here.sandbox.resetCounts()
  await runToEnd(here.runner, here.store, thirdPlan)
  expect(written(here)).toBe(2)
})
