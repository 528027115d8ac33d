import { expect, test } from 'vitest'
import { noteLeftOpen, withLeftOpen } from '../../../../src-main/engine/run/proof/left-open.ts'
import { leftOpenNote } from '../../../../src-main/engine/run/words/row-words.ts'
import { leftOpenWords } from '../../../../src-main/engine/run/words/pause-words.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { hurriedClock, runStations } from '../run-stations.ts'

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

const messages = (phones: readonly string[], bodies: readonly string[]) =>
  phones.flatMap((phone) => bodies.map((body) => ({ phone, message: { body, attachments: [], sentAtSeconds: null } })))
const isResolved = async ({ service }: Station, phone: string) => (await service.conversationByPhone(phone))?.resolved

/** Contacts whose conversations are resolved. */
async function resolvedContacts(here: Station, count: number): Promise<string[]> {
  const phones = here.phones.slice(0, count)
  for (const phone of phones) {
    await here.service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Open', attachments: [] })
    const conversationUuid = (await here.service.conversationByPhone(phone))?.conversationUuid ?? ''
    await here.service.perform({ kind: 'resolveConversation', conversationUuid, disposition: null })
  }
  here.sandbox.resetCounts()
  return phones
}

/** A run that stops by itself after its third message: every further one is refused. The first contact gets one message, all others two. */
async function stoppedRun(here: Station, [first = '', ...phones]: readonly string[]) {
  const rows = [...messages([first], ['a']), ...messages(phones, ['a', 'b'])]
  const runId = await here.runner.start(await here.plan(rows, { kind: 'messages' }))
  here.sandbox.setFaults('403@import-message:from=4')
  await here.runner.whenSettled(runId)
  return { runId, summary: runSummary(here.store, runId, Date.now()) }
}

test('a run that stops says which conversations are open meanwhile, and resolves them when it is resumed', async () => {
  const here = await station({ contacts: 40 }, { clock: hurriedClock(20), settings: () => ({ concurrency: 1, requestsPerMinute: null }) })
  const phones = await resolvedContacts(here, 6)
  const { runId, summary } = await stoppedRun(here, phones)
  expect(summary).toMatchObject({ state: 'paused' })
  const open = []
  for (const phone of phones) if ((await isResolved(here, phone)) === false) open.push(phone)
  expect(open.length).toBeGreaterThan(0)
  // The first one got all of its messages, and was resolved again after them.
  expect(open).toEqual(phones.slice(1, open.length + 1))
  expect(summary.reason?.message).toContain(leftOpenWords(open.map((_, at) => 3 + 2 * at)))
  here.sandbox.clearFaults()
  await here.runner.resume(runId)
  await here.runner.whenSettled(runId)
  expect(runSummary(here.store, runId, Date.now()).state).toBe('finished')
})

test('a run that is canceled says so beside the last message of each', async () => {
  const here = await station({ contacts: 40 }, { clock: hurriedClock(20), settings: () => ({ concurrency: 1, requestsPerMinute: null }) })
  const phones = await resolvedContacts(here, 6)
  const { runId } = await stoppedRun(here, phones)
  await here.runner.cancel(runId)
  const open = []
  for (const phone of phones) if ((await isResolved(here, phone)) === false) open.push(phone)
  const said = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 50 }).rows.filter(
    ({ error }) => error?.includes('ended before it was resolved again') === true,
  )
  expect(said).toHaveLength(open.length)
  expect(open.length).toBeGreaterThan(0)
})

test('a run that is canceled while it goes on says the same', async () => {
  const here = await station({ contacts: 40 }, { clock: hurriedClock(20), settings: () => ({ concurrency: 1, requestsPerMinute: null }) })
  const phones = await resolvedContacts(here, 30)
  const runId = await here.runner.start(await here.plan(messages(phones, ['a', 'b', 'c']), { kind: 'messages' }))
  await expect.poll(() => here.progress.some(({ done }) => done >= 4)).toBe(true)
  await here.runner.cancel(runId)
  await here.runner.whenSettled(runId)
  expect(runSummary(here.store, runId, Date.now()).state).toBe('cancelled')
  const open = []
  for (const phone of phones) if ((await isResolved(here, phone)) === false) open.push(phone)
  const said = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 90 }).rows.filter(
    ({ error }) => error?.includes('ended before it was resolved again') === true,
  )
  expect(said).toHaveLength(open.length)
})

test('what a row says already stays, and a service whose imports leave conversations as they are leaves none open', async () => {
  const here = await station({ contacts: 40 }, { clock: hurriedClock(20), settings: () => ({ concurrency: 1, requestsPerMinute: null }) })
  const { runId, summary } = await stoppedRun(here, await resolvedContacts(here, 6))
  const { runs, runRows: ends, learntTraits } = tablesOf(here.store)
  const run = { id: runId, planId: runs.find(runId)?.planId ?? '' }
  const reason = { code: 'run.refused', message: 'Stopped.', hint: 'Look.' }
  const nowMs = Date.now()
  expect(withLeftOpen(here.store, run, reason, nowMs).message).toBe(`Stopped. ${leftOpenWords([3, 5])}`)
  const other = { code: 'service.altered', message: 'Something else.', hint: 'Look.' }
  ends.write(runId, 2, 'done', other)
  noteLeftOpen(here.store, run, nowMs)
  expect(ends.find(runId, [2]).get(2)?.failure).toEqual(other)
  ends.write(runId, 2, 'done', null)
  learntTraits.set('importReopens', 0, nowMs)
  expect(withLeftOpen(here.store, run, reason, nowMs)).toEqual(reason)
  noteLeftOpen(here.store, run, nowMs)
  expect(ends.find(runId, [2]).get(2)?.failure).toBeNull()
  learntTraits.set('importReopens', 1, nowMs)
  noteLeftOpen(here.store, run, nowMs)
  expect(ends.find(runId, [2]).get(2)?.failure).toEqual(leftOpenNote)
  expect(summary.state).toBe('paused')
})
