import { expect, test } from 'vitest'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { hurriedClock, runStations } from './run-stations.ts'

const station = runStations()
const dayMs = 24 * 60 * 60 * 1000

/** A run whose service asks to wait for a day. */
async function asked(parts: Parameters<typeof station>[1] = {}, seconds = 86_400) {
  const here = await station({ contacts: 20 }, parts)
  here.sandbox.setFaults(`429@update-customer/1:retry-after=${seconds}`)
  const runId = await here.runner.start(await here.plan(here.phones.slice(0, 10).map((phone) => ({ phone, contact: { notes: 'New' } }))))
  const wait = () => here.runner.progress(runId)?.wait ?? null
  return { ...here, runId, wait, summary: () => runSummary(here.store, runId, Date.now()) }
}

test('a service that asks to wait for a day is waited for, with the day and the time, and paused for that reason', async () => {
  const { runner, runId, wait, summary } = await asked()
  await expect.poll(wait).toMatchObject({ kind: 'retry_after', isLong: true })
  const untilMs = wait()?.untilMs ?? 0
  expect(Math.abs(untilMs - Date.now() - dayMs)).toBeLessThan(60_000)
  const said = new Date(untilMs).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  expect(wait()?.message).toBe(`The service asked to wait until ${said}.`)
  await runner.pause(runId)
  const { state, reason, done, failed, pending } = summary()
  expect({ state, done, failed, pending }).toEqual({ state: 'paused', done: 0, failed: 0, pending: 10 })
  expect(reason).toMatchObject({ code: 'service.asked_to_wait', message: expect.stringContaining(said) })
  expect(Math.abs((reason?.untilMs ?? 0) - untilMs)).toBeLessThan(1000)

  // Whoever resumes tries now.
  await runner.resume(runId)
  await runner.whenSettled(runId)
  expect(summary()).toMatchObject({ state: 'finished', done: 10, failed: 0, reason: null })
})

test('a person may try at once, or wait until then after a pause too', async () => {
  const trying = await asked()
  await expect.poll(trying.wait).toMatchObject({ isLong: true })
  trying.runner.tryNow(trying.runId)
  await trying.runner.whenSettled(trying.runId)
  expect(trying.summary()).toMatchObject({ state: 'finished', done: 10 })

  const waiting = await asked()
  await expect.poll(waiting.wait).toMatchObject({ isLong: true })
  await waiting.runner.pause(waiting.runId)
  await waiting.runner.resume(waiting.runId, { waits: true })
  await expect.poll(waiting.wait).toMatchObject({ isLong: true, message: expect.stringContaining('until') })
  expect(waiting.sandbox.counts().requestsByOperation['update-customer']).toBe(1)
  waiting.runner.tryNow(waiting.runId)
  await waiting.runner.whenSettled(waiting.runId)
  expect(waiting.summary()).toMatchObject({ state: 'finished', done: 10 })
})

test('the run goes on by itself when the time is over', async () => {
  const clock = hurriedClock()
  const startedMs = clock.nowMs()
  const { runner, runId, summary } = await asked({ clock }, 3700)
  await runner.whenSettled(runId)
  expect(summary()).toMatchObject({ state: 'finished', done: 10, failed: 0 })
  expect(clock.nowMs() - startedMs).toBeGreaterThan(3_699_000)
})
