import { beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { releaseGuard } from '../../../../src-main/engine/plan/guards/release-guard.ts'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { planUndo } from '../../../../src-main/engine/undo/plan-undo.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { recount, sorted, storedFigures } from '../figures/recount.ts'
import { allRows, cache, clock, nowMs, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const dayMs = 24 * 60 * 60 * 1000
const phoneOf = (n: number) => `+1555${String(n).padStart(7, '0')}`
const person = (n: number, parts: Partial<CustomerRecord> = {}): CustomerRecord => ({
  uuid: `u${n}`,
  phone: phoneOf(n),
  name: `Person ${n}`,
  tags: [],
  ...parts,
})
const yes = (n: number, parts: RowParts = {}): RowParts => ({ phone: phoneOf(n), consent: true, ...parts })
const at = (ms: number) => new Date(ms).toISOString()
const evidence = (date: string, refusedDate?: string) => ({
  text: 'Form at the desk',
  date,
  ...(refusedDate !== undefined && { refusedDate }),
})
const evidenceError = (words: string) => expect.objectContaining({ code: 'guard.evidence', message: expect.stringContaining(words) })

const expectRecount = (planId: string) => expect(sorted(storedFigures(store, planId))).toEqual(sorted(recountOf(planId)))
/** Issues are stored with their groups' examples, and counted elsewhere. */
const recountOf = (planId: string) => ({ ...recount(store, planId), issues: storedFigures(store, planId).issues })

/** The ledger says that this contact refused at this time. */
function refusedInLedger(n: number, ms: number): void {
  tablesOf(store).consentLedger.append({
    time: at(ms),
    contact: `u${n}`,
    phone: phoneOf(n),
    name: null,
    from: true,
    to: false,
    file: { name: 'list.csv', sha256: '0'.repeat(64) },
    line: 2,
    evidence: {},
    operator: 'Pat',
    account: { name: 'Office', baseUrl: 'http://127.0.0.1' },
    answer: { status: 200, said: null },
    confirmed: 'answer',
    run: 'r',
    row: 1,
  })
}

describe('a single row', () => {
  test('is released with evidence that is dated after the refusal, which stays with it; the others stay held, and all adds up', async () => {
    cache(store, ...[0, 1, 2].map((n) => person(n, { consent: false })))
    for (const n of [0, 1, 2]) refusedInLedger(n, nowMs - 10 * dayMs)
    const { planId } = await plan(store, [yes(0), yes(1, { evidence: { Source: 'Web' } }), yes(2)], { kind: 'consent' })
    const release = (date: string) => releaseRows(store, planId, { lines: [3], evidence: evidence(date) }, nowMs)
    expect(() => release(at(nowMs - 10 * dayMs))).toThrow(evidenceError('refused by'))
    expect(() => release(at(nowMs - 11 * dayMs))).toThrow(evidenceError('It has to be later'))
    expect(planSummary(store, planId)).toMatchObject({ send: 0, held: 3 })
    expect(release(at(nowMs - 9 * dayMs))).toMatchObject({
      send: 1,
      held: 2,
      calls: 1,
      contacts: 1,
      guards: [
        { guard: 'consent', rows: 2, contacts: 2, released: false, message: expect.stringContaining('2 contacts would get consent') },
      ],
    })
    const [, row] = allRows(store, planId)
    expect(row).toMatchObject({ class: 'send', reason: null, detail: { released: { guards: ['consent'], agreedAtMs: nowMs - 9 * dayMs } } })
    expect(row?.detail.evidence).toEqual({
      Source: 'Web',
      'Released with': 'Form at the desk',
      'Released with, dated': at(nowMs - 9 * dayMs),
    })
    expectRecount(planId)
  })

  test('counts the guard as released when it was the last one, and is all or nothing with others', async () => {
    cache(store, ...[0, 1].map((n) => person(n, { consent: false })), person(2, { consent: null }))
    for (const n of [0, 1]) refusedInLedger(n, nowMs - 10 * dayMs)
    const { planId } = await plan(store, [yes(0), yes(1), yes(2)], { kind: 'consent' })
    const release = (...lines: number[]) => releaseRows(store, planId, { lines, evidence: evidence(at(nowMs - dayMs)) }, nowMs)
    expect(() => release(2, 4)).toThrow(
      expect.objectContaining({ code: 'guard.not_held', message: expect.stringContaining('Row 4 is not held') }),
    )
    expect(() => release(2, 9)).toThrow(
      expect.objectContaining({ code: 'guard.not_held', message: expect.stringContaining('Row 9 is not there') }),
    )
    // The first line that cannot be released is told, however they are listed.
    for (const lines of [
      [9, 4],
      [4, 9],
      [2, 9, 4, 3],
    ])
      expect(() => release(...lines)).toThrow(expect.objectContaining({ message: expect.stringContaining('Row 4 is not held') }))
    expect(planSummary(store, planId)).toMatchObject({ send: 1, held: 2 })
    expect(release(3, 2, 3)).toMatchObject({ send: 3, held: 0, calls: 3, guards: [{ guard: 'consent', released: true }] })
    expectRecount(planId)
  })

  test('stays held by the guards of the whole file, which no line releases', async () => {
    cache(store, ...Array.from({ length: 30 }, (_, n) => person(n, { consent: false, notes: 'kept' })))
    refusedInLedger(0, nowMs - 10 * dayMs)
    const rows = Array.from({ length: 30 }, (_, n): RowParts => ({
      phone: phoneOf(n),
      contact: { notes: '' },
      ...(n === 0 && { consent: true }),
    }))
    const { planId, rows: planned } = await plan(store, rows)
    expect(planned.slice(0, 2).map(({ reason }) => reason)).toEqual(['consent clear', 'clear'])
    expect(() => releaseRows(store, planId, { lines: [3] }, nowMs)).toThrow(
      expect.objectContaining({
        code: 'guard.not_held',
        message: 'Row 3 is held because of what all rows add up to. Nothing was released.',
        hint: 'Such rows are released together, with the number of contacts.',
      }),
    )
    releaseRows(store, planId, { lines: [2], evidence: evidence(at(nowMs - dayMs)) }, nowMs)
    expect(allRows(store, planId)[0]).toMatchObject({ class: 'held', reason: 'clear' })
    expect(await releaseGuard(store, planId, 'clear', 30)).toMatchObject({ send: 30, held: 0 })
  })

  test('of messages needs no evidence, and the contacts of both classes are counted', async () => {
    const message = (body: string) => ({ message: { body, attachments: [], sentAtSeconds: null } })
    cache(store, person(0), person(1))
    const rows = [
      { phone: phoneOf(0), ...message('Hello'), isDirectionUnknown: true as const },
      { phone: phoneOf(0), ...message('Bye'), isDirectionUnknown: true as const },
      { phone: phoneOf(1), ...message('STOP') },
      { phone: phoneOf(0), ...message('Fine') },
    ]
    const { planId } = await plan(store, rows, { kind: 'messages' })
    expect(releaseRows(store, planId, { lines: [2, 4] }, nowMs)).toMatchObject({
      send: 3,
      held: 1,
      contacts: 2,
      guards: [
        { guard: 'direction', rows: 1, contacts: 1, released: false },
        { guard: 'keyword', released: true },
      ],
    })
    expect(tablesOf(store).plans.find(planId)?.totals?.releasedRows).toBe(2)
    releaseRows(store, planId, { lines: [3] }, nowMs)
    expect(tablesOf(store).plans.find(planId)?.totals?.releasedRows).toBe(3)
  })

  test('needs evidence where it gives permission, and words that somebody confirmed', async () => {
    cache(store, person(0, { consent: false }), person(1, { consent: null }))
    const { planId } = await plan(store, [yes(0), yes(1, { isUnconfirmed: true })], { kind: 'consent' })
    expect(() => releaseRows(store, planId, { lines: [2] }, nowMs)).toThrow(evidenceError('takes evidence with its date'))
    const release = (line: number) => releaseRows(store, planId, { lines: [line], evidence: evidence(at(nowMs)) }, nowMs)
    expect(() => release(3)).toThrow(evidenceError('Row 3 gives consent by words that nobody has confirmed'))
    expect(planSummary(store, planId)).toMatchObject({ send: 0, held: 2 })
  })

  test('is released for somebody who is no contact yet, too', async () => {
    const { planId } = await plan(store, [{ phone: phoneOf(7), consent: false }], { kind: 'consent' })
    tablesOf(store).doNotText.addOfPlan(planId, nowMs - 10 * dayMs)
    const again = await plan(store, [yes(7)], { kind: 'consent', notFound: 'create' })
    expect(again.counts).toMatchObject({ held: 1 })
    const release = (ms: number) => releaseRows(store, again.planId, { lines: [2], evidence: evidence(at(ms)) }, nowMs)
    expect(() => release(nowMs - 10 * dayMs)).toThrow(evidenceError('refused by'))
    expect(release(nowMs - 9 * dayMs)).toMatchObject({ send: 1, held: 0 })
  })

  test.each([
    ['a refusal whose time is known', true, undefined, 'Where both are of the same day'],
    ['one whose time is stated', false, '2021-05-06', 'Where both are of the same day'],
    ['one whose time nothing tells', false, undefined, 'or state when the contact refused'],
    ['one that is known, whatever is stated', true, '2021-05-06', 'Where both are of the same day'],
  ] as const)('says what to do where evidence is older than %s', async (_what, isKnown, refusedDate, hint) => {
    cache(store, person(0, { consent: false }))
    if (isKnown) refusedInLedger(0, nowMs - dayMs)
    const { planId } = await plan(store, [yes(0)], { kind: 'consent' })
    expect(() => releaseRows(store, planId, { lines: [2], evidence: evidence('2020-01-01', refusedDate) }, nowMs)).toThrow(
      expect.objectContaining({ code: 'guard.evidence', hint: expect.stringContaining(hint) }),
    )
  })

  test('is refused where there is no plan, or none that is ready, or one whose figures are lost', async () => {
    cache(store, person(0, { consent: false }))
    const { planId } = await plan(store, [yes(0)], { kind: 'consent' })
    const release = (id: string) => () => releaseRows(store, id, { lines: [2], evidence: evidence(at(nowMs + 1_000)) }, nowMs + dayMs)
    expect(release('none')).toThrow(expect.objectContaining({ code: 'plan.unknown' }))
    store.exec('UPDATE plans SET blocks = NULL')
    expect(release(planId)).toThrow('has no blocks')
    store.exec("UPDATE plans SET summary = NULL, state = 'building'")
    expect(release(planId)).toThrow(expect.objectContaining({ code: 'plan.not_ready' }))
  })

  test('is refused once the plan has a run', async () => {
    cache(store, person(0, { consent: false }))
    const { planId } = await plan(store, [yes(0)], { kind: 'consent' })
    tablesOf(store).runs.add({ id: 'r1', planId, kind: 'consent', operator: 'Pat', settings: {}, startedAtMs: 1 })
    expect(() => releaseRows(store, planId, { lines: [2], evidence: evidence(at(nowMs)) }, nowMs)).toThrow(
      expect.objectContaining({ code: 'run.state' }),
    )
  })
})

describe('where nothing tells when the contact refused', () => {
  const held = async () => {
    cache(store, person(0, { consent: false }))
    return (await plan(store, [yes(0)], { kind: 'consent' })).planId
  }
  test('evidence has to be later than its record was read', async () => {
    const planId = await held()
    const release = (date: string) => releaseRows(store, planId, { lines: [2], evidence: evidence(date) }, nowMs + dayMs)
    expect(() => release(at(nowMs))).toThrow(evidenceError('nothing tells when the contact refused'))
    expect(release(at(nowMs + 1000))).toMatchObject({ send: 1, held: 0 })
  })
  test('or than the day that is stated, to its end, which is kept, too', async () => {
    const planId = await held()
    const release = (date: string) => releaseRows(store, planId, { lines: [2], evidence: evidence(date, '2021-05-06') }, nowMs)
    expect(() => release('2021-05-06 23:59')).toThrow(evidenceError('as you state'))
    expect(release('2021-05-07 00:00')).toMatchObject({ send: 1 })
    expect(allRows(store, planId)[0]?.detail.evidence).toMatchObject({ 'Refused, as stated': '2021-05-06' })
  })
  test('but what is stated does not outdo what the ledger knows', async () => {
    refusedInLedger(0, nowMs - dayMs)
    const planId = await held()
    const stated = { lines: [2], evidence: evidence(at(nowMs - 2 * dayMs), '2021-05-06') }
    expect(() => releaseRows(store, planId, stated, nowMs)).toThrow(evidenceError('refused by'))
  })
})

describe('the number of contacts', () => {
  test('releases the rows whose evidence in the file is dated after the refusal, and no others', async () => {
    cache(store, ...[0, 1, 2, 3].map((n) => person(n, { consent: false })))
    for (const n of [0, 1, 2]) refusedInLedger(n, nowMs - 10 * dayMs)
    const dated = (ms: number) => ({ consentAt: { atMs: ms, precision: 'moment' as const } })
    const rows = [yes(0, dated(nowMs - 9 * dayMs)), yes(1, dated(nowMs - 10 * dayMs)), yes(2), yes(3, dated(nowMs - dayMs))]
    const { planId } = await plan(store, rows, { kind: 'consent' })
    await expect(releaseGuard(store, planId, 'consent', 1, { nowMs })).rejects.toMatchObject({ code: 'guard.wrong_count' })
    expect(await releaseGuard(store, planId, 'consent', 4, { nowMs })).toMatchObject({
      send: 1,
      held: 3,
      guards: [{ guard: 'consent', contacts: 3, released: false }],
    })
    expect(allRows(store, planId).map((row) => row.class)).toEqual(['send', 'held', 'held', 'held'])
    await expect(releaseGuard(store, planId, 'consent', 3, { nowMs })).rejects.toMatchObject({
      code: 'guard.evidence',
      message: expect.stringContaining('None of these rows'),
    })
    expectRecount(planId)
  })

  test('releases rows however far down they are, and what held them is no more with them', async () => {
    const many = 1_002
    cache(store, ...Array.from({ length: many }, (_, n) => person(n, { consent: n < 1_000 ? true : false })))
    for (const n of [1_000, 1_001]) refusedInLedger(n, nowMs - 10 * dayMs)
    const dated = { consentAt: { atMs: nowMs - 9 * dayMs, precision: 'moment' as const } }
    const { planId } = await plan(
      store,
      Array.from({ length: many }, (_, n) => yes(n, dated)),
      { kind: 'consent' },
    )
    expect(await releaseGuard(store, planId, 'consent', 2, { nowMs })).toMatchObject({ send: 2, held: 0, unchanged: 1_000 })
    const { detail } = allRows(store, planId)[1_000] ?? {}
    expect(detail?.released).toEqual({ guards: ['consent'], agreedAtMs: nowMs - 9 * dayMs })
    for (const gone of ['optOut', 'refusedAtMs', 'agreedAt']) expect(detail).not.toHaveProperty(gone)
    expectRecount(planId)
  })

  test('releases them where the recipe gives consent by words that somebody confirmed', async () => {
    cache(store, person(0, { consent: false }))
    refusedInLedger(0, nowMs - 10 * dayMs)
    const dated = yes(0, { consentAt: { atMs: nowMs - 9 * dayMs, precision: 'moment' } })
    const { planId } = await plan(store, [dated], { kind: 'consent', fields: [{ to: 'consent', value: true }] })
    expect(await releaseGuard(store, planId, 'consent', 1, { nowMs })).toMatchObject({ send: 1, held: 0 })
  })

  test('does not count a date that is still to come', async () => {
    cache(store, person(0, { consent: false }))
    refusedInLedger(0, nowMs - 10 * dayMs)
    const { planId } = await plan(store, [yes(0, { consentAt: { atMs: nowMs + 2 * dayMs, precision: 'moment' } })], { kind: 'consent' })
    await expect(releaseGuard(store, planId, 'consent', 1, { nowMs })).rejects.toMatchObject({ code: 'guard.evidence' })
  })
})

describe('the number of contacts of another guard', () => {
  test('asks nothing about consent', async () => {
    cache(store, ...Array.from({ length: 30 }, (_, n) => person(n, { notes: 'kept' })))
    const { planId } = await plan(
      store,
      Array.from({ length: 30 }, (_, n) => ({ phone: phoneOf(n), contact: { notes: '' } })),
      { fields: [{ to: 'consent', value: true, unconfirmed: true }], lacks: ['Opted Out'] },
    )
    expect(await releaseGuard(store, planId, 'clear', 30)).toMatchObject({ send: 30, held: 0 })
  })

  test('of messages counts each number once, also where its rows were held for different reasons', async () => {
    const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
    const of = (n: number, body: string, isDirectionUnknown?: true): RowParts => ({
      phone: phoneOf(n),
      message: { ...message, body },
      ...(isDirectionUnknown && { isDirectionUnknown }),
    })
    cache(store, person(0), person(1), person(2))
    const rows = [of(0, 'Hello', true), of(0, 'STOP', true), of(1, 'STOP'), of(1, 'Bye'), of(2, 'START', true), of(1, 'stop')]
    const { planId } = await plan(store, rows, { kind: 'messages' })
    const holds = () =>
      tablesOf(store)
        .plans.find(planId)
        ?.totals?.holds.map(({ reason, contacts }) => [reason, contacts])
    expect(holds()).toEqual([
      ['direction', 1],
      ['direction keyword', 2],
      ['keyword', 1],
    ])
    await expect(releaseGuard(store, planId, 'keyword', 4)).rejects.toMatchObject({
      message: expect.stringContaining('holds 3 contacts, not 4'),
    })
    expect(await releaseGuard(store, planId, 'keyword', 3)).toMatchObject({ send: 3, held: 3, contacts: 1 })
    expect(holds()).toEqual([['direction', 2]])
    expectRecount(planId)
    expect(await releaseGuard(store, planId, 'direction', 2)).toMatchObject({ send: 6, held: 0, contacts: 3 })
    expect(holds()).toEqual([])
    expectRecount(planId)
  })
})

describe('of an undo', () => {
  /** A run that took consent from these contacts and renamed some of them, and the plan that takes it back. */
  async function undoOf(renamed: readonly boolean[]): Promise<string> {
    cache(store, ...renamed.map((_, n) => person(n, { consent: true })))
    const rows = renamed.map((isRenamed, n): RowParts => ({
      phone: phoneOf(n),
      consent: false,
      ...(isRenamed && { contact: { name: 'New' } }),
    }))
    const { planId } = await plan(store, rows)
    const { runs, calls, contacts } = tablesOf(store)
    runs.add({ id: 'run', planId, kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
    for (const [n, isRenamed] of renamed.entries()) {
      const kinds = isRenamed ? (['setConsent', 'updateCustomer'] as const) : (['setConsent'] as const)
      for (const [ordinal, kind] of kinds.entries()) {
        calls.writeSent('run', { row: n + 1, ordinal, kind, sentAtMs: 1, beforeImage: null })
        calls.writeEnd('run', { row: n + 1, ordinal, state: 'done', httpStatus: 200, error: null, afterImage: null }, 'sent', 1)
      }
      contacts.applyWrite(`u${n}`, { consent: false, ...(isRenamed && { name: 'New' }) }, nowMs)
    }
    const counts = { rows: 1, done: 1, failed: 0, unknown: 0, pending: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 1 }
    runs.recordStop('run', { state: 'finished', reason: null, finishedAtMs: 2, counts })
    await planUndo({ store, runId: 'run', planId: 'undo', clock })
    return 'undo'
  }

  test('the row that allows texts again is released, whichever row of its line is found first', async () => {
    const planId = await undoOf([true, true, false, true])
    const held = { held: 4, restorable: 3, kept: 0, already: 0, impossible: 0 }
    expect(planSummary(store, planId)).toMatchObject({ rows: 7, send: 3, held: 4, contacts: 3, undo: held })
    const release = (line: number) => releaseRows(store, planId, { lines: [line], evidence: evidence(at(nowMs)) }, nowMs)
    for (const [done, line] of [5, 2, 4, 3].entries()) {
      const now = release(line)
      expect(now).toMatchObject({ held: 3 - done, send: 4 + done, undo: { ...held, held: 3 - done, restorable: 4 + done } })
      expect(() => release(line)).toThrow(expect.objectContaining({ code: 'guard.not_held' }))
    }
    expect(planSummary(store, planId)).toMatchObject({ contacts: 4, guards: [{ guard: 'consent', released: true }] })
    expect(tablesOf(store).plans.find(planId)?.totals?.figures).toBeUndefined()
  })
})

test('a row that was released no longer says how its contact refused; the evidence does', async () => {
  cache(store, person(1, { consent: false }), person(2, { consent: false }))
  const { planId } = await plan(store, [yes(1), yes(2)], { kind: 'consent' })
  releaseRows(store, planId, { lines: [2], evidence: evidence('2023-06-01', '2023-01-01') }, nowMs)
  const [first, second] = allRows(store, planId)
  expect([first?.detail.optOut, second?.detail.optOut]).toEqual([undefined, 'consent'])
  expect(first?.detail).toMatchObject({ released: { guards: ['consent'] }, evidence: { 'Released with': 'Form at the desk' } })
})
