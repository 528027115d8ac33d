import { describe, expect, test } from 'vitest'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { startOddService } from '../../helpers/odd-service.ts'
import { portion } from '../../helpers/portion.ts'
import { hurriedClock, planRows, type RowParts, runStations, runToEnd, serviceStation } from './run-stations.ts'

const station = runStations()

const message = (phone: string, body: string): RowParts => ({ phone, message: { body, attachments: [], sentAtSeconds: null } })
/** Ten messages to each, of which many say the same. */
const history = (phones: readonly string[]) =>
  phones.flatMap((phone) =>
    Array.from({ length: 10 }, (_, at) => message(phone, ['Yes', 'Yes', 'On my way', 'Yes', `${at}`][at % 5] ?? '')),
  )

/** Every message as often as the rows have it, in their order. */
function expectExactly(sandbox: Sandbox, rows: readonly RowParts[], earlier = new Map<string, number>()): void {
  const wanted = new Map<string, string[]>()
  for (const { phone = '', message } of rows) wanted.set(phone, [...(wanted.get(phone) ?? []), message?.body ?? ''])
  for (const [phone, bodies] of wanted) {
    expect(
      sandbox
        .posts(phone)
        .filter(({ kind }) => kind === 'import')
        .slice(earlier.get(phone) ?? 0)
        .map(({ body }) => body),
    ).toEqual(bodies)
  }
}

describe('lost answers', () => {
  test.each([
    ['a third is dropped after the effect', portion(24), 'drop-after@import-message=0.3,seed=5'],
    ['a third is dropped before the effect', portion(24), 'drop-before@import-message=0.3,seed=6'],
    [
      'both, and the reading back has its own troubles',
      portion(60),
      'drop-after@import-message=0.15,drop-before@import-message=0.15,drop-before@find-conversation=0.1,429@find-conversation=0.1:retry-after=1,500@find-conversation=0.1:burst=2,invalid-json@find-conversation=0.02,500@import-message=0.05,seed=7',
    ],
  ])('are reconciled by counting equal messages, and each arrives exactly once: %s', async (_name, contacts, faults) => {
    const { sandbox, store, runner, phones, plan } = await station(
      { contacts: 320 },
      { clock: hurriedClock(), settings: () => ({ concurrency: 16, requestsPerMinute: null }) },
    )
    const rows = history(phones.slice(0, contacts))
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults(faults)
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'finished',
      rows: rows.length,
      done: rows.length,
      failed: 0,
      unknown: 0,
      pending: 0,
      // Conversations that were resolved are so again.
      calls: rows.length + (sandbox.counts().effectsByOperation.resolve ?? 0),
    })
    expectExactly(sandbox, rows)
  })

  test('of new contacts are reconciled by looking for them: each is created once and gets the rest of its row', async () => {
    const { sandbox, store, runner, plan } = await station({ contacts: 5 }, { clock: hurriedClock() })
    const rows = Array.from({ length: 50 }, (_, at) => ({ phone: `+1650253${1000 + at}`, contact: { name: `N ${at}`, archived: true } }))
    const planId = await plan(rows, { notFound: 'create' })
    sandbox.setFaults('drop-after@create-customer=0.2,drop-before@create-customer=0.2,500@find-customer=0.1,seed=4')
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 50, failed: 0, unknown: 0, calls: 100 })
    expect(sandbox.counts().customerCreates).toBe(50)
    rows.forEach(({ phone, contact }) => expect(sandbox.customerByPhone(phone)).toMatchObject(contact))
  })

  test('of a contact that somebody else has created meanwhile say what is not as asked', async () => {
    const { sandbox, store, makeRunner, service, plan } = await station({ contacts: 5 }, { clock: hurriedClock() })
    const planId = await plan([{ phone: '+16502531000', contact: { name: 'Ours' } }], { notFound: 'create' })
    const create = (name: string) => service.perform({ kind: 'createCustomer', customer: { phone: '+16502531000', name } })
    // Somebody is quicker by a moment: after the number was looked up, and before the call that gets lost.
    const overtaken: Service = {
      ...service,
      async perform(call, signal) {
        if (call.kind !== 'createCustomer') return service.perform(call, signal)
        await create('Theirs')
        sandbox.setFaults('drop-before@create-customer/1')
        return service.perform(call, signal)
      },
    }
    const runId = await runToEnd(makeRunner({ service: overtaken }), store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 0, failed: 1, failures: [{ code: 'service.not_applied' }] })
    expect(sandbox.customerByPhone('+16502531000')?.name).toBe('Theirs')
  })

  test('a contact that somebody has created since the preview is not created a second time', async () => {
    const { sandbox, store, runner, service, plan } = await station({ contacts: 5 }, { clock: hurriedClock() })
    const planId = await plan([{ phone: '+16502531000', contact: { name: 'Ours' } }], { notFound: 'create' })
    await service.perform({ kind: 'createCustomer', customer: { phone: '+16502531000', name: 'Theirs' } })
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 0, failed: 0, held: 1, failures: [{ code: 'held.exists' }] })
    expect(sandbox.customerByPhone('+16502531000')?.name).toBe('Theirs')
    expect(sandbox.counts().customerCreates).toBe(1)
    expect(tablesOf(store).contacts.findByPhone('+16502531000')).toHaveLength(1)
  })

  test('in another department are looked for there', async () => {
    const { sandbox, store, service, runner, phones } = await station({ contacts: 60 }, { clock: hurriedClock() })
    const groupUuid = (await service.departments())[1]?.uuid ?? ''
    const rows = phones.slice(0, 20).flatMap((phone) => [message(phone, 'Yes'), message(phone, 'Yes'), message(phone, 'No')])
    // The same texts are in the first department already, and later than the run begins.
    for (const phone of phones.slice(0, 20))
      await service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Yes', attachments: [] })
    const planId = await planRows(store, rows, { kind: 'messages' }, groupUuid)
    sandbox.setFaults('drop-after@import-message=0.3,drop-before@import-message=0.3,seed=2')
    const before = sandbox.counts().messagesImported
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 60, unknown: 0, failed: 0 })
    expect(sandbox.counts().messagesImported - before).toBe(60)
    for (const phone of phones.slice(0, 20)) expect(sandbox.importedCount(phone, 'Yes')).toBe(3)
  })

  test("are told from what the customer has really written before, by the service's own clock", async () => {
    const clock = hurriedClock()
    let laterMs = 0
    const { sandbox, store, service, runner, phones, plan } = await station(
      { contacts: 60, clock: { ...wallClock, nowMs: () => Date.now() + laterMs } },
      { clock },
    )
    const some = phones.slice(0, 30)
    for (const phone of some) await service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Yes', attachments: [] })
    const earlier = new Map(some.map((phone) => [phone, sandbox.posts(phone).filter(({ kind }) => kind === 'import').length]))
    // What comes from now on is of another second.
    laterMs = 2_000
    // This computer's clock is wrong by minutes: only the service's tells before from after.
    clock.jump(-400_000)
    const rows = some.flatMap((phone) => [message(phone, 'Yes'), message(phone, 'Yes')])
    const planId = await plan(rows, { kind: 'messages' })
    const runId = await runner.start(planId)
    while (sandbox.counts().messagesImported < 32) await new Promise((resolve) => setImmediate(resolve))
    sandbox.setFaults('drop-after@import-message=0.4,drop-before@import-message=0.4,seed=3')
    await runner.whenSettled(runId)
    await resumeToEnd()
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 60, unknown: 0, failed: 0 })
    expectExactly(sandbox, rows, earlier)

    async function resumeToEnd(): Promise<void> {
      while (runSummary(store, runId, Date.now()).state === 'paused') {
        await runner.resume(runId)
        await runner.whenSettled(runId)
      }
    }
  })

  test('are counted, too, where the service does not say which post it made', async () => {
    const { sandbox, store, phones, plan, makeRunner } = await station({ contacts: 60 }, { clock: hurriedClock() })
    const service = createService({
      baseUrl: sandbox.baseUrl,
      tokenIn: 'header',
      token: async () => sandbox.token,
      country: 'US',
      clock: hurriedClock(),
    })
    const unnamed: Service = {
      ...service,
      async perform(call, signal) {
        const outcome = await service.perform(call, signal)
        return outcome.kind === 'done' ? { ...outcome, postUuid: null } : outcome
      },
    }
    const rows = history(phones.slice(0, 8))
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults('drop-after@import-message=0.2,drop-before@import-message=0.2,seed=9')
    const runId = await runToEnd(makeRunner({ service: unnamed }), store, planId)
    const summary = runSummary(store, runId, Date.now())
    expect(summary).toMatchObject({ state: 'finished', rows: 80, failed: 0, pending: 0 })
    expect(summary.unknown).toBe(0)
    expectExactly(sandbox, rows)
    await service.close()
  })
})

describe('what cannot be told', () => {
  test("stays unknown with what the service said and a hint, is sent never again, and the contact's next messages go on", async () => {
    const customers = Array.from({ length: 6 }, (_, at) => ({ uuid: `u${at}`, phone_number: `(202) 555-01${10 + at}`, name: `N ${at}` }))
    const odd = await startOddService(customers, { mayReadPosts: false })
    const phones = customers.map((_, at) => `+120255501${10 + at}`)
    const { store, runner } = await serviceStation(odd.baseUrl, odd.token, phones)
    const planId = await planRows(
      store,
      phones.flatMap((phone) => [message(phone, 'one'), message(phone, 'two')]),
      { kind: 'messages' },
    )
    let imports = 0
    odd.fault = ({ path }) =>
      path.endsWith('new_customer_post.json') && ++imports % 4 === 0 ? { kind: 'drop', after: imports % 8 === 0 } : null
    const runId = await runToEnd(runner, store, planId)
    const summary = runSummary(store, runId, Date.now())
    expect(summary).toMatchObject({ state: 'finished', rows: 12, done: 9, unknown: 3, failed: 0, pending: 0 })
    expect(imports).toBe(12)
    for (const { error, hint } of runRows(store, runId, { outcome: 'unknown', offset: 0, limit: 10 }).rows) {
      expect(error).toContain('cannot be told')
      expect(hint).toContain('mark the row as done')
    }
    await odd.close()
  })

  test('a message that never arrives, however often it is sent, has failed in the end, and can be tried again', async () => {
    const customers = [
      { uuid: 'u0', phone_number: '(202) 555-0110', name: 'N' },
      { uuid: 'u1', phone_number: '(202) 555-0111', name: 'M' },
    ]
    const odd = await startOddService(customers)
    const { store, runner } = await serviceStation(odd.baseUrl, odd.token, ['+12025550110', '+12025550111'])
    odd.fault = ({ body }) => (JSON.stringify(body ?? '').includes('poison') ? { kind: 'drop' } : null)
    const rows = [
      message('+12025550110', 'poison'),
      message('+12025550110', 'next'),
      ...Array.from({ length: 200 }, (_, at) => message('+12025550111', `m ${at}`)),
    ]
    const runId = await runToEnd(runner, store, await planRows(store, rows, { kind: 'messages' }))
    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'finished',
      done: 201,
      failed: 1,
      unknown: 0,
      failures: [{ code: 'service.no_answer', line: 2 }],
    })
    odd.fault = () => null
    expect(odd.effects.filter(({ body }) => JSON.stringify(body).includes('poison'))).toHaveLength(0)
    const again = await runToEnd(runner, store, await planRows(store, rows, { kind: 'messages' }))
    expect(runSummary(store, again, Date.now())).toMatchObject({ done: 1, unchanged: 201, failed: 0 })
    expect(odd.effects).toHaveLength(202)
    await odd.close()
  })
})
