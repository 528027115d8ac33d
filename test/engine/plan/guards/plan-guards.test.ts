import { beforeEach, describe, expect, test } from 'vitest'
import type { ListSize } from '../../../../src-main/engine/service/service.ts'
import type { PlanOptions } from '../../../../src-main/engine/plan/build/build-plan.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { createTally } from '../../../../src-main/engine/plan/figures/tally.ts'
import { createPlanGuards } from '../../../../src-main/engine/plan/guards/plan-guards.ts'
import { decidedLimits, guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, lookUpService, nowMs, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const phoneOf = (n: number) => `+1555${String(n).padStart(7, '0')}`
const people = (count: number, parts: Partial<CustomerRecord> = {}): CustomerRecord[] =>
  Array.from({ length: count }, (_, n) => ({ uuid: `u${n}`, phone: phoneOf(n), name: `Person ${n}`, tags: [], ...parts }))
/** Rows about the n-th person and those after it. */
const rowsOf = (count: number, parts: RowParts, from = 0): RowParts[] =>
  Array.from({ length: count }, (_, at) => ({ phone: phoneOf(from + at), ...parts }))

/** What the guards of the file hold: how many rows for which reason, and what they counted. */
async function held(rows: readonly RowParts[], parts: Partial<Recipe> = {}) {
  const { planId, counts } = await plan(store, rows, parts)
  const totals = tablesOf(store).plans.find(planId)?.totals
  const { total, agreeing } = totals?.figures ?? {}
  return { holds: totals?.holds.map(({ reason, rows: own }) => [reason, own]), send: counts.send, total, agreeing }
}

describe('permission by words that are no proof', () => {
  test.each<[string, RowParts, Partial<Recipe>, string | undefined]>([
    ['because nobody confirmed them', { isUnconfirmed: true }, {}, 'unconfirmed'],
    ['because a column is not read', { isUnconfirmed: true, isUnheard: true }, {}, 'unheard'],
    ['because a column is gone', { isUnconfirmed: true, isUnheard: true }, { lacks: ['Opted Out'] }, 'columnGone'],
    ['is none where they were confirmed', {}, { lacks: ['Opted Out'] }, undefined],
  ])('%s', async (_what, row, recipe, doubt) => {
    cache(store, ...people(1, { consent: null }))
    const { rows } = await plan(store, rowsOf(1, { consent: true, ...row }), { kind: 'consent', ...recipe })
    expect(rows).toMatchObject([{ class: doubt === undefined ? 'send' : 'held', reason: doubt === undefined ? null : 'consent' }])
    expect(rows[0]?.detail.optOut).toBe(doubt)
  })
})

describe('permission for somebody who refused', () => {
  const refusals = () => tablesOf(store)
  const yes = (parts: RowParts): RowParts => ({ consent: true, ...parts })
  const optOut = async (row: RowParts, parts: Partial<Recipe> = {}) => {
    const { rows } = await plan(store, [row], { kind: 'consent', ...parts })
    return rows[0]?.class === 'held' ? rows[0].detail.optOut : rows[0]?.class
  }

  test('is held by the ledger, whatever number the contact had then', async () => {
    cache(store, ...people(2, { consent: null }))
    refusals().consentLedger.append({
      ...{ time: '2023-01-01T00:00:00Z', contact: 'u0', phone: '+15559999999', name: null, from: true, to: false },
      ...{ file: { name: 'list.csv', sha256: '0'.repeat(64) }, line: 2, evidence: {}, operator: 'Pat' },
      ...{ account: { name: 'Office', baseUrl: 'http://127.0.0.1' }, answer: { status: 200, said: null } },
      ...{ confirmed: 'answer', run: 'r', row: 1 },
    })
    expect(await optOut(yes({ phone: phoneOf(0) }))).toBe('ledger')
    expect(await optOut(yes({ phone: phoneOf(1) }))).toBe('send')
  })

  test('is held by the do-not-text list, by the number of the contact, or of a row about nobody', async () => {
    const { planId } = await plan(store, rowsOf(2, { consent: false }), { kind: 'consent' })
    refusals().doNotText.addOfPlan(planId, 1)
    expect(await optOut(yes({ phone: phoneOf(1) }), { mode: 'updateAndAdd' })).toBe('doNotText')
    cache(store, ...people(1, { consent: null }))
    expect(await optOut(yes({ key: { by: 'uuid', uuid: 'u0' } }))).toBe('doNotText')
    expect(await optOut(yes({ phone: phoneOf(0) }))).toBe('doNotText')
  })
})

describe('the guard "clear"', () => {
  test.each([
    [20, []],
    [21, [['clear', 21]]],
  ])('of %d contacts', async (count, holds) => {
    cache(store, ...people(25, { notes: 'kept' }))
    const rows = [...rowsOf(count, { contact: { notes: '' } }), ...rowsOf(2, { contact: { name: 'New' } }, 22)]
    expect(await held(rows)).toEqual({ holds, send: holds.length === 0 ? count + 2 : 2, total: 0, agreeing: 0 })
  })
})

describe('the guard "withdraw"', () => {
  test.each([
    // 5 % of 419 are less than 21, those of 420 are not.
    [21, 398, [['withdraw', 21]], 419],
    [21, 399, [], 420],
    [20, 0, [], 20],
  ])('of %d contacts, where %d others of the file agree', async (withdrawn, others, holds, agreeing) => {
    cache(store, ...people(withdrawn + others, { consent: true }))
    const rows = [...rowsOf(withdrawn, { consent: false }), ...rowsOf(others, { consent: true }, withdrawn)]
    const sent = holds.length === 0 ? withdrawn : 0
    expect(await held(rows, { kind: 'consent' })).toEqual({ holds, send: sent, total: 0, agreeing })
  })
})

describe('the guard "mass"', () => {
  const changed = (count: number) => rowsOf(count, { contact: { name: 'New' } })

  test.each([
    [1001, 501, true],
    [1002, 501, false],
    [900, 500, false],
  ])('of an account of %d contacts, of whom %d change, holds: %s; but never who just refuses', async (contacts, count, isHeld) => {
    cache(store, ...people(contacts, { consent: null }))
    const rows = [...changed(count), ...rowsOf(2, { consent: false }, count)]
    const found = await held(rows)
    expect(found).toEqual({
      holds: isHeld ? [['mass', count]] : [],
      send: isHeld ? 2 : count + 2,
      total: count > 500 ? contacts : 0,
      agreeing: 0,
    })
  })

  const synced = (contacts: number) => {
    const { syncs } = tablesOf(store)
    syncs.finish(syncs.begin(nowMs - 1), { finishedAtMs: nowMs, complete: true, contacts })
  }

  test('counts those that are created apart', async () => {
    cache(store, ...people(100))
    synced(100)
    const created = rowsOf(101, { contact: { name: 'New' } }, 1_000)
    expect(await held(created, { mode: 'updateAndAdd' })).toMatchObject({ holds: [['mass', 101]], send: 0, total: 100 })
    expect(await held(created.slice(1), { mode: 'updateAndAdd' })).toMatchObject({ holds: [], send: 100, total: 0 })
  })

  test('lets an account be filled of which all contacts were read', async () => {
    cache(store, ...people(99))
    synced(99)
    expect(await held(rowsOf(300, {}, 1_000), { mode: 'updateAndAdd' })).toMatchObject({ holds: [], send: 300 })
  })

  describe('where nobody has read all contacts of the account', () => {
    const created = rowsOf(120, { contact: { name: 'New' } }, 1_000)
    const asked: number[] = []
    const listing = (size: ListSize | null): Partial<PlanOptions> => ({
      lookup: 'missing',
      service: {
        ...lookUpService([]),
        listSize: async (enough) => {
          asked.push(enough)
          return size
        },
      },
    })
    beforeEach(() => asked.splice(0))

    test.each<[string, ListSize | null, boolean]>([
      ['ends after fewer than a hundred', { atLeast: 99, isEnd: true }, false],
      ['is empty', { atLeast: 0, isEnd: true }, false],
      ['ends after a hundred', { atLeast: 100, isEnd: true }, true],
      ['has four times as many', { atLeast: 480, isEnd: false }, false],
      ['has at least so many, and perhaps no more', { atLeast: 479, isEnd: false }, true],
      ['shows nothing', null, true],
    ])('asks how long the list is: it %s', async (_what, size, isHeld) => {
      const { counts, planId } = await plan(store, created, { mode: 'updateAndAdd' }, listing(size))
      expect([counts.send, counts.held]).toEqual(isHeld ? [0, 120] : [120, 0])
      expect(asked).toEqual([480])
      const [guard] = tablesOf(store).plans.find(planId)?.totals?.guards ?? []
      const isOpen = size?.isEnd !== true
      expect(guard?.message.includes('is not known') ?? false).toBe(isHeld && isOpen)
    })

    test('holds without asking where nobody is to be asked', async () => {
      for (const options of [{}, { ...listing({ atLeast: 480, isEnd: false }), lookup: 'never' as const }])
        expect((await plan(store, created, { mode: 'updateAndAdd' }, options)).counts).toMatchObject({ held: 120 })
      expect(asked).toEqual([])
    })

    test('holds a few of those whom it held before, and asks nothing for them', async () => {
      for (const [isHeld, count] of [
        [true, 1],
        [false, 120],
      ] as const) {
        const limits = decidedLimits(guardLimits, { clear: false, withdraw: false, sending: false, mass: isHeld })
        const options = { ...listing({ atLeast: 0, isEnd: true }), limits }
        const { counts } = await plan(store, created.slice(0, count), { mode: 'updateAndAdd' }, options)
        expect([counts.held, counts.send]).toEqual(isHeld ? [1, 0] : [0, 120])
      }
      expect(asked).toEqual([])
    })

    test('asks nothing for as many as are always let through', async () => {
      const { counts } = await plan(store, created.slice(0, 100), { mode: 'updateAndAdd' }, listing(null))
      expect([counts.send, asked]).toEqual([100, []])
    })
  })
})

test('guards of a file hold a row for each of them that stops it', async () => {
  cache(store, ...people(30, { notes: 'kept', consent: true }))
  const rows = rowsOf(30, { contact: { notes: '' }, consent: false })
  expect(await held(rows)).toMatchObject({ holds: [['withdraw clear', 30]], send: 0, agreeing: 30 })
})

describe('the guard "sending"', () => {
  const message = { body: 'We moved.', attachments: [], sentAtSeconds: null }

  test.each([
    [1, undefined, ['held']],
    [1, 0, ['held']],
    [1, 1, ['send']],
    [2, 1, ['held', 'held']],
  ])('of %i people, where %j may be texted at once', async (count, sendingContacts, classes) => {
    cache(store, ...people(count, { consent: true, blocked: false, archived: false, reachableBySms: true }))
    const limits = { ...guardLimits, ...(sendingContacts !== undefined && { sendingContacts }) }
    const { rows } = await plan(store, rowsOf(count, { message }), { kind: 'send' }, { limits })
    expect(rows.map((row) => row.class)).toEqual(classes)
  })
})

test('somebody counts as texted before who was, by the posts that were read or by this account', () => {
  const { texting } = createPlanGuards(store, 'plan', createTally('send'), guardLimits, { textedInPosts: (phone) => phone === phoneOf(1) })
  store.prepare("INSERT INTO texted_people (phone, run_id, at_ms) VALUES (?, 'r', 1)").run(phoneOf(2))
  expect([1, 2, 3].map((n) => texting.hasTexted(phoneOf(n)))).toEqual([true, true, false])
})
