import { describe, expect, test } from 'vitest'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { entry } from '../ledger/ledger-entry.ts'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { runPlan } from './undoing.ts'
import { hurriedClock, runStations } from './run-stations.ts'

const station = runStations()

test('permission alone, too, is given only after the contact was read: who refused since the preview is held, however young that is', async () => {
  const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 60 })
  const [one = '', other = ''] = phones.filter((phone) => sandbox.customerByPhone(phone)?.consent === null)
  const planId = await plan(
    [one, other].map((phone) => ({ phone, consent: true })),
    { kind: 'consent' },
  )
  const uuid = sandbox.customerByPhone(one)?.uuid ?? ''
  expect(await service.perform({ kind: 'setConsent', uuid, phone: null, consent: false })).toMatchObject({ kind: 'done' })
  expect(await runPlan(store, runner, planId)).toMatchObject({
    ...{ done: 1, held: 1, failures: [{ code: 'held.changed' }] },
    attention: [{ code: 'held.changed', rows: 1, message: expect.stringContaining('1 row was held, because the contact was changed') }],
  })
  expect([one, other].map((phone) => sandbox.customerByPhone(phone)?.consent)).toEqual([false, true])
})

test('so are the latest messages, where the account says so: STOP after the preview holds the row', async () => {
  const { sandbox, store, service, makeRunner, phones, plan } = await station({ contacts: 60 })
  const [one = '', other = ''] = phones.filter((phone) => sandbox.customerByPhone(phone)?.consent === null)
  const planId = await plan(
    [one, other].map((phone) => ({ phone, consent: true })),
    { kind: 'consent' },
  )
  await service.perform({ kind: 'importMessage', phone: one, body: 'STOP', attachments: [], groupUuid: null })
  const settings = () => ({ concurrency: 2, requestsPerMinute: null, freshReadAfterSeconds: 3600, readsLatestPosts: true })
  expect(await runPlan(store, makeRunner({ settings }), planId)).toMatchObject({
    ...{ done: 1, held: 1, failures: [{ code: 'held.refused' }] },
    attention: [{ code: 'held.refused', rows: 1, message: expect.stringContaining('turned out to refuse texts') }],
  })
  expect(sandbox.customerByPhone(one)?.consent).not.toBe(true)
  expect(sandbox.customerByPhone(other)?.consent).toBe(true)
})

test('somebody who is created gets permission after the same look at the latest messages', async () => {
  const { sandbox, store, service, makeRunner, plan } = await station({ contacts: 10 })
  const [stopped, quiet] = ['+13125550171', '+13125550172']
  const planId = await plan(
    [stopped, quiet].map((phone) => ({ phone, contact: { name: 'New' }, consent: true })),
    { kind: 'contacts', notFound: 'create' },
  )
  const asked: string[] = []
  const watching: Service = {
    ...service,
    conversationByPhone(phone, options, signal) {
      asked.push(phone)
      return service.conversationByPhone(phone, options, signal)
    },
    async perform(call, signal) {
      const outcome = await service.perform(call, signal)
      // The number writes while its row is under way.
      if (call.kind === 'createCustomer' && call.customer.phone === stopped)
        await service.perform({ kind: 'importMessage', phone: stopped, body: 'STOP', attachments: [], groupUuid: null })
      return outcome
    },
  }
  const settings = () => ({ concurrency: 1, requestsPerMinute: null, freshReadAfterSeconds: 3600, readsLatestPosts: true })
  const summary = await runPlan(store, makeRunner({ service: watching, settings }), planId)
  expect(summary).toMatchObject({ done: 1, failed: 1, failures: [{ code: 'held.refused' }] })
  expect([...new Set(asked)].toSorted()).toEqual([stopped, quiet])
  expect([stopped, quiet].map((phone) => sandbox.customerByPhone(phone)?.consent)).toEqual([null, true])
})

test.each([
  { how: 'ledger', says: 'By the consent ledger' },
  { how: 'doNotText', says: 'do-not-text list' },
] as const)('a refusal that another run recorded after the preview ($how) holds the permission', async ({ how, says }) => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
  const [one = '', other = ''] = phones.filter((phone) => sandbox.customerByPhone(phone)?.consent === null)
  const created = '+13125550173'
  const planId = await plan(
    [one, other, created].map((phone) => ({ phone, contact: { name: 'New' }, consent: true })),
    { kind: 'contacts', notFound: 'create' },
  )
  const { consentLedger } = tablesOf(store)
  if (how === 'ledger') for (const phone of [one, created]) consentLedger.append(entry(1, { to: false, contact: null, phone }))
  else {
    const add = store.prepare('INSERT INTO do_not_text (phone, added_at_ms, plan_id, line) VALUES (?, 1, ?, 2)')
    for (const phone of [one, created]) add.run(phone, planId)
  }
  const summary = await runPlan(store, runner, planId)
  expect(summary).toMatchObject({ done: 1, failed: 2 })
  expect(summary.failures.map(({ code, message }) => [code, message])).toEqual([
    ['held.refused', expect.stringContaining(says)],
    ['held.refused', expect.stringContaining('New contact')],
  ])
  expect([one, other, created].map((phone) => sandbox.customerByPhone(phone)?.consent)).toEqual([null, true, null])
})

describe('consent whose answer proves nothing', () => {
  /** A run of five, of which the fourth meets the faults; what was sent, and what the ledger says of it. */
  async function runWith(faults: string, consent: boolean) {
    const clock = hurriedClock(10)
    const its = { ...wallClock, nowMs: clock.nowMs, monotonicMs: clock.monotonicMs }
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 80, clock: its }, { clock })
    const five = phones.filter((phone) => sandbox.customerByPhone(phone)?.consent === null).slice(0, 5)
    const phone = five[3] ?? ''
    const planId = await plan(
      five.map((one) => ({ phone: one, consent })),
      { kind: 'consent' },
    )
    sandbox.setFaults(faults.replaceAll('WHO', `contact=${phone}`))
    const ended = await runPlan(store, runner, planId)
    const { records } = tablesOf(store).consentLedger.page({ search: phone, offset: 0, limit: 10 })
    return { ended, records, hit: sandbox.counts().faults, stored: sandbox.customerByPhone(phone)?.consent }
  }

  test.each([
    ['a connection that always drops after the effect, permission', 'drop-after@set-consent:WHO', true, 1, 200],
    ['the same for a refusal', 'drop-after@set-consent:WHO', false, 2, 200],
    ['503 each time, and the effect 20 seconds later', '503-after@set-consent:WHO,late-effect@set-consent=20000:WHO', true, 6, 503],
    ['429 each time, after the effect', '429-after@set-consent:WHO', true, 1, 200],
    ['403 after the effect, permission', '403-after@set-consent:WHO', true, 1, 403],
    ['403 after the effect, a refusal', '403-after@set-consent:WHO', false, 1, 403],
    ['404 after the effect, permission', '404-after@set-consent:WHO', true, 1, 404],
    ['404 after the effect, a refusal', '404-after@set-consent:WHO', false, 1, 404],
    ['a refusal in words after the effect', 'error-in-200-after@set-consent:WHO', true, 1, 200],
  ])('is looked up, is done once it shows, and is in the ledger as read back: %s', async (_name, faults, consent, calls, status) => {
    const { ended, records, hit, stored } = await runWith(faults, consent)
    expect(ended).toMatchObject({ state: 'finished', done: 5, failed: 0, pending: 0, calls: 5 })
    expect(stored).toBe(consent)
    const fault = faults.slice(0, faults.indexOf('@'))
    expect(hit[fault as keyof typeof hit]).toBeLessThanOrEqual(calls)
    expect(records).toMatchObject([{ to: consent, confirmed: 'readBack', answer: { status } }])
  })

  test.each([
    ['403@set-consent:WHO', 1],
    ['404@set-consent:WHO', 1],
    ['error-in-200@set-consent:WHO', 1],
    ['drop-before@set-consent:WHO', 25],
    ['500@set-consent:WHO', 6],
  ])('and that is not there fails its row, after few calls, without a record: %s', async (faults, calls) => {
    const { ended, records, hit, stored } = await runWith(faults, true)
    expect(ended.done + ended.failed + ended.pending).toBe(5)
    expect(ended.done).toBe(4)
    expect(stored).toBe(null)
    expect(records).toEqual([])
    expect(hit[faults.slice(0, faults.indexOf('@')) as keyof typeof hit]).toBeLessThanOrEqual(calls)
  })
})
