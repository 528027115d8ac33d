import { describe, expect, test } from 'vitest'
import { emptyEntries, type JournalEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { createQuietContacts, keysOf } from '../../../../src-main/engine/run/late/quiet-contacts.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { thisProcess } from '../../../../src-main/engine/store/process-owner.ts'
import { cache, plan } from '../../plan/planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { preparedIn } from '../../store/prepared-statements.ts'
import { tempStores } from '../../store/temp-store.ts'
import { itemWith } from '../answer/items.ts'

const tempStore = tempStores()
const nowMs = 1_000_000
const clock = { nowMs: () => nowMs, monotonicMs: () => 0, random: () => 0, sleep: async () => undefined }

/** A store in which a call of row 3 of a run without an answer left then. */
function station(sentAtMs: number, { runId = 'other', contact = 'u1' } = {}) {
  const store = tempStore()
  const { unansweredCalls } = tablesOf(store)
  unansweredCalls.note([contact], { runId, row: 3, ordinal: 0, sentAtMs })
  const quiet = createQuietContacts({ store, runId: 'run', clock })
  return { unansweredCalls, of: (parts = {}, entries = emptyEntries()) => quiet.of(itemWith(parts), entries, 120_000), quiet }
}

test('the next call of a contact waits until one without an answer cannot arrive any more, whatever run that was of', () => {
  expect(station(nowMs - 20_000).of()).toEqual({ kind: 'waits', leftMs: 100_000 })
  expect(station(nowMs - 119_999).of()).toEqual({ kind: 'waits', leftMs: 1 })
  expect(station(nowMs - 120_000).of()).toEqual({ kind: 'over' })
  expect(station(nowMs - 20_000).of({ contacts: ['u2', '+12025550100'] })).toEqual({ kind: 'free' })
})

test('the contact is known by its uuid, by its number, and by the uuid that the row has brought', () => {
  const byPhone = station(nowMs, { contact: '+12025550100' })
  expect(byPhone.of({ contacts: ['u9', '+12025550100'] }).kind).toBe('waits')
  expect(station(nowMs).of({ contacts: ['+12025550100'], made: { contactUuid: 'u1', conversationUuid: null } }).kind).toBe('waits')
  expect(keysOf(itemWith())).toEqual(['u1'])
  expect(keysOf(itemWith({ made: { contactUuid: 'u1', conversationUuid: null } }))).toEqual(['u1'])
})

test('the call itself may be repeated; another call of its row may not leave, nor the same row of another run', () => {
  const own = station(nowMs, { runId: 'run' })
  expect(own.of().kind).toBe('free')
  expect(own.of({ ordinal: 1 }).kind).toBe('waits')
  expect(own.of({ row: 4 }).kind).toBe('waits')
  expect(station(nowMs).of().kind).toBe('waits')
})

test('what is only about to be written counts as well', () => {
  const store = tempStore()
  const quiet = createQuietContacts({ store, runId: 'run', clock })
  const lost = { row: 3, ordinal: 0, contacts: ['u1'], fate: 'mayArrive' } as unknown as JournalEntries['calls'][number]
  const entries = { ...emptyEntries(), calls: [lost] }
  expect([quiet.isAnything(emptyEntries(), 120_000), quiet.isAnything(entries, 120_000)]).toEqual([false, true])
  expect(quiet.isAnything({ ...entries, calls: [{ ...lost, fate: 'settled' }] }, 120_000)).toBe(false)
  expect(quiet.of(itemWith({ row: 4 }), entries, 120_000)).toEqual({ kind: 'waits', leftMs: 120_000 })
  const ofBoth = { ...entries, calls: [{ ...lost, contacts: ['u1', '+12025550100'] }] }
  expect(quiet.of(itemWith({ row: 4 }), ofBoth, 120_000)).toEqual({ kind: 'waits', leftMs: 120_000 })
  expect(quiet.of(itemWith({ row: 3 }), entries, 120_000)).toEqual({ kind: 'free' })
  expect(quiet.of(itemWith({ row: 4, contacts: ['u2'] }), entries, 120_000)).toEqual({ kind: 'free' })
  expect(quiet.of(itemWith({ row: 4 }), { ...entries, calls: [{ ...lost, fate: 'settled' }] }, 120_000)).toEqual({ kind: 'free' })
})

test('a call is settled by itself only, and the latest one of a contact counts', () => {
  const { unansweredCalls, quiet, of } = station(nowMs - 50_000)
  unansweredCalls.settle(['u1'], { runId: 'other', row: 3, ordinal: 1 })
  unansweredCalls.note(['u1'], { runId: 'late', row: 9, ordinal: 0, sentAtMs: nowMs - 10_000 })
  unansweredCalls.note(['u1'], { runId: 'other', row: 3, ordinal: 0, sentAtMs: nowMs - 60_000 })
  expect(of()).toEqual({ kind: 'waits', leftMs: 110_000 })
  unansweredCalls.settle(['u1'], { runId: 'late', row: 9, ordinal: 0 })
  expect(quiet.isAnything(emptyEntries(), 120_000)).toBe(false)
})

test('of several calls for the contact the last one counts', () => {
  const { unansweredCalls, of } = station(nowMs - 50_000)
  unansweredCalls.note(['+12025550100'], { runId: 'late', row: 9, ordinal: 0, sentAtMs: nowMs - 10_000 })
  for (const contacts of [
    ['u1', '+12025550100'],
    ['+12025550100', 'u1'],
  ])
    expect(of({ contacts })).toEqual({ kind: 'waits', leftMs: 110_000 })
})

describe('while another run is under way', () => {
  const phone = '+12025550101'

  /** Another run has sent this to the contact; answers what it is for a row of this one. */
  async function station(sentAtMs: number) {
    const store = tempStore()
    addFile(store)
    cache(store, { uuid: 'u1', phone, name: 'Old' })
    const { planId } = await plan(store, [{ phone, contact: { name: 'New' } }], {})
    const { runs, calls } = tablesOf(store)
    runs.add({ id: 'other', planId, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
    runs.takeLease('other', thisProcess, nowMs + 1)
    calls.writeSent('other', { row: 1, ordinal: 0, kind: 'updateCustomer', sentAtMs, beforeImage: null })
    const end = (state: 'done' | 'failed' | 'pending' | 'unknown') =>
      calls.writeEnd('other', { row: 1, ordinal: 0, state, httpStatus: null, error: null, afterImage: null }, 'sent', nowMs)
    const of = (contacts: readonly string[], runId = 'run') => {
      const quiet = createQuietContacts({ store, runId, clock })
      return quiet.isAnything(emptyEntries(), 120_000) ? quiet.of(itemWith({ row: 4, contacts }), emptyEntries(), 120_000).kind : 'nothing'
    }
    return { end, of, pause: () => runs.recordStop('other', { state: 'paused', reason: null, finishedAtMs: null, counts: countsOf(1) }) }
  }

  test('no call for a contact leaves beside one of that run without its answer yet', async () => {
    const { of } = await station(nowMs - 1)
    expect([of(['u1']), of([phone]), of(['u2', '+12025550199'])]).toEqual(['busy', 'busy', 'free'])
    expect(of(['u1'], 'other')).toBe('nothing')
  })

  test.each([
    ['pending', 'busy'],
    ['unknown', 'busy'],
    ['done', 'nothing'],
    ['failed', 'nothing'],
  ] as const)('nor one beside a call that it may repeat: %s', async (state, kind) => {
    const { end, of } = await station(nowMs - 1)
    end(state)
    expect(of(['u1'])).toBe(kind)
  })

  test('it has half a minute after the window of its call to send that again, and no more once it stands still', async () => {
    expect((await station(nowMs - 149_999)).of(['u1'])).toBe('busy')
    expect((await station(nowMs - 150_000)).of(['u1'])).toBe('nothing')
    const { of, pause } = await station(nowMs - 1)
    pause()
    expect(of(['u1'])).toBe('nothing')
  })
})

test('of another run only the calls are looked at that are not settled or prove something, whatever its length, and none of the run itself', () => {
  const store = tempStore()
  const { prepared } = preparedIn(store)
  createQuietContacts({ store, runId: 'run', clock }).isAnything(emptyEntries(), 120_000)
  const plans = prepared
    .filter((sql) => /FROM runs .*JOIN (calls|proofs)/s.test(sql))
    .map((sql) => {
      const explain = store.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      const steps = sql.includes('@')
        ? explain.all({ runId: 'run', sinceMs: 0 })
        : explain.all(...Array<number>(sql.split('?').length - 1).fill(0))
      return steps.map(({ detail }) => detail)
    })
  expect(plans).toHaveLength(3)
  const found = plans.map(([, second]) => second)
  expect(found.filter((step) => step?.includes('calls USING INDEX calls_unsettled (run_id=?)'))).toHaveLength(2)
  expect(found.filter((step) => step?.includes('proofs USING PRIMARY KEY (run_id=?)'))).toHaveLength(1)
  // One of them is asked seldom, for messages without an answer: it looks through all runs.
  expect(plans.filter(([first]) => first?.startsWith('SCAN runs USING INDEX runs_under_way'))).toHaveLength(2)
})

const countsOf = (rows: number) => ({
  rows,
  done: 0,
  failed: 0,
  unknown: 0,
  pending: rows,
  unchanged: 0,
  held: 0,
  skipped: 0,
  invalid: 0,
  calls: 0,
})
