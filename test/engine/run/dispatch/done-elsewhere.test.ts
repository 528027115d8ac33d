import { describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { FieldChange, PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createDoneElsewhere } from '../../../../src-main/engine/run/dispatch/done-elsewhere.ts'
import type { RunItem, UndoTask } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, creation, itemWith, lostUntil, message, update } from '../answer/items.ts'
import { makeContacts, names, refusals } from '../proof/contacts-at-stake.ts'
import { createJournalWriter, emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { undoPlan } from '../undoing.ts'
import { account, hurriedClock, runStations, runToEnd } from '../run-stations.ts'

const tempStore = tempStores()

interface DoneRow {
  call?: PlannedCall
  /** When it was answered; this run was planned at 10. */
  atMs?: number
  /** Its contact as it is cached now. */
  record?: CustomerRecord | null
}

/** Whether a row of this run is done, where another run has done a call for its contact. */
function isDone(parts: Partial<RunItem>, { call = update, atMs = 20, record = { uuid: 'u1', name: 'New', notes: 'N' } }: DoneRow = {}) {
  const store = tempStore()
  addFile(store)
  const { calls, contacts, plans, planRows, runRows: ends, runs } = tablesOf(store)
  for (const [id, createdAtMs] of [
    ['mine', 10],
    ['other', 5],
  ] as const) {
    plans.add({ id, fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs, undoesRunId: null })
    runs.add({ id, planId: id, kind: 'contacts', undoesRunId: null, operator: 'Pat', settings: {}, startedAtMs: 11 })
  }
  const place = { row: 7, line: 8, class: 'send', reason: null, lane: 'u1', laneOrder: null } as const
  const detail = JSON.stringify({ calls: [call] })
  planRows.insert('other', [{ ...place, contactUuid: 'u1', contactId: null, phone: null, detail }])
  calls.writeSent('other', { row: 7, ordinal: 0, kind: call.kind, sentAtMs: atMs, beforeImage: null })
  calls.writeEnd('other', { row: 7, ordinal: 0, state: 'done', httpStatus: 200, error: null, afterImage: null }, 'sent', atMs)
  ends.write('other', 7, 'done', null)
  if (record !== null) contacts.putRead({ record, extra: null }, atMs)
  return createDoneElsewhere(store, 'mine')(itemWith(parts))
}

describe('a row is done where another run did the very same', () => {
  const resolve = { kind: 'resolveConversation', phone: '+12025550100' } as const
  const resolved: FieldChange = { field: 'resolved', label: 'Resolved', before: false, beforeKnown: true, after: true }

  test('since it was planned, and its contact still has it', () => {
    expect(isDone({})).toBe(true)
    expect(isDone({}, { atMs: 9 })).toBe(false)
    expect(isDone({}, { record: { uuid: 'u1', name: 'Old' } })).toBe(false)
    expect(isDone({}, { record: null })).toBe(false)
  })

  test('which a contact shows only where that is known of it', () => {
    // Whether the write to it has arrived is not known: it is written again.
    expect(isDone({}, { record: { uuid: 'u1', notes: 'N' } })).toBe(false)
    // No read of a contact shows whether its conversation is resolved.
    expect(isDone({ calls: [resolve], changes: [resolved] }, { call: resolve })).toBe(true)
  })

  test('and nothing more or else', () => {
    expect(isDone({ calls: [update, update] })).toBe(false)
    expect(isDone({ calls: [] })).toBe(false)
    expect(isDone({ calls: [{ ...update, customer: { name: 'New', notes: 'N' } }] })).toBe(false)
    expect(isDone({ calls: [consent] })).toBe(false)
  })

  test('by its identifier: a number may be of somebody else by now', () => {
    expect(isDone({ contacts: ['+12025550100', 'u1'] })).toBe(true)
    expect(isDone({ contacts: ['+12025550100'] })).toBe(false)
  })

  test.each<[string, PlannedCall]>([
    ['a message', message],
    ['a contact that is created', creation],
  ])('but not what is told apart by claims: %s', (_what, call) => {
    expect(isDone({ calls: [call], changes: [] }, { call })).toBe(false)
  })

  const undo: UndoTask = { uuid: 'u1', written: [], sent: new Set(), done: new Set(), shownFromMs: 0, decided: null }
  test.each<[string, Partial<RunItem>]>([
    ['its call is done', { ordinal: 1 }],
    ['its call was tried', { attempts: 1 }],
    ['its call was in vain', { inVain: { ordinal: 0, times: 1, attempts: 0, refused: null, wantsLook: true } }],
    ['its call is sent again by this process', { resent: 0 }],
    ['its call got lost', { phase: lostUntil(5) }],
    ['it takes something back', { undo }],
    ['something is put back of it', { putBack: { target: { uuid: 'u1' }, changes: [], rounds: 1, isCutShort: false } }],
  ])('and nothing was sent for it: not where %s', (_what, parts) => {
    expect(isDone(parts)).toBe(false)
  })
})

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

/** Two plans of the same rows, made before either was run; the first one is run. */
async function secondOfTwo(here: Station, rows: Parameters<Station['plan']>[0], kind: 'contacts' | 'consent') {
  const [first, second] = [await here.plan(rows, { kind }), await here.plan(rows, { kind })]
  await runToEnd(here.runner, here.store, first)
  here.sandbox.resetCounts()
  return second
}

const written = ({ sandbox }: Station) => sandbox.counts().consentsFalse + sandbox.counts().customerUpdates

test.each([
  ['consent', refusals],
  ['contacts', names],
] as const)('what another run has done since the preview is done, and not done again: %s', async (kind, rows) => {
  const here = await station({ contacts: 30 }, { clock: hurriedClock() })
  const phones = await makeContacts(here, 6, { consent: true })
  const planId = await secondOfTwo(here, rows(phones), kind)
  const runId = await runToEnd(here.runner, here.store, planId)
  expect(runSummary(here.store, runId, Date.now())).toMatchObject({ done: 6, held: 0, calls: 0 })
  expect(written(here)).toBe(0)
  expect(tablesOf(here.store).consentLedger.count()).toBe(kind === 'consent' ? 6 : 0)
  const { rows: told } = runRows(here.store, runId, { offset: 0, limit: 10 })
  expect(told.map(({ error }) => error)).toEqual(phones.map(() => expect.stringContaining('Another run has done the same')))
})

test('what somebody changed back since is done again', async () => {
  const clock = hurriedClock()
  const here = await station({ contacts: 30 }, { clock })
  const phones = await makeContacts(here, 4, { consent: true })
  const planId = await secondOfTwo(here, refusals(phones), 'consent')
  const back = phones.slice(0, 2)
  for (const phone of back) {
    const uuid = here.sandbox.customerByPhone(phone)?.uuid ?? ''
    here.sandbox.changeCustomer({ uuid }, { consent: true })
    const read = await here.service.customerByUuid(uuid)
    if (read !== null) tablesOf(here.store).contacts.putRead(read, clock.nowMs())
  }
  await runToEnd(here.runner, here.store, planId)
  expect(phones.map((phone) => here.sandbox.customerByPhone(phone)?.consent)).toEqual(phones.map(() => false))
  expect(tablesOf(here.store).consentLedger.count()).toBe(6)
})

test('what another run has taken back since is done again', async () => {
  const here = await station({ contacts: 30 }, { clock: hurriedClock() })
  const phones = await makeContacts(here, 4, {})
  const [first, second] = [await here.plan(names(phones)), await here.plan(names(phones))]
  const runId = await runToEnd(here.runner, here.store, first)
  await runToEnd(here.runner, here.store, await undoPlan(here.store, runId))
  here.sandbox.resetCounts()
  await runToEnd(here.runner, here.store, second)
  expect(written(here)).toBe(4)
})

test('what turns out not to have been done fails in the run that has trusted it, too', async () => {
  const here = await station({ contacts: 30 }, { clock: hurriedClock() })
  const phones = await makeContacts(here, 4, { consent: true })
  const plans = [refusals(phones), refusals(phones), refusals(phones)]
  const planIds: string[] = []
  for (const rows of plans) planIds.push(await here.plan(rows, { kind: 'consent' }))
  const [firstPlan, secondPlan, thirdPlan] = planIds as [string, string, string]
  const runId = await runToEnd(here.runner, here.store, firstPlan)
  const trusting = await runToEnd(here.runner, here.store, secondPlan)
  const journal = createJournalWriter(here.store, { runId, planId: firstPlan, operator: 'Test', account: account() })
  const failure = { code: 'service.not_applied', message: 'It is not there.', hint: 'Look.' }
  const rows = [1, 2].map((row) => ({ row, outcome: 'failed' as const, failure }))
  journal.write({ ...emptyEntries(), rows }, Date.now())
  expect(runSummary(here.store, trusting, Date.now())).toMatchObject({ done: 2, failed: 2, calls: 0 })
  const { rows: told } = runRows(here.store, trusting, { offset: 0, limit: 10 })
  expect(told.map(({ error }) => error)).toEqual([
    ...[1, 2].map(() => expect.stringContaining('That run has found since that the service does not have it')),
    ...[3, 4].map(() => expect.stringContaining('Another run has done the same')),
  ])
  // Told once more, it counts once.
  journal.write({ ...emptyEntries(), rows }, Date.now())
  expect(runSummary(here.store, trusting, Date.now())).toMatchObject({ done: 2, failed: 2 })
  // And who comes later does not trust it.
  here.sandbox.resetCounts()
  await runToEnd(here.runner, here.store, thirdPlan)
  expect(written(here)).toBe(2)
})
