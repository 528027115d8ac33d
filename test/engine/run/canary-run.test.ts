import { describe, expect, test } from 'vitest'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { startOddService } from '../../helpers/odd-service.ts'
import { hurriedClock, planRows, planTotals, type RowParts, runStations, serviceStation } from './run-stations.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'

const station = runStations()

type Station = Awaited<ReturnType<typeof station>>

/** Starts a run and waits until it pauses or ends. */
async function finishedRun({ runner, store }: Pick<Station, 'runner' | 'store'>, planId: string) {
  const runId = await runner.start(planId)
  await runner.whenSettled(runId)
  return { runId, summary: runSummary(store, runId, Date.now()) }
}

async function aCustomField({ service, store }: Station): Promise<string> {
  const fields = await service.customFields()
  tablesOf(store).customFields.replaceAll(fields)
  return fields[0]?.uuid ?? ''
}

describe('a service whose answer to a change shows the contact as it was before', () => {
  test('stops nothing: what was asked for is there when it is looked up, and each row is done', async () => {
    const here = await station({ contacts: 80 }, { clock: hurriedClock() })
    const service: Service = {
      ...here.service,
      async perform(call, signal) {
        const before = call.kind === 'updateCustomer' ? await here.service.customerByUuid(call.uuid, signal) : null
        const outcome = await here.service.perform(call, signal)
        return outcome.kind === 'done' && before !== null ? { ...outcome, record: before.record } : outcome
      },
    }
    const runner = here.makeRunner({ service })
    const phones = here.phones.slice(0, 30)
    const rows = phones.map((phone, at) => ({
      phone,
      contact: { name: `Later ${at}`, archived: at % 2 === 0, tags: { handling: 'add' as const, tags: ['later'] } },
      isOptOutExplicit: true as const,
    }))
    const { summary } = await finishedRun({ runner, store: here.store }, await here.plan(rows))
    expect(summary).toMatchObject({ state: 'finished', failed: 0, done: 30 })
    const names = phones.map((phone) => here.sandbox.customerByPhone(phone)?.name)
    expect(names).toEqual(phones.map((_, at) => `Later ${at}`))
    // The same list once more finds nothing to do.
    expect(planTotals(here.store, await here.plan(rows))).toMatchObject({ send: 0, unchanged: 30 })
  })

  test('is said not to have stored it only after a minute', async () => {
    const clock = hurriedClock()
    const here = await station({ contacts: 80 }, { clock })
    const planId = await here.plan(here.phones.slice(0, 5).map((phone) => ({ phone, contact: { archived: true }, isOptOutExplicit: true })))
    here.sandbox.setFaults('ignore-archived')
    const beganAtMs = clock.nowMs()
    const { summary } = await finishedRun(here, planId)
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.not_applied' }, failed: 1 })
    expect(clock.nowMs() - beganAtMs).toBeGreaterThanOrEqual(60_000)
    // Meanwhile the run says what it waits for, and no time that is left by the first call alone.
    const underWay = here.progress.filter(({ state }) => state === 'running')
    expect(underWay.map(({ wait }) => wait?.kind)).toContain('late_reads')
    expect(underWay.filter(({ secondsLeft }) => secondsLeft !== null && secondsLeft > 0)).toEqual([])
  })
})

test('what the service itself says of what it did not carry out is told, without what may be somebody’s', async () => {
  const here = await station({ contacts: 80 }, { clock: hurriedClock() })
  const service: Service = {
    ...here.service,
    async perform(call, signal) {
      const outcome = await here.service.perform(call, signal)
      const serviceText = 'Consent is locked for "Ann Lee" (+1 202 555 0101, ann@example.com) until 5 pm'
      const error = { code: 'service.not_applied', message: 'Not carried out.', hint: 'H.', serviceText }
      return outcome.kind === 'done' ? { kind: 'failed', status: 200, error } : outcome
    },
  }
  const planId = await here.plan(here.phones.slice(0, 5).map((phone) => ({ phone, contact: { notes: 'New' } })))
  const { summary } = await finishedRun({ runner: here.makeRunner({ service }), store: here.store }, planId)
  expect(summary.reason?.message).toContain('(row 2). The service says: Consent is locked for … (…, … until 5 pm. The run stopped')
})

describe('a service that loses part of what it is told, from the first call on', () => {
  const cases: [fault: string, contact: (field: string) => RowParts['contact'], label: string][] = [
    ['drop-custom-fields', (field) => ({ customFields: { [field]: 'A-17' } }), ''],
    ['split-tags', () => ({ tags: { handling: 'add', tags: ['new_tag'] } }), 'Tags'],
    ['trim-notes=4', () => ({ notes: 'Longer than that' }), 'Notes'],
    ['ignore-archived', () => ({ archived: true }), 'Archived'],
    ['ignore-blocked', () => ({ blocked: true }), 'Blocked'],
    ['error-in-200@update-customer', () => ({ notes: 'New' }), 'Notes'],
  ]
  test.each(cases)('changes one contact and no more: %s', async (fault, contact, label) => {
    const here = await station({ contacts: 80 }, { clock: hurriedClock() })
    const field = await aCustomField(here)
    const planId = await here.plan(
      here.phones.slice(0, 50).map((phone) => ({ phone, contact: contact(field) ?? {}, isOptOutExplicit: true })),
    )
    here.sandbox.resetCounts()
    here.sandbox.setFaults(fault)
    const { runId, summary } = await finishedRun(here, planId)
    expect(summary).toMatchObject({
      state: 'paused',
      reason: { code: 'run.not_applied' },
      failed: 1,
      done: 0,
      pending: summary.rows - summary.unchanged - 1,
    })
    expect(summary.reason?.message).toContain(label)
    expect(summary.reason?.message).toMatch(/\(row \d+\)/)
    expect(summary.reason?.hint).not.toBe('')
    expect(summary.failures).toMatchObject([{ code: 'service.not_applied', rows: 1 }])
    expect(here.sandbox.counts().requestsByOperation['update-customer']).toBe(1)

    // Resuming tries one more; once the service keeps its word, the rest is done.
    await here.runner.resume(runId)
    await here.runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'paused', failed: 2 })
    expect(here.sandbox.counts().requestsByOperation['update-customer']).toBe(2)
    here.sandbox.clearFaults()
    await here.runner.resume(runId)
    await here.runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'finished', failed: 2, pending: 0, done: summary.pending - 1 })
  })

  test('is found out for each field that it loses, not only for the first call', async () => {
    const here = await station({ contacts: 80 }, { clock: hurriedClock() })
    here.sandbox.setFaults('ignore-archived')
    const rows = here.phones
      .slice(0, 40)
      .map((phone, at) => ({ phone, contact: at < 20 ? { notes: `n ${at}` } : { archived: true, notes: `n ${at}` } }))
    const { summary } = await finishedRun(here, await here.plan(rows))
    expect(summary).toMatchObject({
      state: 'paused',
      reason: { code: 'run.not_applied', message: expect.stringContaining('Archived') },
      failed: 1,
    })
    expect(summary.done).toBeLessThanOrEqual(20)
  })

  test('loses new contacts their fields only once', async () => {
    const here = await station({ contacts: 5 }, { clock: hurriedClock() })
    here.sandbox.setFaults('trim-notes@create-customer=4')
    const rows = Array.from({ length: 20 }, (_, at) => ({ phone: `+1650253${String(1000 + at)}`, contact: { notes: 'Longer than that' } }))
    const { summary } = await finishedRun(here, await here.plan(rows, { notFound: 'create' }))
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.not_applied' }, failed: 1, pending: 19 })
    expect(here.sandbox.counts().customerCreates).toBe(1)
  })
})

test('a service that begins to lose things later is caught by its answers: three in a row stop the run', async () => {
  const here = await station({ contacts: 150 }, { clock: hurriedClock(), settings: () => ({ concurrency: 4, requestsPerMinute: null }) })
  const rows = here.phones.slice(0, 100).map((phone, at) => ({ phone, contact: { notes: at < 50 ? 'x' : 'Longer than that' } }))
  here.sandbox.setFaults('trim-notes=4')
  const { runId, summary } = await finishedRun(here, await here.plan(rows))
  expect(summary).toMatchObject({ state: 'paused', done: 50, reason: { code: 'run.not_applied' } })
  // Those that were under way when the third was answered are among them.
  expect(summary.failed).toBeGreaterThanOrEqual(3)
  expect(summary.failed).toBeLessThanOrEqual(3 + 4)
  const { rows: failed } = runRows(here.store, runId, { outcome: 'failed', offset: 0, limit: 10 })
  for (const { error, hint } of failed) {
    expect(error).toBe('The service accepted the change but did not apply it: Notes.')
    expect(hint).not.toBeNull()
  }
})

describe('where the answer does not show enough', () => {
  test('the first consent is looked up at the service before a second one is set', async () => {
    const customers = Array.from({ length: 12 }, (_, at) => ({
      uuid: `u${at}`,
      phone_number: `(202) 555-01${String(10 + at)}`,
      name: `N ${at}`,
      consent_status: null,
    }))
    const odd = await startOddService(customers)
    const { store, runner } = await serviceStation(
      odd.baseUrl,
      odd.token,
      customers.map((_, at) => `+120255501${10 + at}`),
    )
    const planId = await planRows(
      store,
      customers.map((_, at) => ({ phone: `+120255501${10 + at}`, consent: false })),
      { kind: 'consent' },
    )
    const { summary } = await finishedRun({ runner, store }, planId)
    // This service says yes and does nothing.
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.not_applied' }, failed: 1, pending: 11 })
    expect(odd.effects).toHaveLength(1)
    await odd.close()
  })

  test.each(['consent', 'messages'] as const)('some looks prove the kind: %s', async (kind) => {
    const here = await station({ contacts: 150 }, { clock: hurriedClock() })
    const rows = here.phones
      .slice(0, 100)
      .map((phone) =>
        kind === 'consent'
          ? { phone, consent: false, isOptOutExplicit: true as const }
          : { phone, message: { body: `To ${phone}`, attachments: [], sentAtSeconds: null } },
      )
    const planId = await here.plan(rows, { kind })
    // Of whom the cache says that they refuse already, nobody knows how long ago that was: they are read before it is sent.
    const readAfresh = here.phones.slice(0, 100).filter((phone) => here.sandbox.customerByPhone(phone)?.consent === false).length
    const { summary } = await finishedRun(here, planId)
    expect(summary).toMatchObject({ state: 'finished', failed: 0, unknown: 0 })
    expect(summary.done).toBeGreaterThan(60)
    const { requestsByOperation: requests } = here.sandbox.counts()
    expect(requests[kind === 'consent' ? 'set-consent' : 'import-message']).toBe(summary.done)
    // Of each conversation it is asked once whether it is resolved.
    const looks = kind === 'consent' ? (requests['get-customer'] ?? 0) - readAfresh : (requests['find-conversation'] ?? 0) - 100
    // Some conversations were resolved, and are again afterwards: what proves that looks for texts in each department.
    expect(looks).toBeLessThan(kind === 'consent' ? 30 : 40)
  })

  test('a record without the fields is looked up, not held against the service', async () => {
    const here = await station({ contacts: 60 }, { clock: hurriedClock() })
    here.sandbox.setFaults('missing-fields=notes')
    const { summary } = await finishedRun(
      here,
      await here.plan(here.phones.slice(0, 40).map((phone) => ({ phone, contact: { notes: `For ${phone}` } }))),
    )
    expect(summary).toMatchObject({ state: 'finished', done: 40 })
    expect(here.sandbox.counts().requestsByOperation).toMatchObject({ 'update-customer': 40 })
  })
})

test('a row that was only to be looked up when the run was stopped is done', async () => {
  const here = await station({ contacts: 30 })
  here.sandbox.setFaults('latency@find-conversation=30')
  const planId = await here.plan(
    here.phones.slice(0, 10).map((phone) => ({ phone, message: { body: 'Hi', attachments: [], sentAtSeconds: null } })),
    { kind: 'messages' },
  )
  const runId = await here.runner.start(planId)
  while (here.sandbox.counts().messagesImported === 0) await new Promise((resolve) => setImmediate(resolve))
  await here.runner.cancel(runId)
  expect(runSummary(here.store, runId, Date.now())).toMatchObject({
    state: 'cancelled',
    done: here.sandbox.counts().messagesImported,
    unknown: 0,
  })
})

describe('a change that was answered, and not seen before the run was canceled, is not said to be done', () => {
  const started = async () => {
    const here = await station({ contacts: 30 })
    here.sandbox.setFaults('echo-only@update-customer')
    const runId = await here.runner.start(await here.plan([{ phone: here.phones[0] ?? '', contact: { name: 'Echo Only' } }]))
    await expect.poll(() => tablesOf(here.store).calls.ofRow(runId, 1)[0]?.state, { timeout: 10_000, interval: 5 }).toBe('done')
    return { ...here, runId }
  }
  const toldOf = ({ store }: Station, runId: string) => {
    const { state, done, failed } = runSummary(store, runId, Date.now())
    return [state, done, failed, tablesOf(store).runRows.find(runId, [1]).get(1)?.failure?.code]
  }

  test('while it was looked for', async () => {
    const here = await started()
    await here.runner.cancel(here.runId)
    expect(toldOf(here, here.runId)).toEqual(['cancelled', 0, 1, 'service.not_seen'])
  })

  test('nor is a contact that was to be created', async () => {
    const here = await station({ contacts: 30 })
    here.sandbox.setFaults('echo-only@create-customer')
    const planId = await here.plan([{ phone: '+12025550177', contact: { name: 'Echo Only' } }], { kind: 'contacts', notFound: 'create' })
    const runId = await here.runner.start(planId)
    await expect.poll(() => tablesOf(here.store).calls.ofRow(runId, 1)[0]?.state, { timeout: 10_000, interval: 5 }).toBe('done')
    await here.runner.cancel(runId)
    expect(toldOf(here, runId)).toEqual(['cancelled', 0, 1, 'service.not_seen'])
  })

  test('while the run was paused', async () => {
    const here = await started()
    await here.runner.pause(here.runId)
    await here.runner.whenSettled(here.runId)
    await here.runner.cancel(here.runId)
    expect(toldOf(here, here.runId)).toEqual(['cancelled', 0, 1, 'service.not_seen'])
  })
})
