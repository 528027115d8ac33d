import { describe, expect, test } from 'vitest'
import { createRunner } from '../../../src-main/engine/run/runner.ts'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { hurriedClock, notesOf, runStations, runToEnd } from './run-stations.ts'

const station = runStations()

const noted = (phones: readonly string[]) => phones.map((phone) => ({ phone, contact: { notes: `For ${phone}` } }))

describe('a run under faults', () => {
  test.each([
    ['429 with Retry-After', '429@update-customer=0.2:retry-after=3'],
    ['429 without', '429@update-customer=0.2'],
    ['503 with Retry-After as a date', '503@update-customer=0.2:retry-after-date=2'],
    ['bursts of 500', '500@update-customer=0.05:burst=4'],
    ['502 and 504', '502@update-customer=0.1,504@update-customer=0.1'],
    ['connections dropped before the effect', 'drop-before@update-customer=0.1'],
    ['connections dropped after the effect', 'drop-after@update-customer=0.1'],
    ['answers that are no JSON', 'invalid-json@update-customer=0.1'],
  ])('does every row once more until it is done: %s', async (_name, faults) => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 130 }, { clock: hurriedClock() })
    sandbox.setFaults(faults)
    const some = phones.slice(0, 100)
    const runId = await runner.start(await plan(noted(some)))
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'finished',
      done: 100,
      failed: 0,
      unknown: 0,
      pending: 0,
      calls: 100,
      failures: [],
    })
    expect(notesOf(sandbox, some)).toEqual(some.map((phone) => `For ${phone}`))
    expect(sandbox.counts().requests).toBeGreaterThan(100)
  })

  test('waits as long as the service asks, with all calls, and says so', async () => {
    const clock = hurriedClock()
    const { sandbox, runner, phones, plan, progress } = await station({ contacts: 40 }, { clock })
    sandbox.setFaults('429@update-customer/1:retry-after=120')
    const startedMs = clock.nowMs()
    const runId = await runner.start(await plan(noted(phones.slice(0, 30))))
    await runner.whenSettled(runId)
    expect(clock.nowMs() - startedMs).toBeGreaterThan(119_000)
    const waits = progress.flatMap(({ wait }) => (wait === null ? [] : [wait]))
    expect(waits[0]).toMatchObject({ kind: 'retry_after', message: 'The service asked to wait.' })
    expect((waits[0]?.untilMs ?? 0) - startedMs).toBeGreaterThan(119_000)
    expect(progress.at(-1)).toMatchObject({ state: 'finished', done: 30, wait: null, inFlight: 0 })
  })

  test('gives a row up that the service cannot manage, with what it said, and goes on with the others', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 }, { clock: hurriedClock() })
    sandbox.setFaults('500@update-customer/6')
    const runId = await runner.start(await plan(noted(phones.slice(0, 1))))
    await runner.whenSettled(runId)
    const summary = runSummary(store, runId, Date.now())
    expect(summary).toMatchObject({ state: 'finished', done: 0, failed: 1, calls: 1 })
    expect(summary.failures).toMatchObject([{ code: 'service.failed', rows: 1, line: 2 }])
    expect(summary.failures[0]?.message).toContain('Tried 6 times.')
    // The contact was read to see what the call changes, before each time but the second, and six times afterwards: it may be there yet.
    expect(sandbox.counts().requests).toBe(17)
  })

  test('an address that may have been written is not known any more, until one is written for certain', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 }, { clock: hurriedClock() })
    const { contacts } = tablesOf(store)
    const some = phones.slice(0, 1)
    const emails = () => some.map((phone) => contacts.findByPhone(phone)[0]?.record.email)
    const write = async (email: string, faults = '') => {
      sandbox.setFaults(faults)
      const runId = await runner.start(await plan(some.map((phone) => ({ phone, contact: { email } }))))
      await runner.whenSettled(runId)
      sandbox.setFaults('')
      return runSummary(store, runId, Date.now())
    }
    expect(await write('a@example.com')).toMatchObject({ done: 1 })
    expect(emails()).toEqual(['a@example.com'])
    expect(await write('b@example.com', '400@update-customer')).toMatchObject({ failed: 1 })
    expect(emails()).toEqual(['a@example.com'])
    expect(await write('b@example.com', 'drop-after@update-customer/1,400@update-customer:from=2')).toMatchObject({ failed: 1 })
    expect(emails()).toEqual([undefined])
    expect(await write('a@example.com')).toMatchObject({ done: 1, calls: 1 })
    expect(emails()).toEqual(['a@example.com'])
  })

  test('pauses when the service fails many times in a row, marks no row as failed, and goes on when resumed', async () => {
    const { sandbox, store, runner, phones, plan, progress } = await station({ contacts: 60 }, { clock: hurriedClock() })
    const some = phones.slice(0, 50)
    sandbox.setFaults('500@update-customer')
    const runId = await runner.start(await plan(noted(some)))
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'paused',
      reason: { code: 'service.failed' },
      failed: 0,
      pending: 50,
    })
    expect(sandbox.counts().requests).toBeLessThan(40)
    expect(progress.some(({ wait, concurrency }) => wait?.kind === 'backoff' && concurrency === 1)).toBe(true)

    sandbox.clearFaults()
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 50, reason: null })
  })

  test('waits for the network, then pauses; no row has failed, and it goes on when the service is back', async () => {
    const { sandbox, store, runner, phones, plan, progress } = await station({ contacts: 60 }, { clock: hurriedClock() })
    const some = phones.slice(0, 50)
    const planId = await plan(noted(some))
    await sandbox.close()
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'paused',
      reason: { code: 'service.unreachable' },
      failed: 0,
      unknown: 0,
      pending: 50,
    })
    expect(progress.some(({ state, wait }) => state === 'running' && wait?.kind === 'network')).toBe(true)

    const back = await createSandbox({ contacts: 60, port: Number(new URL(sandbox.baseUrl).port) })
    await runner.resume(runId)
    // A fresh sandbox may have another token.
    await runner.whenSettled(runId)
    const { reason } = runSummary(store, runId, Date.now())
    if (reason?.code === 'sign_in.needed') expect(back.token).not.toBe(sandbox.token)
    else expect(notesOf(back, some)).toEqual(some.map((phone) => `For ${phone}`))
    await runner.close()
    await back.close()
  })

  test('pauses for a new sign-in, marks nothing as failed, and goes on with the new token', async () => {
    const { sandbox, store, runner, phones, plan, useToken, progress } = await station({ contacts: 100 }, { clock: hurriedClock() })
    const some = phones.slice(0, 80)
    sandbox.setFaults('expire-token-after=30')
    const runId = await runner.start(await plan(noted(some)))
    await runner.whenSettled(runId)
    const paused = runSummary(store, runId, Date.now())
    expect(paused).toMatchObject({ state: 'paused', reason: { code: 'sign_in.needed' }, failed: 0, unknown: 0 })
    expect(paused.done).toBeGreaterThan(0)
    expect(progress.at(-1)?.wait).toMatchObject({ kind: 'sign_in', untilMs: null })

    sandbox.clearFaults()
    useToken(sandbox.issueToken())
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 80, failed: 0, reason: null })
    expect(sandbox.counts().customerUpdates).toBe(80)
  })

  test('keeps to the requests per minute that are set', async () => {
    const clock = hurriedClock()
    const { runner, phones, plan } = await station({ contacts: 20 }, { clock, settings: () => ({ concurrency: 8, requestsPerMinute: 30 }) })
    const startedMs = clock.nowMs()
    const runId = await runner.start(await plan(noted(phones.slice(0, 10))))
    await runner.whenSettled(runId)
    expect(clock.nowMs() - startedMs).toBeGreaterThan(18_000)
  })

  test('never has more calls under way than are allowed', async () => {
    const { sandbox, runner, phones, plan } = await station(
      { contacts: 60 },
      { settings: () => ({ concurrency: 3, requestsPerMinute: null }) },
    )
    sandbox.setFaults('latency=5')
    const runId = await runner.start(await plan(noted(phones.slice(0, 40))))
    await runner.whenSettled(runId)
    expect(sandbox.counts().peakInFlight).toBe(3)
  })
})

describe('messages under faults', () => {
  const messages = (phones: readonly string[], each: number) =>
    phones.flatMap((phone) =>
      Array.from({ length: each }, (_, at) => ({ phone, message: { body: `${at} to ${phone}`, attachments: [], sentAtSeconds: null } })),
    )

  test('arrive exactly once: a lost answer is reconciled by reading back, and the next message of the contact waits for that', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 }, { clock: hurriedClock() })
    const some = phones.slice(0, 20)
    sandbox.setFaults('drop-after@import-message=0.05,drop-before@import-message=0.05,429@import-message=0.1,seed=3')
    const rows = messages(some, 5)
    const runId = await runToEnd(runner, store, await plan(rows, { kind: 'messages' }))
    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'finished',
      rows: 100,
      done: 100,
      failed: 0,
      unknown: 0,
      pending: 0,
      failures: [],
    })
    expect(sandbox.counts().faults['drop-after']).toBeGreaterThan(0)
    expect(sandbox.counts().faults['drop-before']).toBeGreaterThan(0)
    for (const phone of some) {
      const wanted = rows.filter((row) => row.phone === phone).map(({ message }) => message.body)
      expect(
        sandbox
          .posts(phone)
          .map(({ body }) => body)
          .filter((body) => body?.endsWith(` to ${phone}`)),
      ).toEqual(wanted)
    }
    expect(store.prepare("SELECT count(*) FROM imported_messages WHERE state = 'arrived'").pluck().get()).toBe(100)
  })

  test('pause the run when one answer after the other is lost, instead of losing them all', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 }, { clock: hurriedClock() })
    sandbox.setFaults('drop-after@import-message')
    const runId = await runner.start(await plan(messages(phones.slice(0, 50), 2), { kind: 'messages' }))
    await runner.whenSettled(runId)
    const summary = runSummary(store, runId, Date.now())
    expect(summary).toMatchObject({ state: 'paused', reason: { code: 'service.no_answer' } })
    expect(summary.unknown).toBeLessThan(20)
    expect(sandbox.counts().messagesImported).toBe(summary.unknown + summary.done)
  })
})

test('two runners never carry out the same run, and the second says who does', async () => {
  const { sandbox, store, service, runner, phones, plan } = await station({ contacts: 30 })
  sandbox.setFaults('latency=20')
  const runId = await runner.start(await plan(noted(phones.slice(0, 20))))
  const other = createRunner({
    store,
    service,
    clock: hurriedClock(),
    operator: () => 'Sam',
    account: () => ({ name: 'Practice', baseUrl: sandbox.baseUrl }),
    owner: 'elsewhere:7',
    settings: () => ({ concurrency: 2, requestsPerMinute: null }),
    onProgress: () => undefined,
  })
  await expect(other.resume(runId)).rejects.toMatchObject({ code: 'run.locked', message: expect.stringContaining('process') })
  await expect(other.cancel(runId)).rejects.toMatchObject({ code: 'run.locked' })
  await expect(other.pause(runId)).rejects.toMatchObject({ code: 'run.locked' })
  await runner.whenSettled(runId)
  expect(sandbox.counts().customerUpdates).toBe(20)
})

test.each([
  ['drop-after@update-customer', 2],
  ['503-after@update-customer', 2],
  ['429-after@update-customer', 4],
])('a change whose answer is always lost is looked up, and done once it shows: %s', async (fault, most) => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 }, { clock: hurriedClock() })
  const some = phones.slice(0, 5)
  const planId = await plan(noted(some))
  sandbox.setFaults(`${fault}:contact=${some[3]}`)
  const runId = await runToEnd(runner, store, planId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 5, failed: 0, calls: 5 })
  expect(notesOf(sandbox, some)).toEqual(some.map((phone) => `For ${phone}`))
  expect(sandbox.counts().customerUpdates).toBeLessThanOrEqual(4 + most)
})
