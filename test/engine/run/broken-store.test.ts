import { expect, test } from 'vitest'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { hurriedClock, runStations, runToEnd } from './run-stations.ts'

const station = runStations()

const messages = (phones: readonly string[]) =>
  phones.flatMap((phone) => ['Yes', 'Yes', 'No'].map((body) => ({ phone, message: { body, attachments: [], sentAtSeconds: null } })))

test('a database that becomes read-only stops the run with the reason, also when its lease is due; then everything is done once', async () => {
  const clock = hurriedClock()
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 120 }, { clock })
  const rows = messages(phones.slice(0, 80))
  const runId = await runner.start(await plan(rows, { kind: 'messages' }))
  while (sandbox.counts().messagesImported < 30) await new Promise((resolve) => setImmediate(resolve))
  store.pragma('query_only = ON')
  clock.jump(60_000)
  await expect(runner.whenSettled(runId)).rejects.toMatchObject({ code: 'store.readonly', hint: expect.stringContaining('permission') })
  const sent = sandbox.counts().messagesImported
  // What was sent before this has arrived before this.
  await fetch(sandbox.baseUrl)
  expect(sandbox.counts().messagesImported).toBe(sent)

  store.pragma('query_only = OFF')
  await runner.resume(runId)
  await runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 240, unknown: 0, failed: 0 })
  expect(sandbox.counts().messagesImported).toBe(240)
})

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('a clock that jumps an hour %s in the middle does nothing twice and loses nothing', async (_way, byMs) => {
  const clock = hurriedClock()
  let aheadMs = 0
  const jumping = { ...clock, nowMs: () => clock.nowMs() + aheadMs }
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 120 }, { clock: jumping })
  const rows = messages(phones.slice(0, 80))
  const planId = await plan(rows, { kind: 'messages' })
  sandbox.setFaults('drop-after@import-message=0.2,drop-before@import-message=0.1,seed=5')
  const runId = await runner.start(planId)
  while (sandbox.counts().messagesImported < 60) await new Promise((resolve) => setImmediate(resolve))
  aheadMs = byMs
  while ((runner.progress(runId)?.done ?? 0) < 120) await new Promise((resolve) => setImmediate(resolve))
  // What is known of the run's beginning is then looked up again.
  await runner.pause(runId)
  while (runSummary(store, runId, Date.now()).state === 'paused') {
    await runner.resume(runId)
    await runner.whenSettled(runId)
  }
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 240, unknown: 0, failed: 0 })
  expect(sandbox.counts().messagesImported).toBe(240)
})

test('rows that nobody knows of are counted as such wherever a run stops, and what a person decides adds up', async () => {
  const clock = hurriedClock()
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 }, { clock })
  const rows = messages(phones.slice(0, 20))
  const planId = await plan(rows, { kind: 'messages' })
  sandbox.setFaults('drop-after@import-message=0.3,seed=5')
  const runId = await runner.start(planId)
  while ((runner.progress(runId)?.unknown ?? 1) === 0) await new Promise((resolve) => setImmediate(resolve))
  await runner.pause(runId)
  const paused = runSummary(store, runId, Date.now())
  expect(paused.unknown).toBeGreaterThan(0)
  expect(paused.done + paused.unknown + paused.pending + paused.failed).toBe(60)
  const unknown = runRows(store, runId, { outcome: 'unknown', offset: 0, limit: 60 })
  expect(unknown.total).toBe(paused.unknown)

  // Those were dropped after they arrived: the person sees that at the service.
  const [first] = unknown.rows
  expect(runner.decide(runId, 'done', [first?.row ?? 0, 10_000])).toBe(1)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'paused', done: paused.done + 1, unknown: paused.unknown - 1 })
  expect(runner.decide(runId, 'done', null)).toBe(paused.unknown - 1)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ unknown: 0, done: paused.done + paused.unknown })
  sandbox.clearFaults()
  await runner.resume(runId)
  await runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 60, unknown: 0, pending: 0 })
  expect(sandbox.counts().messagesImported).toBe(60)
  await expect(runToEnd(runner, store, planId)).rejects.toMatchObject({ code: 'run.state' })
})

test('a cancelled run sends nothing again, but takes the word that a row arrived', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 40 }, { clock: hurriedClock() })
  const planId = await plan(messages(phones.slice(0, 20)), { kind: 'messages' })
  sandbox.setFaults('drop-after@import-message=0.3,seed=5')
  const runId = await runner.start(planId)
  while ((runner.progress(runId)?.unknown ?? 1) === 0) await new Promise((resolve) => setImmediate(resolve))
  await runner.cancel(runId)
  const { unknown } = runSummary(store, runId, Date.now())
  expect(unknown).toBeGreaterThan(0)

  expect(() => runner.decide(runId, 'again', null)).toThrow(expect.objectContaining({ code: 'run.state' }))
  expect(runner.decide(runId, 'done', null)).toBe(unknown)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'cancelled', unknown: 0 })
})

test('a cached contact that cannot be read is read from the service, and the run goes on', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
  const some = phones.slice(0, 40)
  const planId = await plan(some.map((phone) => ({ phone, contact: { notes: `For ${phone}` } })))
  store.prepare(`UPDATE contacts SET tags = '[1,' WHERE phone IN (?, ?)`).run(some[20], some[33])
  const runId = await runner.start(planId)
  await runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 40, failed: 0, unknown: 0 })
  expect(sandbox.counts().customerUpdates).toBe(40)
})

test('a plan that cannot be read stops the run with the reason; what was answered is recorded', async () => {
  const { sandbox, store, runner, phones, plan } = await station({ contacts: 60 })
  const some = phones.slice(0, 40)
  const planId = await plan(some.map((phone) => ({ phone, contact: { notes: `For ${phone}` } })))
  const runId = await runner.start(planId)
  while ((runner.progress(runId)?.done ?? 40) < 10) await new Promise((resolve) => setImmediate(resolve))
  store.exec('ALTER TABLE contacts RENAME TO hidden')
  await expect(runner.whenSettled(runId)).rejects.toMatchObject({ code: 'internal' })
  store.exec('ALTER TABLE hidden RENAME TO contacts')
  await runner.resume(runId)
  await runner.whenSettled(runId)
  expect(runSummary(store, runId, Date.now())).toMatchObject({ state: 'finished', done: 40, failed: 0, unknown: 0 })
  expect(sandbox.counts().customerUpdates).toBeLessThanOrEqual(40 + 8)
})

test('a run that broke down waits for the calls under way without looking again and again', async () => {
  const clock = hurriedClock()
  const sleeping: { atMs: number; wake: () => void }[] = []
  const ringWhatIsDue = () => sleeping.filter(({ atMs }) => atMs <= clock.monotonicMs()).forEach(({ wake }) => wake())
  const sleep = (delayMs: number) =>
    new Promise<void>((wake) => {
      sleeping.push({ atMs: clock.monotonicMs() + delayMs, wake })
      if (delayMs <= 0) wake()
    })
  const here = await station({ contacts: 40 })
  const sent = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const service: Service = {
    ...here.service,
    async perform(call, signal) {
      sent.resolve()
      await answer.promise
      return here.service.perform(call, signal)
    },
  }
  const runner = here.makeRunner({ service, clock: { ...clock, sleep } })
  const runId = await runner.start(await here.plan(messages(here.phones.slice(0, 3)), { kind: 'messages' }))
  await sent.promise
  here.store.pragma('query_only = ON')
  clock.jump(60_000)
  ringWhatIsDue()
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  // Another answer calls a turn, too.
  runner.tryNow(runId)
  const before = sleeping.length
  for (let turns = 0; turns < 200; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(sleeping.length - before).toBeLessThan(5)
  answer.resolve()
  await expect(runner.whenSettled(runId)).rejects.toMatchObject({ code: 'store.readonly' })
})
