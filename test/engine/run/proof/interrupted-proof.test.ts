import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { createRunner } from '../../../../src-main/engine/run/runner.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { openStore } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { someOf } from '../../../helpers/portion.ts'
import { account, hurriedClock, type RowParts, runStations } from '../run-stations.ts'
import { makeContacts, readAgain, refuser } from './contacts-at-stake.ts'

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

const contactsLike = (here: Station, count: number, beside = {}) => makeContacts(here, count, { ...refuser, ...beside })

/** The service, until its n-th request: of that one, and of all after it, no answer is heard any more. Whether it arrives follows from `arrives`. */
function cutAt(service: Service, nth: number, arrives: boolean): Service & { cut: Promise<void> } {
  let requests = 0
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  const through =
    <A extends unknown[], R>(ask: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      requests += 1
      if (requests < nth) return ask(...given)
      if (requests === nth && arrives) await ask(...given).catch(() => undefined)
      resolve()
      return new Promise(() => undefined)
    }
  return {
    ...service,
    cut,
    perform: through(service.perform),
    customerByUuid: through(service.customerByUuid),
    customerByPhone: through(service.customerByPhone),
    conversationByPhone: through(service.conversationByPhone),
  }
}

/** A process that carries out the run, on a connection of its own; ends at the n-th request, or when the run stops. */
async function carryOut(
  here: Station,
  clock: ReturnType<typeof hurriedClock>,
  work: { planId: string; runId: string | null },
  cut: ReturnType<typeof cutAt> | null,
  concurrency = 4,
) {
  clock.jump(60_000)
  const store = openStore(join(here.folder, 'rollcall.db'))
  const runner = createRunner({
    store,
    service: cut ?? here.service,
    clock,
    operator: () => 'Pat',
    account,
    owner: `elsewhere:${performance.now()}`,
    settings: () => ({ concurrency, requestsPerMinute: null }),
    onProgress: () => undefined,
  })
  if (work.runId === null) work.runId = await runner.start(work.planId)
  else await runner.resume(work.runId)
  await Promise.race([runner.whenSettled(work.runId), ...(cut === null ? [] : [cut.cut])])
  store.close()
  return work.runId
}

const names = (phones: readonly string[]): RowParts[] => phones.map((phone) => ({ phone, contact: { name: `New ${phone}` } }))
const both = (phones: readonly string[]): RowParts[] =>
  phones.map((phone) => ({ phone, contact: { name: `New ${phone}` }, consent: false, isOptOutExplicit: true as const }))
const allowing = (phones: readonly string[]): RowParts[] =>
  phones.map((phone) => ({ phone, contact: { name: `New ${phone}` }, consent: true }))
const messages = (phones: readonly string[]): RowParts[] =>
  phones.map((phone) => ({ phone, message: { body: `To ${phone}`, attachments: [], sentAtSeconds: null } }))

describe.each([
  { faults: 'clear-left-out=notes+tags+blocked', rows: names, kind: 'contacts', changing: 'update-customer', says: /Notes was emptied/ },
  { faults: 'clear-left-out=notes,echo-asked', rows: both, kind: 'contacts', changing: 'update-customer', says: /Notes was emptied/ },
  { faults: 'give-consent@import-message', rows: messages, kind: 'messages', changing: 'import-message', says: /Consent went from/ },
] as const)('a proof that a crash interrupts: $faults', ({ faults, rows, kind, changing, says }) => {
  test.each(someOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 4))(
    'at request %i, is concluded when the run is resumed, with the contact as it was before the crash',
    async (nth) => {
      const clock = hurriedClock(10)
      const here = await station({ contacts: 30 }, { clock })
      const phones = await contactsLike(here, 8)
      const planId = await here.plan(rows(phones), { kind })
      here.sandbox.setFaults(faults)
      const work = { planId, runId: null }
      const runId = await carryOut(here, clock, work, cutAt(here.service, nth, nth % 3 !== 0))
      if (runSummary(here.store, runId, clock.nowMs()).state !== 'paused') await carryOut(here, clock, work, null)

      const summary = runSummary(here.store, runId, clock.nowMs())
      expect(summary).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more', message: expect.stringMatching(says) } })
      const touched = phones.filter(
        (phone) => here.sandbox.effects({ uuid: here.sandbox.customerByPhone(phone)?.uuid ?? '' })[changing] !== undefined,
      )
      expect(touched.length).toBeLessThanOrEqual(2)
      // Everybody is as before, beside what their rows asked for.
      for (const phone of phones) {
        const { name, ...rest } = refuser
        expect(here.sandbox.customerByPhone(phone)).toMatchObject(rest)
        expect([name, `New ${phone}`]).toContain(here.sandbox.customerByPhone(phone)?.name)
      }
      // A message that may arrive yet is looked for when the run goes on.
      expect(summary.done + summary.failed + summary.pending + summary.unknown).toBe(8)
      expect(tablesOf(here.store).proofs.allOpen(runId)).toHaveLength(summary.unknown)
    },
  )
})

describe('a crash while rows in doubt are read again and put back', () => {
  test.each(someOf([16, 22, 28, 34, 40, 46, 50, 54, 58, 62, 66, 70], 4))(
    'at request %i: all that was changed is put back, or its row says that this is not known',
    async (nth) => {
      const clock = hurriedClock(10)
      const here = await station({ contacts: 60 }, { clock })
      const phones = await contactsLike(here, 30)
      const work = { planId: await here.plan(names(phones)), runId: null as string | null }
      here.sandbox.setFaults('clear-left-out=notes:from=4')
      const runId = await carryOut(here, clock, work, cutAt(here.service, nth, nth % 4 !== 0))
      for (let tries = 0; runSummary(here.store, runId, clock.nowMs()).reason?.code !== 'run.changed_more'; tries += 1) {
        expect(tries).toBeLessThan(3)
        await carryOut(here, clock, work, null)
      }
      const { done, failed, pending, rows } = runSummary(here.store, runId, clock.nowMs())
      expect([done + failed + pending, failed]).toEqual([rows, 0])
      const said = new Map(
        runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 60 }).rows.map(({ line, error }) => [line, error] as const),
      )
      const lost = [...phones.entries()].filter(([, phone]) => here.sandbox.customerByPhone(phone)?.notes !== 'Notes')
      // Calls that were under way when the process ended: what they changed before they were sent once more cannot be told.
      const cut = new Set(here.store.prepare<[], number>(`SELECT row FROM calls WHERE attempts > 1 OR state = 'pending'`).pluck().all())
      expect(cut.size).toBeLessThanOrEqual(4)
      for (const [at] of lost) if (!cut.has(at + 1)) expect(said.get(at + 2) ?? '').toContain('sent since it was last seen')
      expect(tablesOf(here.store).proofs.allOpen(runId)).toEqual([])
    },
  )

  test('a run that is paused meanwhile puts them back when it is resumed, and stops then', async () => {
    const clock = hurriedClock(10)
    const here = await station({ contacts: 60 }, { clock })
    const phones = await contactsLike(here, 30)
    const planId = await here.plan(names(phones))
    here.sandbox.setFaults('clear-left-out=notes:from=4')
    let isPausing: Promise<void> | null = null
    const service: Service = {
      ...here.service,
      async customerByUuid(uuid, signal) {
        const read = await here.service.customerByUuid(uuid, signal)
        const progress = runner.progress(runId)
        const isInDoubt = tablesOf(here.store)
          .proofs.allOpen(runId)
          .some(({ proof }) => proof.doubt !== undefined && proof.doubt.length > 0)
        if (isInDoubt && progress?.state === 'running') isPausing ??= runner.pause(runId)
        return read
      },
    }
    const runner = here.makeRunner({ service, settings: () => ({ concurrency: 1, requestsPerMinute: null }) })
    let runId = ''
    runId = await runner.start(planId)
    await runner.whenSettled(runId)
    expect(isPausing).not.toBeNull()
    const paused = runSummary(here.store, runId, clock.nowMs())
    expect(paused).toMatchObject({ state: 'paused', reason: { code: 'run.changed_more' } })
    expect(phones.some((phone) => here.sandbox.customerByPhone(phone)?.notes !== 'Notes')).toBe(true)
    await runner.resume(runId)
    await runner.whenSettled(runId)
    const summary = runSummary(here.store, runId, clock.nowMs())
    expect(summary).toMatchObject({ state: 'paused', failed: 0, reason: { code: 'run.changed_more' } })
    expect(summary.done + summary.pending).toBe(30)
    for (const phone of phones) expect(here.sandbox.customerByPhone(phone)).toMatchObject({ notes: 'Notes', blocked: true })
    // When the service is mended, the rest goes its way.
    here.sandbox.setFaults('')
    await runner.resume(runId)
    await runner.whenSettled(runId)
    expect(runSummary(here.store, runId, clock.nowMs())).toMatchObject({ state: 'finished', done: 30, failed: 0 })
  })
})

describe('rows in doubt that a crash has cut in two', () => {
  test.each(someOf([16, 17, 18, 19, 20], 4))('at request %i: none is done whose consent was not set', async (nth) => {
    const clock = hurriedClock(10)
    const here = await station({ contacts: 30 }, { clock })
    const phones = await contactsLike(here, 8, { consent: null, blocked: false, archived: false, unreachable: false, notes: null })
    // The sixth is the first who can show what the service does.
    here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(phones[5] ?? '')?.uuid ?? '' }, { notes: 'Notes' })
    await readAgain(here, phones)
    const work = { planId: await here.plan(allowing(phones)), runId: null as string | null }
    here.sandbox.setFaults('clear-left-out=notes')
    const runId = await carryOut(here, clock, work, cutAt(here.service, nth, true))
    await carryOut(here, clock, work, null)
    const { done, failed, pending, rows, reason } = runSummary(here.store, runId, clock.nowMs())
    expect([reason?.code, done + failed + pending]).toEqual(['run.changed_more', rows])
    const { consentLedger } = tablesOf(here.store)
    for (const { line } of runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 60 }).rows) {
      expect(here.sandbox.customerByPhone(phones[line - 2] ?? '')?.consent).toBe(true)
      expect(consentLedger.ofRow(runId, line - 1)).not.toBeNull()
    }
  })
})

test('a run that is paused meanwhile says what was found so far, and goes on with it', async () => {
  const clock = hurriedClock(10)
  const here = await station({ contacts: 30 }, { clock })
  const phones = await contactsLike(here, 8)
  const planId = await here.plan(names(phones))
  here.sandbox.setFaults('clear-left-out=notes')
  let calls = 0
  const second = Promise.withResolvers<void>()
  const service: Service = {
    ...here.service,
    perform(call, signal) {
      calls += 1
      if (calls === 2) second.resolve()
      return here.service.perform(call, signal)
    },
  }
  const runner = here.makeRunner({ service })
  const runId = await runner.start(planId)
  await second.promise
  await runner.pause(runId)
  const paused = runSummary(here.store, runId, clock.nowMs())
  expect(paused).toMatchObject({ state: 'paused', pending: 8, reason: { code: 'run.changed_undecided' } })
  expect(paused.reason?.message).toContain('row 2: Notes was emptied')
  await runner.resume(runId)
  await runner.whenSettled(runId)
  expect(runSummary(here.store, runId, clock.nowMs())).toMatchObject({ state: 'paused', pending: 6, reason: { code: 'run.changed_more' } })
  for (const phone of phones) expect(here.sandbox.customerByPhone(phone)).toMatchObject({ notes: 'Notes', blocked: true })
})

test('a run that is paused meanwhile and cancelled says what was found in its rows', async () => {
  const clock = hurriedClock(10)
  const here = await station({ contacts: 30 }, { clock })
  const phones = await contactsLike(here, 8)
  here.sandbox.setFaults('clear-left-out=notes')
  const work = { planId: await here.plan(names(phones)), runId: null }
  // The first one is being put back.
  const runId = await carryOut(here, clock, work, cutAt(here.service, 8, true))
  clock.jump(60_000)
  await here.runner.cancel(runId)
  const summary = runSummary(here.store, runId, clock.nowMs())
  expect(summary.state).toBe('cancelled')
  const said = runRows(here.store, runId, { outcome: 'failed', offset: 0, limit: 5 }).rows.map(({ error }) => error)
  expect(said[0]).toMatch(/Notes was emptied.*Not put back: Notes/)
})

test('what was only remembered of a contact stays so after a crash: a loss beside which a colleague has edited it is no more than a loss', async () => {
  const clock = hurriedClock(10)
  const here = await station({ contacts: 60 }, { clock })
  const phones = await contactsLike(here, 20, { tags: ['one', 'two', 'three'] })
  const edited = phones[6] ?? ''
  here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(edited)?.uuid ?? '' }, { notes: '', tags: ['two'] })
  const work = { planId: await here.plan(names(phones)), runId: null as string | null }
  here.sandbox.setFaults('ignore=name:nth=7')
  const { cut, ...hanging } = cutAt(here.service, 1, false)
  let isOver = false
  const service = {
    ...here.service,
    cut,
    async customerByUuid(uuid: string, signal?: AbortSignal) {
      return isOver ? hanging.customerByUuid(uuid, signal) : here.service.customerByUuid(uuid, signal)
    },
    async perform(...given: Parameters<Service['perform']>) {
      const outcome = await here.service.perform(...given)
      if (here.sandbox.customerByPhone(edited)?.uuid === ('uuid' in given[0] ? given[0].uuid : '')) isOver = true
      return outcome
    },
  }
  const runId = await carryOut(here, clock, work, service, 1)
  expect(tablesOf(here.store).proofs.allOpen(runId)).toMatchObject([{ row: 7, proof: { isRemembered: true } }])
  await carryOut(here, clock, work, null, 1)
  expect(runSummary(here.store, runId, clock.nowMs())).toMatchObject({ state: 'finished', failed: 1, done: 19 })
  expect(here.sandbox.customerByPhone(edited)).toMatchObject({ notes: '', tags: ['two'] })
})
