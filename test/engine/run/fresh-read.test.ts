import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src-main/engine/model/errors.ts'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { startOddService } from '../../helpers/odd-service.ts'
import { hurriedClock, planRows, type RowParts, runStations, runToEnd, serviceStation } from './run-stations.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'

const station = runStations()
const hourMs = 3_600_000

/** Plans, lets an hour go by and `meanwhile` happen, and runs. */
async function ranLater(
  rowsOf: (phones: readonly string[]) => RowParts[],
  meanwhile: (here: Awaited<ReturnType<typeof station>>) => Promise<unknown>,
  kind: 'contacts' | 'consent' = 'contacts',
) {
  const clock = hurriedClock()
  const here = await station(
    { contacts: 30 },
    { clock, settings: () => ({ concurrency: 4, requestsPerMinute: null, freshReadAfterSeconds: 1800 }) },
  )
  const planId = await here.plan(rowsOf(here.phones), { kind })
  await meanwhile(here)
  clock.jump(hourMs)
  here.sandbox.resetCounts()
  const runId = await here.runner.start(planId)
  await here.runner.whenSettled(runId)
  return { ...here, runId, summary: runSummary(here.store, runId, Date.now()) }
}

const write = (here: Awaited<ReturnType<typeof station>>, at: number, customer: object) =>
  here.service.perform({ kind: 'updateCustomer', uuid: here.sandbox.customerByPhone(here.phones[at] ?? '')?.uuid ?? '', customer })

describe('a record that is older than the account allows is read right before it is written', () => {
  test('and a field that somebody has changed since the preview is not overwritten', async () => {
    const { sandbox, store, phones, summary, runId } = await ranLater(
      (phones) => phones.slice(0, 10).map((phone) => ({ phone, contact: { notes: 'Ours', name: 'Our Name' } })),
      (here) => Promise.all([write(here, 2, { notes: 'Theirs' }), write(here, 3, { archived: true }), write(here, 4, { notes: 'Ours' })]),
    )
    expect(summary).toMatchObject({ state: 'finished', done: 9, held: 1, failed: 0 })
    // Each of the ten before its call, and the proofs: the one that was due at the row that is held is at the next one.
    expect(sandbox.counts().requestsByOperation).toMatchObject({ 'get-customer': 15, 'update-customer': 9 })
    expect(sandbox.customerByPhone(phones[2] ?? '')?.notes).toBe('Theirs')
    expect(sandbox.customerByPhone(phones[3] ?? '')).toMatchObject({ notes: 'Ours', archived: true })
    const { rows, total } = runRows(store, runId, { outcome: 'held', offset: 0, limit: 10 })
    expect(total).toBe(1)
    expect(rows).toMatchObject([
      { line: 4, outcome: 'held', error: expect.stringContaining('Notes'), hint: expect.stringContaining('Plan the file again') },
    ])
    // What was read is in the cache: a new plan shows it.
    expect(tablesOf(store).contacts.findByPhone(phones[2] ?? '')[0]?.record.notes).toBe('Theirs')
  })

  test('and tags are added to whatever tags there are by now', async () => {
    const { sandbox, phones, summary } = await ranLater(
      (phones) => phones.slice(0, 3).map((phone) => ({ phone, contact: { tags: { handling: 'add', tags: ['ours'] } } })),
      (here) => write(here, 1, { tags: { handling: 'add', tags: ['theirs'] } }),
    )
    expect(summary).toMatchObject({ done: 3, held: 0 })
    expect(sandbox.customerByPhone(phones[1] ?? '')?.tags).toEqual(expect.arrayContaining(['ours', 'theirs']))
  })

  test('but tags are not replaced when somebody has changed them', async () => {
    const { sandbox, phones, summary } = await ranLater(
      (phones) => phones.slice(0, 3).map((phone) => ({ phone, contact: { tags: { handling: 'replace', tags: ['ours'] } } })),
      (here) => write(here, 1, { tags: { handling: 'add', tags: ['theirs'] } }),
    )
    expect(summary).toMatchObject({ done: 2, held: 1 })
    expect(sandbox.customerByPhone(phones[1] ?? '')?.tags).toContain('theirs')
  })

  test('and consent is not given to somebody who has opted out or was blocked meanwhile', async () => {
    const consents: boolean[] = []
    const { sandbox, phones, summary } = await ranLater(
      (phones) => phones.map((phone) => ({ phone, consent: true })),
      async (here) => {
        for (const phone of here.phones) {
          const { uuid = '', consent = null, blocked = true } = here.sandbox.customerByPhone(phone) ?? {}
          if (consent !== null || blocked) continue
          consents.push(true)
          if (consents.length === 1) await here.service.perform({ kind: 'setConsent', uuid, phone: null, consent: false })
          if (consents.length === 2) await here.service.perform({ kind: 'updateCustomer', uuid, customer: { blocked: true } })
        }
      },
      'consent',
    )
    expect(consents.length).toBeGreaterThan(2)
    expect(summary).toMatchObject({ state: 'finished', done: consents.length - 2, failed: 0 })
    expect(summary.failures.reduce((sum, { code, rows }) => sum + (code === 'held.changed' ? rows : 0), 0)).toBe(2)
    for (const phone of phones) {
      const customer = sandbox.customerByPhone(phone)
      if (customer?.blocked) expect(customer.consent).not.toBe(true)
    }
  })
})

test('a record that is fresh is read only for the calls that prove what the service does', async () => {
  const { sandbox, store, runner, phones, plan } = await station(
    { contacts: 30 },
    { settings: () => ({ concurrency: 4, requestsPerMinute: null, freshReadAfterSeconds: 1800 }) },
  )
  await runToEnd(runner, store, await plan(phones.slice(0, 29).map((phone) => ({ phone, contact: { notes: 'New' } }))))
  expect(sandbox.counts().requestsByOperation['get-customer']).toBeLessThan(25)
})

test('a contact that is gone has failed, and is forgotten', async () => {
  const clock = hurriedClock()
  const customers = Array.from({ length: 4 }, (_, at) => ({
    uuid: `u${at}`,
    phone_number: `(202) 555-01${10 + at}`,
    name: `N ${at}`,
    notes: null,
  }))
  const odd = await startOddService(customers, { hasList: true })
  const phones = customers.map((_, at) => `+120255501${10 + at}`)
  const { store, runner } = await serviceStation(odd.baseUrl, odd.token, phones, { clock })
  const planId = await planRows(
    store,
    phones.map((phone) => ({ phone, contact: { notes: 'New' } })),
  )
  odd.customers.splice(1, 1)
  clock.jump(2 * hourMs)
  const runId = await runToEnd(runner, store, planId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({
    state: 'finished',
    done: 3,
    failed: 1,
    failures: [{ code: 'service.not_found', line: 3 }],
  })
  expect(tablesOf(store).contacts.findByPhone(phones[1] ?? '')).toEqual([])
  await odd.close()
})

test('a service that does not let a contact be read by its uuid is asked by number', async () => {
  const clock = hurriedClock()
  const { sandbox, store, service, phones, plan, makeRunner } = await station({ contacts: 30 }, { clock })
  const planId = await plan(phones.slice(0, 4).map((phone) => ({ phone, contact: { notes: 'Ours' } })))
  await service.perform({
    kind: 'updateCustomer',
    uuid: sandbox.customerByPhone(phones[2] ?? '')?.uuid ?? '',
    customer: { notes: 'Theirs' },
  })
  clock.jump(2 * hourMs)
  const withoutUuids = { ...service, customerByUuid: () => Promise.reject(new AppError('service.shape', 'No such page.', '')) }
  const runId = await runToEnd(makeRunner({ service: withoutUuids }), store, planId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 3, held: 1, failed: 0 })
  expect(sandbox.customerByPhone(phones[2] ?? '')?.notes).toBe('Theirs')
})

test('a service that lets no contact be read is written to nevertheless', async () => {
  const clock = hurriedClock()
  const { store, service, phones, plan, makeRunner } = await station({ contacts: 30 }, { clock })
  const planId = await plan(phones.slice(0, 4).map((phone) => ({ phone, contact: { notes: 'Ours' } })))
  clock.jump(2 * hourMs)
  const refusal = () => Promise.reject(new AppError('service.refused', 'The service refused this.', ''))
  const runId = await runToEnd(makeRunner({ service: { ...service, customerByUuid: refusal, customerByPhone: refusal } }), store, planId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 4, failed: 0 })
})
