import { expect, test } from 'vitest'
import type { TextingRules } from '../../../src-main/engine/text/texting/texting-rules.ts'
import { localTime } from '../../../src-main/engine/text/texting/local-time.ts'
import { runRows, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { releaseFileGuards } from '../../../src-main/engine/plan/guards/release-file.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { type Clock, systemClock } from '../../../src-main/engine/model/clock.ts'
import { usualPatience } from '../../../src-main/engine/run/late/patience.ts'
import { runStations } from './run-stations.ts'

const station = runStations()
const dayMs = 24 * 60 * 60 * 1000
/** Where it is noon now: no day ends while a test runs. */
const offset = 12 - new Date().getUTCHours()
const zone = `Etc/GMT${offset >= 0 ? '-' : '+'}${Math.abs(offset)}`
const anyTime: TextingRules = { hours: { from: '00:00', to: '24:00' }, dailyCap: 1000, until: '9999-12-31', zone }
const sending = { business: 'Smile Dental' }

/** The clock on the wall goes on while a computer sleeps; the other one stands still. */
function sleepyClock(): Clock & { sleepThrough(ms: number): void } {
  let sleptMs = 0
  return { ...systemClock, nowMs: () => Date.now() + sleptMs, sleepThrough: (ms) => void (sleptMs += ms) }
}

/** People who may be texted, and a run that texts some of them. */
async function texting(rules: Partial<TextingRules> = {}) {
  const clock = sleepyClock()
  const patience = { ...usualPatience, answersMs: 20, untoldMs: 20 }
  const here = await station({ contacts: 60 }, { clock, patience, texting: () => ({ ...anyTime, ...rules }) })
  const { sandbox, store, service, runner, plan } = here
  for (const phone of here.phones) sandbox.changeCustomer({ phone }, { consent: true, archived: false, blocked: false })
  const people: string[] = []
  for (const phone of here.phones) {
    const customer = await service.customerByPhone(phone)
    if (customer === null || customer.record.reachableBySms === false) continue
    tablesOf(store).contacts.putRead(customer, clock.nowMs())
    people.push(phone)
  }
  const start = async (phones: readonly string[], body: string, parts: Partial<Recipe> = {}) => {
    const rows = phones.map((phone) => ({ phone, message: { body, attachments: [] } }))
    const planId = await plan(rows as never, { kind: 'send', duplicates: 'first', sending, ...parts })
    await releaseFileGuards(store, planId, planSummary(store, planId).fileHeld.contacts)
    return runner.start(planId)
  }
  const sent = (phone: string) => sandbox.posts(phone).flatMap(({ kind, body }) => (kind === 'message' ? [body] : []))
  const summary = (runId: string) => runSummary(store, runId, clock.nowMs())
  const today = () => localTime(zone, clock.nowMs()).day
  return { ...here, clock, people, start, sent, summary, today }
}

test('the first text to a person says who writes and how to stop, the second is as it was written', async () => {
  const { people, start, runner, sent } = await texting()
  const [phone = ''] = people
  await runner.whenSettled(await start([phone], 'We moved.'))
  expect(sent(phone).at(-1)).toBe('Smile Dental: We moved. Reply STOP to stop.')
  await runner.whenSettled(await start([phone], 'We are open.'))
  expect(sent(phone).at(-1)).toBe('We are open.')
})

test('no more people are texted on a day than may be, over all runs; the others are the next day, and none twice', async () => {
  const { people, start, runner, sandbox, store, clock, summary, today } = await texting({ dailyCap: 5 })
  const day = today()
  await runner.whenSettled(await start(people.slice(0, 2), 'One.'))
  const runId = await start(people.slice(2, 9), 'Two.')
  await expect
    .poll(() => runner.progress(runId)?.wait, { timeout: 20_000 })
    .toMatchObject({
      kind: 'daily_cap',
      isLong: true,
      message: expect.stringMatching(
        /^No more than 5 people may be texted on one day, so the others wait\. Texts may leave again tomorrow at 0:00\.$/,
      ),
    })
  expect(sandbox.counts().messagesSent).toBe(5)
  expect(tablesOf(store).textsLeft.on(day)).toBe(5)

  // A pause, and whoever resumes too early, change nothing.
  await runner.pause(runId)
  expect(summary(runId)).toMatchObject({ state: 'paused', reason: { code: 'run.texts_wait' }, done: 3, pending: 4 })
  await runner.resume(runId)
  await expect.poll(() => runner.progress(runId)?.wait, { timeout: 20_000 }).toMatchObject({ kind: 'daily_cap' })
  runner.tryNow(runId)
  expect(sandbox.counts().messagesSent).toBe(5)

  // The laptop sleeps until the next day; whoever opens it finds the run at work.
  clock.sleepThrough(dayMs)
  runner.tryNow(runId)
  await runner.whenSettled(runId)
  expect(summary(runId)).toMatchObject({ state: 'finished', done: 7, failed: 0 })
  expect(sandbox.counts().messagesSent).toBe(9)
  for (const phone of people.slice(0, 9))
    expect(sandbox.posts(phone).filter(({ body }) => body?.startsWith('Smile Dental'))).toHaveLength(1)
})

test('who could be texted after the latest day only is not texted, in words', async () => {
  const now = localTime(zone, Date.now()).day
  const { people, start, runner, sandbox, store, summary } = await texting({ dailyCap: 2, until: now })
  const runId = await start(people.slice(0, 5), 'Hello.')
  await runner.whenSettled(runId)
  expect(summary(runId)).toMatchObject({ state: 'finished', done: 2, failed: 3, failures: [{ code: 'send.too_late', rows: 3 }] })
  expect(sandbox.counts().messagesSent).toBe(2)
  expect(runRows(store, runId, { outcome: 'failed', offset: 0, limit: 1 }).rows[0]?.error).toMatch(
    /^Not texted: the latest day for these texts is .*, and no more than 2 people may be texted on one day\.$/,
  )
})

test('a text that the service refuses counts for no day', async () => {
  const { people, start, runner, sandbox, store, today, summary } = await texting()
  sandbox.setFaults('422@send-by-phone/1')
  const runId = await start(people.slice(0, 3), 'Hello.')
  await runner.whenSettled(runId)
  const { done } = summary(runId)
  expect(tablesOf(store).textsLeft.on(today())).toBe(done)
})
