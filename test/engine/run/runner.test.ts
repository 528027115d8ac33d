import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { history, runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { notesOf, planTotals, runStations, runToEnd } from './run-stations.ts'

const station = runStations()

describe('a run', () => {
  test('sends every planned change once, and its counts add up', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
    const some = phones.slice(0, 40)
    const planId = await plan([
      ...some.map((phone) => ({ phone, contact: { notes: `For ${phone}` } })),
      { phone: '+15005550000', contact: { notes: 'x' } },
    ])
    const runId = await runner.start(planId)
    await runner.whenSettled(runId)

    expect(runSummary(store, runId, Date.now())).toMatchObject({
      state: 'finished',
      rows: 41,
      done: 40,
      failed: 0,
      unknown: 0,
      pending: 0,
      skipped: 1,
      calls: 40,
      failures: [],
      operator: 'Pat',
      fileName: 'list.csv',
    })
    expect(notesOf(sandbox, some)).toEqual(some.map((phone) => `For ${phone}`))
    // Pages of the sync that was there before may still be under way.
    const { 'list-customers': _, ...requests } = sandbox.counts().requestsByOperation
    expect(requests).toEqual({ 'update-customer': 40, 'get-customer': expect.any(Number), 'find-conversation': expect.any(Number) })
    expect(requests['get-customer']).toBeLessThan(20)
    // One more for each proof: whether the service has texted its contact.
    expect(requests['find-conversation']).toBeLessThanOrEqual(Math.floor((requests['get-customer'] ?? 0) / 2))
  })

  test('leaves nothing to do for a second plan of the same rows', async () => {
    const { store, runner, phones, plan } = await station({ contacts: 30 })
    const rows = phones.slice(0, 20).map((phone, at) => ({
      phone,
      contact: {
        name: `New ${at}`,
        email: `a${at}@example.com`,
        tags: { handling: 'add' as const, tags: ['one tag', 'two'] },
        unreachable: at % 2 === 0,
        notes: '',
      },
    }))
    const runId = await runner.start(await plan(rows))
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now()).done).toBe(20)
    expect(planTotals(store, await plan(rows))).toMatchObject({ unchanged: 20, calls: 0 })
  })
})

const noted = (phones: readonly string[]) => phones.map((phone) => ({ phone, contact: { notes: `For ${phone}` } }))

describe('creating contacts', () => {
  test("hands the new uuid to the row's other calls and to the cache, so that a second plan has nothing to do", async () => {
    const { sandbox, store, runner, plan } = await station({ contacts: 5 })
    const contacts = [
      {
        phone: '+16502530101',
        contact: {
          name: 'New One',
          email: 'new@example.com',
          archived: true,
          unreachable: false,
          tags: { handling: 'add' as const, tags: ['vip'] },
        },
      },
    ]
    const runId = await runner.start(await plan(contacts, { notFound: 'create' }))
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 1, calls: 2 })
    expect(sandbox.customerByPhone('+16502530101')).toMatchObject({ name: 'New One', archived: true })
    expect(sandbox.counts()).toMatchObject({ customerCreates: 1, customerUpdates: 1, requests: 8 })
    expect(runRows(store, runId, { outcome: 'done', offset: 0, limit: 1 }).rows[0]?.contact).toEqual({
      uuid: null,
      name: 'New One',
      phone: '+16502530101',
    })
    expect(planTotals(store, await plan(contacts, { notFound: 'create' }))).toMatchObject({ unchanged: 1, calls: 0 })
  })

  test('is followed by setting consent', async () => {
    const { sandbox, store, runner, plan } = await station({ contacts: 5 })
    const rows = [{ phone: '+16502530102', consent: true }]
    const runId = await runner.start(await plan(rows, { kind: 'consent', notFound: 'create' }))
    await runner.whenSettled(runId)
    expect(sandbox.customerByPhone('+16502530102')).toMatchObject({ consent: true, consentChanges: 1 })
    expect(planTotals(store, await plan(rows, { kind: 'consent', notFound: 'create' }))).toMatchObject({ unchanged: 1, calls: 0 })
  })
})

describe('messages', () => {
  test('of a contact arrive in the order of their times, those of different contacts side by side, and each conversation is resolved once', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 })
    sandbox.setFaults('latency=2:ms=6')
    const some = phones.slice(0, 6)
    const rows = Array.from({ length: 60 }, (_, at) => ({
      phone: some[at % 6] ?? '',
      message: { body: `message ${at}`, attachments: [], sentAtSeconds: 1_700_000_000 + ((at * 37) % 60) },
    }))
    const runId = await runner.start(
      await plan(rows, {
        kind: 'messages',
        resolveAfter: true,
        fields: [
          { to: 'body', from: ['Phone'] },
          { to: 'sentAt', from: ['Phone'] },
        ],
      }),
    )
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 60, calls: 66 })
    for (const phone of some) {
      const wanted = rows.filter((row) => row.phone === phone).sort((a, b) => a.message.sentAtSeconds - b.message.sentAtSeconds)
      expect(
        sandbox
          .posts(phone)
          .map(({ body }) => body)
          .filter((body) => body?.startsWith('message ')),
      ).toEqual(wanted.map(({ message }) => message.body))
      expect(sandbox.isResolved(phone)).toBe(true)
    }
    const { overlappingWrites, peakInFlight, resolves } = sandbox.counts()
    expect(overlappingWrites).toBe(0)
    expect(peakInFlight).toBeGreaterThan(3)
    expect(resolves).toBe(6)
  })

  test('that were imported are not imported again', async () => {
    const { store, runner, phones, plan } = await station({ contacts: 10 })
    const rows = phones.slice(0, 5).map((phone) => ({ phone, message: { body: 'Hi', attachments: [], sentAtSeconds: null } }))
    const runId = await runner.start(await plan(rows, { kind: 'messages' }))
    await runner.whenSettled(runId)
    expect(planTotals(store, await plan(rows, { kind: 'messages' }))).toMatchObject({ unchanged: 5, calls: 0 })
  })
})

describe('stopping', () => {
  test('a pause lets the calls under way end, sends nothing more, and a resume does the rest once', async () => {
    const { sandbox, store, runner, phones, plan, progress } = await station({ contacts: 80 })
    const some = phones.slice(0, 60)
    sandbox.setFaults('latency=10')
    const runId = await runner.start(await plan(noted(some)))
    while ((runner.progress(runId)?.done ?? 60) < 10) await setImmediate()
    await runner.pause(runId)
    const paused = runSummary(store, runId, Date.now())
    expect(paused).toMatchObject({ state: 'paused', reason: { code: 'run.paused' }, finishedAtSeconds: null, failed: 0, unknown: 0 })
    // A sample that is still to be looked up ends when the run is resumed.
    const sent = sandbox.counts().customerUpdates
    expect([0, 1]).toContain(sent - paused.done)
    expect(paused.pending).toBe(60 - paused.done)
    expect(progress.at(-1)).toMatchObject({ state: 'paused', inFlight: 0 })
    // Nothing is in the journal but what left.
    const journal = store.prepare('SELECT state, attempts, count(*) AS calls FROM calls GROUP BY state, attempts')
    expect(journal.all()).toEqual([{ state: 'done', attempts: 1, calls: sent }])

    await runner.resume(runId)
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 60, pending: 0, reason: null })
    expect(sandbox.counts().customerUpdates).toBe(60)
    expect(journal.all()).toEqual([{ state: 'done', attempts: 1, calls: 60 }])
  })

  test('a run that two resume while it pauses is carried out once', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 80 })
    const some = phones.slice(0, 60)
    sandbox.setFaults('latency=10')
    const runId = await runner.start(await plan(noted(some)))
    while ((runner.progress(runId)?.done ?? 60) < 10) await setImmediate()
    await Promise.all([runner.pause(runId), runner.resume(runId), runner.resume(runId)])
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 60, pending: 0 })
    expect(sandbox.counts().customerUpdates).toBe(60)
  })

  test('a cancelled run is final: the rest stays pending and it cannot be resumed', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 80 })
    sandbox.setFaults('latency=10')
    const runId = await runner.start(await plan(noted(phones.slice(0, 60))))
    while ((runner.progress(runId)?.done ?? 60) < 5) await setImmediate()
    await runner.cancel(runId)
    const { done, pending, state, finishedAtSeconds } = runSummary(store, runId, Date.now())
    expect({ state, rows: done + pending }).toEqual({ state: 'cancelled', rows: 60 })
    expect(finishedAtSeconds).not.toBeNull()
    expect(done).toBe(sandbox.counts().customerUpdates)
    await expect(runner.resume(runId)).rejects.toMatchObject({ code: 'run.state' })
    await runner.cancel(runId)
    await runner.pause(runId)
    expect(runSummary(store, runId, Date.now()).state).toBe('cancelled')
    expect(runRows(store, runId, { outcome: 'pending', offset: 0, limit: 100 })).toMatchObject({ total: pending })
  })

  test('a paused run can be cancelled, a finished one cannot', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 30 })
    sandbox.setFaults('latency=10')
    const paused = await runner.start(await plan(noted(phones.slice(0, 20))))
    await runner.pause(paused)
    await runner.cancel(paused)
    expect(runSummary(store, paused, Date.now())).toMatchObject({ state: 'cancelled', reason: { code: 'run.cancelled' } })
    sandbox.clearFaults()
    const finished = await runner.start(await plan(noted(phones.slice(20, 22))))
    await runner.whenSettled(finished)
    await expect(runner.cancel(finished)).rejects.toMatchObject({ code: 'run.state' })
    await expect(runner.resume(finished)).rejects.toMatchObject({ code: 'run.state' })
  })

  test('closing pauses what is under way, and nothing starts afterwards', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 30 })
    sandbox.setFaults('latency=10')
    const planId = await plan(noted(phones.slice(0, 20)))
    const runId = await runner.start(planId)
    await runner.close()
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'paused', reason: { code: 'run.closed' } })
    await expect(runner.resume(runId)).rejects.toMatchObject({ code: 'run.state' })
  })

  test('a full disk stops the run with nothing lost: it goes on when there is room', async () => {
    const { sandbox, store, runner, phones, plan } = await station({ contacts: 300 })
    const some = phones.slice(0, 250)
    const planId = await plan(some.map((phone) => ({ phone, contact: { notes: `For ${phone} ${'x'.repeat(2000)}` } })))
    store.pragma('wal_checkpoint(TRUNCATE)')
    store.pragma(`max_page_count = ${(store.pragma('page_count', { simple: true }) as number) + 5}`)
    const runId = await runner.start(planId)
    await expect(runner.whenSettled(runId)).rejects.toMatchObject({ code: 'store.full' })
    const sent = sandbox.counts().customerUpdates
    expect(sent).toBeLessThan(250)

    store.pragma('max_page_count = 1000000')
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 250, failed: 0 })
    expect(sandbox.counts().customerUpdates).toBeLessThanOrEqual(250 + 8)
  })
})

describe('what is refused', () => {
  test('a plan is run once: starting it again names its run', async () => {
    const { runner, phones, plan } = await station({ contacts: 10 })
    const planId = await plan(noted(phones.slice(0, 3)))
    const runId = await runner.start(planId)
    await expect(runner.start(planId)).rejects.toMatchObject({ code: 'run.state', message: expect.stringContaining(runId) })
    await runner.whenSettled(runId)
    await expect(runner.start(planId)).rejects.toMatchObject({ code: 'run.state', message: expect.stringContaining(runId) })
  })

  test('unknown plans and runs are named as such', async () => {
    const { store, runner } = await station({ contacts: 5 })
    await expect(runner.start('none')).rejects.toMatchObject({ code: 'plan.unknown' })
    for (const call of [runner.resume('none'), runner.pause('none'), runner.cancel('none'), runner.whenSettled('none')]) {
      await expect(call).rejects.toMatchObject({ code: 'run.unknown' })
    }
    expect(() => runSummary(store, 'none', Date.now())).toThrow('There is no such run.')
    expect(runner.progress('none')).toBeNull()
  })
})

test('a plan without calls is a run that finishes at once', async () => {
  const { sandbox, store, runner, plan } = await station({ contacts: 5 })
  const runId = await runner.start(await plan([{ phone: '+15005550000', contact: { name: 'x' } }]))
  await runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', rows: 1, skipped: 1, calls: 0 })
  expect(sandbox.counts().requests).toBe(0)
})

test('progress comes at most about ten times a second, adds up every time, and ends with the final state', async () => {
  const { sandbox, runner, phones, plan, progress } = await station({ contacts: 120 })
  sandbox.setFaults('latency=5')
  const startedMs = performance.now()
  const runId = await runner.start(await plan(noted(phones.slice(0, 100))))
  await runner.whenSettled(runId)
  const seconds = (performance.now() - startedMs) / 1000
  expect(progress.length).toBeLessThanOrEqual(seconds * 10 + 3)
  expect(progress.length).toBeGreaterThan(1)
  for (const { done, failed, unknown, pending, rows, inFlight, concurrency } of progress) {
    expect(done + failed + unknown + pending).toBe(rows)
    expect(inFlight).toBeLessThanOrEqual(concurrency)
  }
  expect(progress.at(-1)).toMatchObject({ runId, state: 'finished', done: 100, pending: 0, inFlight: 0, secondsLeft: 0 })
  expect(progress.at(-1)?.callsPerSecond).toBeGreaterThan(0)
})

test('history shows the last started run first, and rows can be listed by outcome', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 20 })
  sandbox.setFaults('error-in-200@update-customer/2')
  const first = await runToEnd(runner, store, await plan([...noted(phones.slice(0, 5)), { phone: '+15005550000', contact: { name: 'x' } }]))
  const second = await runner.start(await plan(noted(phones.slice(5, 8))))
  await runner.whenSettled(second)
  expect(history(store, Date.now()).map(({ id }) => id)).toEqual([second, first])

  const failed = runRows(store, first, { outcome: 'failed', offset: 0, limit: 10 })
  expect(failed.total).toBe(2)
  expect(failed.rows.map(({ outcome, error, hint, changes }) => [outcome, error !== null, hint !== null, changes])).toEqual([
    ['failed', true, true, 'Notes'],
    ['failed', true, true, 'Notes'],
  ])
  expect(runRows(store, first, { outcome: 'done', offset: 1, limit: 10 })).toMatchObject({ total: 3, rows: [{}, {}] })
  expect(runRows(store, first, { outcome: 'skipped', offset: 0, limit: 10 })).toMatchObject({
    total: 1,
    rows: [{ line: 7, outcome: 'skipped', contact: { phone: '+15005550000' } }],
  })
  expect(runRows(store, first, { offset: 0, limit: 10 }).rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7])
  const { failures } = runSummary(store, first, Date.now())
  expect(failures.reduce((sum, { rows }) => sum + rows, 0)).toBe(2)
})
