import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readAgain } from '../engine/run/proof/contacts-at-stake.ts'
import { type RowParts, runStations } from '../engine/run/run-stations.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

/** Runs two plans at once, each by a program of its own, and answers how their rows ended. */
async function runBoth({ store, sandbox }: Station, planIds: readonly string[]) {
  const program = fileURLToPath(new URL('./execute-run.ts', import.meta.url))
  await Promise.all(
    planIds.map(async (planId) => {
      const child = spawn(process.execPath, [program, store.name, sandbox.baseUrl, sandbox.token, planId, 'Pat'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code] = await once(child, 'exit')
      expect(code).toBe(0)
    }),
  )
  for (const planId of planIds) {
    const run = tablesOf(store).runs.find(tablesOf(store).runs.idOfPlan(planId) ?? '')
    expect(run).toMatchObject({ state: 'finished', reason: null })
  }
  return planIds.map((planId) => tablesOf(store).runRows.counts(tablesOf(store).runs.idOfPlan(planId) ?? ''))
}

describe('two programs that run the same rows at once on the same data', () => {
  const rounds = [1, 2, 3]

  test.each(rounds)('send each message once, round %i', async () => {
    const here = await station({ contacts: 120, faults: 'latency=3' })
    const rows = here.phones.flatMap((phone): RowParts[] =>
      [1, 2, 3].map((at) => ({ phone, message: { body: `Hello ${at}`, attachments: [], sentAtSeconds: null } })),
    )
    // Planned before either has sent anything.
    const planIds = [await here.plan(rows, { kind: 'messages' }), await here.plan(rows, { kind: 'messages' })]
    const [one, other] = await runBoth(here, planIds)
    expect(here.sandbox.counts().messagesImported).toBe(rows.length)
    expect((one?.done ?? 0) + (other?.done ?? 0)).toBe(rows.length)
    expect((one?.held ?? 0) + (other?.held ?? 0)).toBe(rows.length)
  })

  test.each(rounds)('create each contact once, round %i', async () => {
    const here = await station({ contacts: 5, faults: 'latency=3' })
    const rows = Array.from({ length: 100 }, (_, at): RowParts => ({ phone: `+1650253${1000 + at}`, contact: { name: `N ${at}` } }))
    const planIds = [await here.plan(rows, { notFound: 'create' }), await here.plan(rows, { notFound: 'create' })]
    const [one, other] = await runBoth(here, planIds)
    expect(here.sandbox.counts().customerCreates).toBe(rows.length)
    expect((one?.done ?? 0) + (other?.done ?? 0)).toBe(rows.length)
    expect((one?.held ?? 0) + (other?.held ?? 0)).toBe(rows.length)
  })

  test.each(rounds)('change each contact and each consent once, with one record each in the ledger, round %i', async () => {
    const here = await station({ contacts: 120, faults: 'latency=3' })
    const phones = here.phones.slice(0, 80)
    for (const phone of phones) here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(phone)?.uuid ?? '' }, { consent: true })
    await readAgain(here, phones)
    here.sandbox.resetCounts()
    const rows = phones.map((phone): RowParts => ({ phone, consent: false, isOptOutExplicit: true }))
    const planIds = [await here.plan(rows, { kind: 'consent' }), await here.plan(rows, { kind: 'consent' })]
    const counts = await runBoth(here, planIds)
    expect(counts.map((one) => one.done)).toEqual([80, 80])
    expect(here.sandbox.counts().consentsFalse).toBe(80)
    expect(tablesOf(here.store).consentLedger.count()).toBe(80)
    expect(phones.map((phone) => here.sandbox.customerByPhone(phone)?.consent)).toEqual(phones.map(() => false))
  })
})
