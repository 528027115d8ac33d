import { describe, expect, test } from 'vitest'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import type { SandboxOptions } from '../../../src-main/sandbox/sandbox-options.ts'
import { hurriedClock, type RowParts, runStations, runToEnd } from './run-stations.ts'
import { undoRun } from './undoing.ts'

const stations = runStations()
/** A station whose service has the same hurried time. */
async function station(options: SandboxOptions = {}, answerMs?: number) {
  const clock = hurriedClock(answerMs)
  const here = await stations({ ...options, clock: { ...wallClock, nowMs: clock.nowMs, monotonicMs: clock.monotonicMs } }, { clock })
  return { ...here, clock }
}

const message = (phone: string, body: string): RowParts => ({ phone, message: { body, attachments: [], sentAtSeconds: null } })
const messages = (phones: readonly string[], each = 1, body = (at: number, phone: string) => `${at} to ${phone}`): RowParts[] =>
  phones.flatMap((phone) => Array.from({ length: each }, (_, at) => message(phone, body(at, phone))))
/** How often each row's message arrived, however it was altered on its way. */
const arrivals = (sandbox: Awaited<ReturnType<typeof station>>['sandbox'], rows: readonly RowParts[]) =>
  rows.map(({ phone = '', message }) => sandbox.arrivals(phone, message?.body ?? ''))

describe('a message whose answer does not prove its fate', () => {
  test.each([
    ['503 with Retry-After after the effect', '503-after@import-message:retry-after=1'],
    ['429 with Retry-After after the effect', '429-after@import-message:retry-after=1'],
    ['429 after the effect, shown 8 seconds late', '429-after@import-message,read-lag=8000'],
    ['no answer and an effect 8 seconds later', 'drop-after@import-message/10,late-effect@import-message=8000'],
    ['504 and an effect 100 seconds later', '504-after@import-message/9,late-effect@import-message=100000'],
  ])('is never sent a second time: %s', async (_name, faults) => {
    // The clock leaves a busy computer time to carry out what is due at the service.
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 }, 10)
    const rows = messages(phones.slice(0, 10))
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults(faults)
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 10, unknown: 0, failed: 0 })
    sandbox.advance(200_000)
    expect(arrivals(sandbox, rows)).toEqual(rows.map(() => 1))
    expect(tablesOf(store).unansweredCalls.some()).toBe(false)
  })

  test.each([
    ['302', '302-after@import-message/1:each=contact'],
    ['308', '308-after@import-message/1:each=contact'],
    ['409', '409-after@import-message/1:each=contact'],
    ['302, and 20 seconds later', '302-after@import-message/1:each=contact,late-effect@import-message=20000/1:each=contact'],
  ])('and that was carried out all the same is found, before the next one to its contact: %s', async (_name, faults) => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 }, 10)
    const rows = messages(phones.slice(0, 2), 3)
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults(faults)
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 6, unknown: 0, failed: 0 })
    for (const phone of phones.slice(0, 2)) {
      const bodies = sandbox.posts(phone).flatMap(({ kind, body }) => (kind === 'import' ? [body] : []))
      expect(bodies).toEqual([`0 to ${phone}`, `1 to ${phone}`, `2 to ${phone}`])
    }
  })

  test.each([
    ['409', false],
    ['302', false],
    ['422', false],
    ['400-after', true],
    ['403-after', true],
    ['422-after', true],
  ])('fails where it is not there, or was refused outright (%s), and the next import of it adds it once', async (fault, isThere) => {
    const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 40 }, 10)
    const rows = messages(phones.slice(0, 2))
    sandbox.setFaults(`${fault}@import-message/1`)
    const runId = await runToEnd(runner, store, await plan(rows, { kind: 'messages' }))
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 1, unknown: 0, failed: 1 })
    expect(arrivals(sandbox, rows).toSorted()).toEqual([isThere ? 1 : 0, 1])
    // Meanwhile somebody has written.
    for (const { phone = '' } of rows)
      await service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Are you there?', attachments: [] })
    const again = await runToEnd(runner, store, await plan(rows, { kind: 'messages' }))
    expect(runSummary(store, again, Date.now())).toMatchObject({ state: 'finished', done: 1, failed: 0, unchanged: 1 })
    expect(arrivals(sandbox, rows)).toEqual([1, 1])
  })

  test('is not sent again where the service has stored it as a note of the office', async () => {
    const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 40 }, 10)
    const [phone = ''] = phones
    const rows = messages([phone])
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults('504@import-message/1')
    const runId = await runner.start(planId)
    const conversation = await service.conversationByPhone(phone)
    await service.perform({
      kind: 'sendToConversation',
      conversationUuid: conversation?.conversationUuid ?? '',
      post: { as: 'whisper', body: `0 to ${phone}`, attachments: [], resolve: false },
    })
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 0, unknown: 1 })
    expect(sandbox.posts(phone).filter(({ kind }) => kind === 'import')).toHaveLength(0)
  })

  test('is looked for until reads that are late would show it: of 60 messages none goes twice', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 80 })
    const rows = messages(phones.slice(0, 20), 3)
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults('read-lag=8000,drop-after@import-message=0.3,drop-before@import-message=0.1,seed=4')
    const runId = await runToEnd(runner, store, planId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 60, unknown: 0, failed: 0 })
    expect(arrivals(sandbox, rows)).toEqual(rows.map(() => 1))
  })

  test.each([
    ['html-escape:field=body', true],
    ['shorten-links:field=body', false],
    ['mask-words=secret:field=body', false],
    ['truncate=12:field=body', false],
  ])(
    'and whose text the service alters is found by the rule that it follows, else stays unknown, and is never sent again: %s',
    async (altering, isByRule) => {
      const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 })
      const some = phones.slice(0, 8)
      const rows = [
        message(phones[20] ?? '', 'Plain'),
        ...messages(some, 2, (at, phone) => `Look & see https://example.com/${at} secret ${phone}`),
      ]
      const planId = await plan(rows, { kind: 'messages' })
      sandbox.setFaults(`${altering},drop-after@import-message:from=2:p=0.5,seed=2`)
      const runId = await runToEnd(runner, store, planId)
      const summary = runSummary(store, runId, Date.now())
      expect(summary).toMatchObject({ state: 'finished', failed: 0, pending: 0, done: 17 - summary.unknown })
      expect(arrivals(sandbox, rows)).toEqual(rows.map(() => 1))
      if (isByRule) return expect(summary.unknown).toBe(0)
      expect(summary.unknown).toBeGreaterThan(2)
      expect(runRows(store, runId, { outcome: 'unknown', offset: 0, limit: 1 }).rows[0]?.error).toContain('belongs to no row')
      await runner.resume(runId)
      await runner.whenSettled(runId)
      expect(arrivals(sandbox, rows)).toEqual(rows.map(() => 1))
    },
  )

  test('holds up its own contact and no other, the progress says so, and it goes again when it cannot arrive any more', async () => {
    const { sandbox, store, runner, phones, plan, clock, progress } = await station({ contacts: 40 }, 10)
    const [first = '', ...others] = phones.slice(0, 10)
    const rows = [...messages(others, 2), ...messages([first], 2)]
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults(`drop-before@import-message/1:contact=${first}`)
    const startedMs = clock.nowMs()
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: rows.length })
    expect(arrivals(sandbox, rows)).toEqual(rows.map(() => 1))
    const waiting = progress.filter(({ wait }) => wait?.kind === 'late_calls')
    // In the moment in which it goes again it is no longer unknown, and still what was waited for.
    expect(waiting.findLast(({ unknown }) => unknown > 0)).toMatchObject({ done: rows.length - 2, unknown: 1, pending: 1 })
    expect((waiting[0]?.wait?.untilMs ?? 0) - startedMs).toBeGreaterThan(119_000)
    expect(clock.nowMs() - startedMs).toBeGreaterThan(119_000)
  })

  test('is not sent again by a run that is paused and resumed meanwhile, nor is the window counted anew', async () => {
    const { sandbox, store, runner, makeRunner, phones, plan, clock } = await station({ contacts: 40 }, 10)
    const rows = messages(phones.slice(0, 3))
    const planId = await plan(rows, { kind: 'messages' })
    sandbox.setFaults('drop-after@import-message/2:from=2,late-effect@import-message=100000:from=2')
    const runId = await runner.start(planId)
    const startedMs = clock.nowMs()
    while ((runner.progress(runId)?.unknown ?? 0) < 2) await new Promise((resolve) => setImmediate(resolve))
    await runner.pause(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'paused', done: 1, unknown: 2 })
    const next = makeRunner()
    await next.resume(runId)
    await next.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 3 })
    expect(arrivals(sandbox, rows)).toEqual([1, 1, 1])
    expect(clock.nowMs() - startedMs).toBeLessThan(200_000)
  })
})

describe('429', () => {
  test('means "turned away" once that was seen several times: later ones are sent again at once, in the next run too', async () => {
    const { sandbox, store, runner, phones, plan, progress } = await station({ contacts: 60 })
    const run = async (rows: RowParts[], faults: string) => {
      const planId = await plan(rows, { kind: 'messages' })
      sandbox.setFaults(faults)
      progress.length = 0
      const runId = await runToEnd(runner, store, planId)
      expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: rows.length })
      expect(arrivals(sandbox, rows)).toEqual(rows.map(() => 1))
      // Such a row counts as unknown while it is looked for.
      return progress.some(({ unknown }) => unknown > 0)
    }
    expect(await run(messages(phones.slice(0, 20)), '429@import-message/5')).toBe(true)
    expect(await run(messages(phones.slice(20, 40)), '429@import-message/5')).toBe(false)
  })
})

describe('a call that may still take effect', () => {
  /** Somebody's consent, as the calls left; `send` is what the next call to this contact does. */
  const yes = (phone: string): RowParts => ({ phone, consent: true, evidence: { Form: 'signed' } })
  const no = (phone: string): RowParts => ({ phone, consent: false, isOptOutExplicit: true })

  test('never lands after the next one for its contact: a late "yes" not after a "no" of another run', async () => {
    const { sandbox, store, runner, service, phones, plan, clock } = await station({ contacts: 60 })
    const some = phones.filter((phone) => sandbox.customerByPhone(phone)?.consent === null).slice(0, 6)
    expect(some.length).toBeGreaterThan(2)
    const planId = await plan(some.map(yes), { kind: 'consent' })
    // Each first "yes" gets no answer and lands 90 seconds later; it is repeated, and that is answered.
    sandbox.setFaults('late-effect@set-consent=90000/1:each=contact,drop-after@set-consent/1:each=contact')
    const first = await runner.start(planId)
    await runner.whenSettled(first)
    expect(runSummary(store, first, Date.now())).toMatchObject({ state: 'finished', done: some.length })
    sandbox.clearFaults()
    for (const phone of some) {
      const read = await service.customerByPhone(phone)
      if (read !== null) tablesOf(store).contacts.putRead(read, clock.nowMs())
    }
    const second = await runner.start(await plan(some.map(no), { kind: 'consent' }))
    await runner.whenSettled(second)
    expect(runSummary(store, second, Date.now())).toMatchObject({ state: 'finished', done: some.length, held: 0 })
    sandbox.advance(300_000)
    expect(some.map((phone) => sandbox.customerByPhone(phone)?.consent)).toEqual(some.map(() => false))
    expect(tablesOf(store).unansweredCalls.some()).toBe(false)
  })

  test('keeps the other calls of its row waiting, and no other contact', async () => {
    const { sandbox, store, runner, phones, plan, clock } = await station({ contacts: 60 })
    const some = phones.filter((phone) => sandbox.customerByPhone(phone)?.consent === null).slice(0, 6)
    const [first = ''] = some
    const planId = await plan(some.map((phone) => ({ ...yes(phone), contact: { notes: 'New' } })))
    sandbox.setFaults(`drop-after@update-customer/1:contact=${first}`)
    const startedMs = clock.nowMs()
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: some.length })
    expect(clock.nowMs() - startedMs).toBeGreaterThan(119_000)
  })

  test('is not repeated after a refusal that came in the meantime', async () => {
    const { sandbox, store, makeRunner, service, phones, plan } = await station({ contacts: 60 })
    const [phone = ''] = phones.filter((one) => sandbox.customerByPhone(one)?.consent === null)
    const uuid = sandbox.customerByPhone(phone)?.uuid ?? ''
    let calls = 0
    const overtaken: Service = {
      ...service,
      async perform(call, signal) {
        calls += 1
        sandbox.setFaults('drop-after@set-consent/1')
        const outcome = await service.perform(call, signal)
        // The contact answers STOP right after the permission arrived.
        await service.perform({ kind: 'setConsent', uuid, phone: null, consent: false })
        return outcome
      },
    }
    const runId = await runToEnd(makeRunner({ service: overtaken }), store, await plan([yes(phone)], { kind: 'consent' }))
    expect(runSummary(store, runId, Date.now())).toMatchObject({ done: 0, held: 1 })
    expect(calls).toBe(1)
    expect(sandbox.customerByPhone(phone)?.consent).toBe(false)
  })
})

describe('reads that are late', () => {
  test.each([500, 3_000, 25_000])('by %i ms stop no consent run, and are learnt', async (lagMs) => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
    const some = phones.filter((phone) => sandbox.customerByPhone(phone)?.consent !== false).slice(0, 20)
    const planId = await plan(
      some.map((phone) => ({ phone, consent: false, isOptOutExplicit: true })),
      { kind: 'consent' },
    )
    sandbox.setFaults(`read-lag=${lagMs}`)
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 20, failed: 0 })
    expect(tablesOf(store).learntTraits.find('readLagMs')).not.toBeNull()
  })

  test('do not hide that nothing is stored: the run stops after a minute, with one contact', async () => {
    const { sandbox, store, runner, phones, plan, clock } = await station({ contacts: 30 })
    const planId = await plan(phones.slice(0, 20).map((phone) => ({ phone, contact: { notes: 'New' } })))
    sandbox.setFaults('echo-only@update-customer')
    const startedMs = clock.nowMs()
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'paused', failed: 1, reason: { code: 'run.not_applied' } })
    expect(clock.nowMs() - startedMs).toBeGreaterThan(59_000)
    expect(clock.nowMs() - startedMs).toBeLessThan(119_000)
  })

  test.each([500, 8_000])('by %i ms do not make an undo take the run for undone already', async (lagMs) => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
    const some = phones.slice(0, 30)
    const before = some.map((phone) => sandbox.customerByPhone(phone)?.notes ?? '')
    const planId = await plan(some.map((phone) => ({ phone, contact: { notes: `For ${phone}` } })))
    sandbox.setFaults(`read-lag=${lagMs}`)
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    const undone = await undoRun(store, runner, runId)
    expect(undone).toMatchObject({ state: 'finished', undo: { restored: 30, already: 0, kept: 0, failed: 0 } })
    expect(some.map((phone) => sandbox.customerByPhone(phone)?.notes ?? '')).toEqual(before)
  })
})

test('an undo is done only when it was seen: what the service takes and does not store has failed', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 30 })
  const some = phones.slice(0, 3)
  const runId = await runner.start(await plan(some.map((phone) => ({ phone, contact: { notes: 'New' } }))))
  await runner.whenSettled(runId)
  sandbox.setFaults('echo-only@update-customer:from=3')
  const undone = await undoRun(store, runner, runId)
  expect(undone).toMatchObject({ state: 'finished', undo: { restored: 2, failed: 1 } })
})

test('what a paused run has claimed is said to be on its way there, with the run', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 30 })
  const rows = messages(phones.slice(0, 2))
  const create: RowParts[] = ['+16502531000', '+16502531001'].map((phone) => ({ phone, contact: { name: 'New' } }))
  const other = [await plan(rows, { kind: 'messages' }), await plan(create, { notFound: 'create' })]
  for (const [at, planned] of [await plan(rows, { kind: 'messages' }), await plan(create, { notFound: 'create' })].entries()) {
    sandbox.setFaults('drop-before@import-message,drop-before@create-customer')
    const runId = await runner.start(planned)
    while ((runner.progress(runId)?.unknown ?? 2) < 2) await new Promise((resolve) => setImmediate(resolve))
    await runner.pause(runId)
    const later = await runner.start(other[at] ?? '')
    await runner.whenSettled(later)
    expect(runSummary(store, later, Date.now())).toMatchObject({
      state: 'finished',
      held: 2,
      done: 0,
      failures: [{ code: 'held.claimed', rows: 2 }],
    })
    expect(runRows(store, later, { outcome: 'held', offset: 0, limit: 1 }).rows[0]?.error).toContain(`run ${runId}`)
  }
})
