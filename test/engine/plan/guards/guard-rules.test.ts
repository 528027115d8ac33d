import { beforeEach, describe, expect, test } from 'vitest'
import { parseRecipe } from '../../../../src-main/engine/mapping/recipe/parse-recipe.ts'
import { clearedFields, guardsOf, holdReason, isMass, optOutOf } from '../../../../src-main/engine/plan/guards/guard-rules.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import { planRows, planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { releaseGuard } from '../../../../src-main/engine/plan/guards/release-guard.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, recipe } from '../../store/stored-things.ts'
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
  Array.from({ length: count }, (_, n) => ({
    uuid: `u${n}`,
    phone: phoneOf(n),
    name: `Person ${n}`,
    notes: 'kept',
    tags: ['vip'],
    ...parts,
  }))
const renamed = (count: number): RowParts[] =>
  Array.from({ length: count }, (_, n) => ({ phone: phoneOf(n), contact: { name: `New ${n}` } }))
const emptied = (count: number, contact: RowParts['contact'] = { notes: null }): RowParts[] =>
  Array.from({ length: count }, (_, n) => ({ phone: phoneOf(n), contact }))
const saidYes = (count: number): RowParts[] => Array.from({ length: count }, (_, n) => ({ phone: phoneOf(n), consent: true }))

/** By the file, after the refusal: what releases them by their number. */
const agreedLater = { atMs: nowMs + 3_600_000, precision: 'moment' } as const
const agreedAgain = (n: number): RowParts => ({ phone: phoneOf(n), consent: true, consentAt: agreedLater })

function cacheAll(records: CustomerRecord[]): void {
  store.transaction(() => cache(store, ...records))()
}
function syncCompletely(): void {
  const syncs = tablesOf(store).syncs
  syncs.finish(syncs.begin(nowMs), { finishedAtMs: nowMs, complete: true, contacts: 0 })
}

describe('the guard "consent"', () => {
  test('holds consent for a contact that has refused it, is blocked or is unsubscribed, and for no other', async () => {
    cacheAll([
      { uuid: 'no', phone: phoneOf(0), consent: false },
      { uuid: 'blocked', phone: phoneOf(1), consent: null, blocked: true },
      { uuid: 'gone', phone: phoneOf(2), consent: null, unreachable: true },
      { uuid: 'open', phone: phoneOf(3), consent: null, blocked: false, unreachable: false },
      { uuid: 'unknown', phone: phoneOf(4) },
      { uuid: 'archived', phone: phoneOf(5), archived: true, consent: null },
    ])
    const { planId, counts, rows } = await plan(store, saidYes(7), { kind: 'consent', notFound: 'create' })
    expect(rows.map((row) => [row.class, row.reason])).toEqual([...Array(3).fill(['held', 'consent']), ...Array(4).fill(['send', null])])
    expect(counts).toMatchObject({ rows: 7, send: 4, held: 3, calls: 5 })
    expect(rows[0]?.detail.calls).toEqual([{ kind: 'setConsent', uuid: 'no', phone: null, consent: true }])
    const {
      guards: [guard],
      contacts,
    } = planSummary(store, planId)
    expect(contacts).toBe(4)
    expect(guard).toMatchObject({ guard: 'consent', rows: 3, contacts: 3, released: false })
    expect(guard?.message).toContain(
      '3 contacts would get consent although they refused: 1 has refused it, 1 is blocked, 1 is unsubscribed.',
    )
    const held = planRows(store, planId, { class: 'held', offset: 0, limit: 10 }).rows.map((row) => row.reason)
    expect(held).toEqual(
      ['contact has refused it', 'contact is blocked', 'contact is unsubscribed'].map((text) => expect.stringContaining(text)),
    )
  })

  test('lets a refusal through, whoever it is for', async () => {
    cacheAll([{ uuid: 'blocked', phone: phoneOf(0), consent: true, blocked: true }])
    const { counts } = await plan(store, [{ phone: phoneOf(0), consent: false }], { kind: 'consent' })
    expect(counts).toMatchObject({ send: 1, held: 0 })
  })

  test('counts a contact once, by the row that counts', async () => {
    cacheAll([{ uuid: 'no', phone: phoneOf(0), consent: false }])
    const both = [
      { phone: phoneOf(0), consent: true },
      { phone: phoneOf(0), consent: true },
    ]
    const last = await plan(store, both, { kind: 'consent' })
    expect(last.rows.map((row) => [row.class, row.reason])).toEqual([
      ['skipped', 'duplicate'],
      ['held', 'consent'],
    ])
    expect(planSummary(store, last.planId).guards).toMatchObject([
      { rows: 1, contacts: 1, message: expect.stringMatching(/^1 contact would get consent although they refused\. /) },
    ])
    const invalid = await plan(store, both, { kind: 'consent', duplicates: 'invalid' })
    expect(invalid.counts).toMatchObject({ invalid: 2, held: 0 })
    expect(planSummary(store, invalid.planId).guards).toEqual([])
  })

  test('looks at the contact as the service has it, when it was looked up', async () => {
    const service = lookUpService([{ uuid: 'no', phone: phoneOf(0), consent: false }])
    const { counts } = await plan(store, saidYes(1), { kind: 'consent' }, { lookup: 'missing', service })
    expect(counts).toMatchObject({ held: 1, send: 0 })
  })
})

describe('the guard "mass"', () => {
  test.each([
    { changed: 499, total: 600, held: 0 },
    { changed: 500, total: 600, held: 0 },
    { changed: 501, total: 600, held: 501 },
    { changed: 510, total: 1021, held: 0 },
    { changed: 510, total: 1020, held: 0 },
    { changed: 511, total: 1021, held: 511 },
  ])('holds $held rows when $changed of $total contacts would change', async ({ changed, total, held }) => {
    cacheAll(people(total))
    syncCompletely()
    const asTheyAre = Array.from({ length: 5 }, (_, n) => ({ phone: phoneOf(changed + n), contact: { name: `Person ${changed + n}` } }))
    const { counts, planId } = await plan(store, [...renamed(changed), ...asTheyAre])
    expect(counts).toMatchObject({ held, send: changed - held, calls: changed - held, unchanged: 5 })
    expect(planSummary(store, planId).guards.map(({ guard, rows, contacts }) => [guard, rows, contacts])).toEqual(
      held === 0 ? [] : [['mass', held, held]],
    )
  })

  test('says how many there are, and whether that is known from a complete sync', async () => {
    cacheAll(people(600))
    const unsure = planSummary(store, (await plan(store, renamed(501))).planId).guards[0]?.message
    expect(unsure).toContain('would change 501 of the 600 contacts that Rollcall knows so far, more than half')
    expect(unsure).toContain('after a complete sync')
    syncCompletely()
    const sure = planSummary(store, (await plan(store, renamed(501))).planId).guards[0]?.message
    expect(sure).toContain('would change 501 of the 600 contacts of this account, more than half.')
    expect(sure).not.toContain('sync')
  })

  test('counts changes of contacts that there are, but holds new ones too', async () => {
    cacheAll(people(501))
    const strangers = Array.from({ length: 100 }, (_, n) => ({ phone: phoneOf(5000 + n), contact: { name: 'New' } }))
    expect((await plan(store, [...renamed(500), ...strangers], { notFound: 'create' })).counts).toMatchObject({ send: 600, held: 0 })
    const { counts, planId } = await plan(store, [...renamed(501), ...strangers], { notFound: 'create' })
    expect(counts).toMatchObject({ send: 0, held: 601, calls: 0 })
    expect(planSummary(store, planId).guards).toMatchObject([
      {
        guard: 'mass',
        contacts: 601,
        message: expect.stringContaining(
          'change 501 of the 501 contacts that Rollcall knows so far, more than half and create 100 more (601 contacts in all)',
        ),
      },
    ])
  })

  test.each([
    { created: 100, total: 100, held: 0 },
    { created: 101, total: 99, held: 0 },
    { created: 101, total: 100, held: 101 },
    { created: 120, total: 480, held: 0 },
    { created: 121, total: 480, held: 121 },
  ])('holds $held rows when $created contacts are created in an account of $total', async ({ created, total, held }) => {
    cacheAll(people(total))
    syncCompletely()
    const strangers = Array.from({ length: created }, (_, n) => ({ phone: phoneOf(5000 + n), contact: { name: 'New' } }))
    const { counts, planId } = await plan(store, strangers, { notFound: 'create' })
    expect(counts).toMatchObject({ held, send: created - held })
    if (held > 0) expect(planSummary(store, planId).guards[0]?.message).toContain('more than a quarter')
  })

  test('neither counts nor holds what contacts asked for themselves, nor a refusal of somebody who had not agreed', async () => {
    cacheAll([...people(401, { consent: true }), ...people(900, { consent: null }).slice(401)])
    const stop: RowParts[] = Array.from({ length: 401 }, (_, n) => ({ phone: phoneOf(n), consent: false, isOptOutExplicit: true }))
    const no: RowParts[] = Array.from({ length: 499 }, (_, n) => ({ phone: phoneOf(401 + n), consent: false }))
    expect((await plan(store, [...stop, ...no])).counts).toMatchObject({ send: 900, held: 0 })
    const { rows } = await plan(store, [...renamed(501), ...stop.slice(0, 0), ...no.slice(100)])
    expect(rows.filter((row) => row.class === 'send').map((row) => row.row)).toEqual(no.slice(100).map((_, at) => 502 + at))
  })

  test('leaves messages alone: they change no contact', async () => {
    cacheAll(people(501))
    const messages = people(501).map(({ phone }) => ({ phone: phone ?? '', message: { body: 'hi', attachments: [], sentAtSeconds: null } }))
    expect((await plan(store, messages, { kind: 'messages' })).counts).toMatchObject({ send: 501, held: 0 })
  })

  test('holds nothing of a file whose changes were made', async () => {
    cacheAll(people(501).map((one, n) => ({ ...one, name: `New ${n}` })))
    expect((await plan(store, renamed(501))).counts).toMatchObject({ unchanged: 501, held: 0 })
  })
})

describe('the guard "clear"', () => {
  test.each([
    { clears: 19, held: 0 },
    { clears: 20, held: 0 },
    { clears: 21, held: 21 },
  ])('holds $held rows when fields of $clears contacts are emptied, and no others', async ({ clears, held }) => {
    cacheAll(people(120))
    const { counts, planId } = await plan(store, [...emptied(clears), ...renamed(120).slice(clears)])
    expect(counts).toMatchObject({ held, send: 120 - held, calls: 120 - held })
    expect(planSummary(store, planId).guards.map(({ guard, contacts, rows }) => [guard, contacts, rows])).toEqual(
      held === 0 ? [] : [['clear', held, held]],
    )
  })

  test('counts contacts, whichever of their fields are emptied, and names the fields', async () => {
    cacheAll(people(101))
    const rows = emptied(101).map((row, n): RowParts =>
      n < 60 ? row : { ...row, contact: { notes: null, tags: { handling: 'replace', tags: [] } } },
    )
    const { planId } = await plan(store, rows)
    expect(planSummary(store, planId).guards).toMatchObject([
      { contacts: 101, message: expect.stringContaining('Fields of 101 contacts would be emptied: Notes on 101, Tags on 41.') },
    ])
  })

  test('holds rows too that the guard "consent" holds: releasing that one empties nothing', async () => {
    cacheAll(people(101, { consent: false }))
    const rows = emptied(101).map((row, n): RowParts => (n < 2 ? { ...row, consent: true, consentAt: agreedLater } : row))
    const { planId, rows: planned } = await plan(store, rows)
    expect(planned.slice(0, 3).map((row) => row.reason)).toEqual(['consent clear', 'consent clear', 'clear'])
    expect(await releaseGuard(store, planId, 'consent', 2)).toMatchObject({ send: 0, held: 101, calls: 0, contacts: 0 })
    expect(await releaseGuard(store, planId, 'clear', 101)).toMatchObject({ send: 101, held: 0, calls: 103, contacts: 101 })
  })

  test('does not count rows that another row of their contact replaces', async () => {
    cacheAll(people(21))
    const { counts } = await plan(store, [...emptied(21), { phone: phoneOf(0), contact: { name: 'New' } }])
    expect(counts).toMatchObject({ held: 0, send: 21, skipped: 1 })
  })

  test('counts a field that the service does not show, since it may hold something; not one that is known to be blank', () => {
    const change = { field: 'email', label: 'Email', before: null, beforeKnown: false, after: '' }
    expect(clearedFields([change], [])).toEqual([change])
    expect(clearedFields([{ ...change, beforeKnown: true }], [])).toEqual([])
    expect(
      clearedFields(
        [
          { ...change, before: 'a@b.c', beforeKnown: true, after: 'x' },
          { ...change, field: 'archived', before: true, beforeKnown: true, after: false },
        ],
        [],
      ),
    ).toEqual([])
    const tags = { field: 'tags', label: 'Tags', before: null, beforeKnown: false, after: [] }
    const removal = { kind: 'updateCustomer' as const, uuid: 'u', customer: { tags: { handling: 'remove' as const, tags: ['x'] } } }
    expect(clearedFields([tags], [removal])).toEqual([])
    expect(clearedFields([{ ...tags, before: ['x'], beforeKnown: true }], [removal])).toHaveLength(1)
  })
})

describe('the guard "withdraw"', () => {
  const saidNo = (count: number, parts: Partial<RowParts> = {}): RowParts[] =>
    Array.from({ length: count }, (_, n) => ({ phone: phoneOf(n), consent: false, ...parts }))
  const asBefore = (from: number, count: number): RowParts[] =>
    Array.from({ length: count }, (_, n) => ({ phone: phoneOf(from + n), consent: true }))
  const heldOf = async (rows: RowParts[], parts: Partial<Recipe> = {}) =>
    (await plan(store, rows, { kind: 'consent', ...parts })).counts.held

  test('holds withdrawals beyond 20 contacts and a twentieth of those of the file that agree', async () => {
    cacheAll(people(600, { consent: true }))
    expect(await heldOf(saidNo(20))).toBe(0)
    expect(await heldOf(saidNo(21))).toBe(21)
    expect(await heldOf([...saidNo(21), ...asBefore(21, 399)])).toBe(0)
    const { planId, counts } = await plan(store, [...saidNo(21), ...asBefore(21, 398)], { kind: 'consent' })
    expect(counts).toMatchObject({ held: 21, unchanged: 398 })
    expect(planSummary(store, planId).guards).toMatchObject([
      {
        guard: 'withdraw',
        contacts: 21,
        message: expect.stringContaining(
          "21 contacts would lose their consent, or be blocked or unsubscribed; of the file's contacts 419 agree",
        ),
      },
    ])
  })

  test('counts who is newly blocked or unsubscribed, once each', async () => {
    cacheAll(people(100, { consent: true, blocked: false, unreachable: false }))
    const rows = Array.from({ length: 21 }, (_, n): RowParts => ({
      phone: phoneOf(n),
      contact: n % 2 === 0 ? { blocked: true, unreachable: true } : { unreachable: true },
      ...(n % 3 === 0 && { consent: false }),
    }))
    const { counts, planId } = await plan(store, rows)
    expect(counts).toMatchObject({ held: 21, send: 0 })
    expect(planSummary(store, planId).guards).toMatchObject([{ guard: 'withdraw', contacts: 21, rows: 21 }])
    expect(await heldOf(rows.slice(0, 20), { kind: 'contacts' })).toBe(0)
    cacheAll(people(100, { consent: true, blocked: true, unreachable: true }))
    expect(
      await heldOf(
        rows.map(({ consent: _, ...row }) => row),
        { kind: 'contacts' },
      ),
    ).toBe(0)
  })

  test('never holds what contacts asked for themselves, nor a "no" of those who had not agreed', async () => {
    cacheAll(people(100, { consent: true }))
    expect(await heldOf(saidNo(100, { isOptOutExplicit: true }))).toBe(0)
    cacheAll(people(100, { consent: null }))
    expect(await heldOf(saidNo(100))).toBe(0)
  })

  test('lets through what the recipe allows: a share, or a number of contacts', async () => {
    cacheAll(people(100, { consent: true }))
    const rows = [...saidNo(30), ...asBefore(30, 70)]
    expect(await heldOf(rows)).toBe(30)
    expect(await heldOf(rows, { limits: { withdrawn: 0.3 } })).toBe(0)
    expect(await heldOf(rows, { limits: { withdrawn: 0.29 } })).toBe(30)
    expect(await heldOf(rows, { limits: { release: { withdraw: 30 } } })).toBe(0)
    expect(await heldOf(rows, { limits: { release: { withdraw: 29 } } })).toBe(30)
  })

  test("knows the recipe's lists: up to twice their largest share is usual", async () => {
    cacheAll(people(200, { consent: true }))
    const usual = await plan(store, [...saidNo(10), ...asBefore(10, 90)], { kind: 'consent' })
    tablesOf(store).runs.add({ id: 'r1', planId: usual.planId, kind: 'consent', operator: 'Pat', settings: {}, startedAtMs: 1 })
    store.exec("UPDATE runs SET state = 'finished'")
    expect(await heldOf([...saidNo(40), ...asBefore(40, 160)])).toBe(0)
    expect(await heldOf([...saidNo(41), ...asBefore(41, 159)])).toBe(41)
    expect(await heldOf([...saidNo(40), ...asBefore(40, 160)], { name: 'Another' })).toBe(40)
  })
})

describe('the guard "keyword"', () => {
  test.each(['STOP', ' stop. ', 'Stop All', 'UNSUBSCRIBE!', 'Opt-out', 'START', '"unstop"', 'HELP', 'Arrêt'])('holds %j', async (body) => {
    cacheAll(people(1))
    const message = { body, attachments: [], sentAtSeconds: null }
    const { rows } = await plan(store, [{ phone: phoneOf(0), message }], { kind: 'messages' })
    expect(rows.map((row) => [row.class, row.reason])).toEqual([['held', 'keyword']])
  })

  test.each(['Yes', 'Stop by at noon?', 'please stop', 'OK', '', 'The end of the help line is not in sight'])(
    'leaves %j alone',
    async (body) => {
      cacheAll(people(1))
      const message = { body, attachments: ['a.png'], sentAtSeconds: null }
      const { counts } = await plan(store, [{ phone: phoneOf(0), message }], { kind: 'messages' })
      expect(counts).toMatchObject({ send: 1, held: 0 })
    },
  )

  test('is another one than "direction": a message may be held by both, and each counts its contacts', async () => {
    cacheAll(people(2))
    const say = (n: number, body: string): RowParts => ({
      phone: phoneOf(n),
      message: { body, attachments: [], sentAtSeconds: null },
      isDirectionUnknown: true,
    })
    const { rows, planId } = await plan(store, [say(0, 'hi'), say(0, 'STOP'), say(0, 'stop'), say(1, 'ho')], { kind: 'messages' })
    expect(rows.map((row) => row.reason)).toEqual(['direction', 'direction keyword', 'direction keyword', 'direction'])
    expect(planSummary(store, planId).guards).toMatchObject([
      { guard: 'direction', rows: 4, contacts: 2 },
      { guard: 'keyword', rows: 2, contacts: 1 },
    ])
    expect(await releaseGuard(store, planId, 'direction', 2)).toMatchObject({ send: 2, held: 2 })
    expect(await releaseGuard(store, planId, 'keyword', 1)).toMatchObject({ send: 4, held: 0 })
  })
})

describe('a release', () => {
  async function bothGuards() {
    cacheAll([
      ...people(501, { consent: null }),
      ...people(3).map((one, n) => ({ ...one, uuid: `no${n}`, phone: phoneOf(900 + n), consent: false })),
    ])
    const rows = [...saidYes(501), ...[900, 901, 902].map(agreedAgain)]
    return plan(store, rows, { kind: 'consent' })
  }

  test('of one guard leaves held what another one holds; of all sends everything, whatever the order', async () => {
    for (const order of [
      ['consent', 'mass'],
      ['mass', 'consent'],
    ] as const) {
      const { planId } =
        order[0] === 'consent'
          ? await bothGuards()
          : await plan(store, [...saidYes(501), ...[900, 901, 902].map(agreedAgain)], { kind: 'consent' })
      expect(planSummary(store, planId)).toMatchObject({
        send: 0,
        held: 504,
        calls: 0,
        contacts: 0,
        guards: [
          { guard: 'consent', contacts: 3 },
          { guard: 'mass', contacts: 504 },
        ],
      })
      const counts = { consent: 3, mass: 504 }
      expect(await releaseGuard(store, planId, order[0], counts[order[0]])).toMatchObject(
        order[0] === 'consent' ? { send: 0, held: 504 } : { send: 501, held: 3, calls: 501, contacts: 501 },
      )
      expect(await releaseGuard(store, planId, order[1], counts[order[1]])).toMatchObject({
        rows: 504,
        send: 504,
        held: 0,
        calls: 504,
        contacts: 504,
        guards: [
          { guard: 'consent', released: true },
          { guard: 'mass', released: true },
        ],
      })
    }
  })

  test('with a wrong number says the right one, and changes nothing', async () => {
    const { planId } = await bothGuards()
    const before = planSummary(store, planId)
    for (const wrong of [0, 2, 4, 504]) {
      await expect(releaseGuard(store, planId, 'consent', wrong)).rejects.toMatchObject({
        code: 'guard.wrong_count',
        message: `The guard "consent" holds 3 contacts, not ${wrong}. Nothing was released.`,
        hint: expect.stringContaining('with the number 3'),
      })
    }
    await expect(releaseGuard(store, planId, 'clear', 3)).rejects.toMatchObject({
      code: 'guard.wrong_count',
      message: expect.stringContaining('holds nothing in this plan'),
    })
    expect(await releaseGuard(store, planId, 'clear', 0)).toEqual(before)
  })

  test('is refused once the plan has a run, before it is ready, and for no plan', async () => {
    const { planId } = await bothGuards()
    tablesOf(store).runs.add({ id: 'r1', planId, kind: 'consent', operator: 'Pat', settings: {}, startedAtMs: 1 })
    await expect(releaseGuard(store, planId, 'consent', 3)).rejects.toMatchObject({
      code: 'run.state',
      message: expect.stringContaining('run r1'),
    })
    expect(planSummary(store, planId)).toMatchObject({ send: 0, held: 504 })
    await expect(releaseGuard(store, 'nobody', 'consent', 3)).rejects.toMatchObject({ code: 'plan.unknown' })
    const building = plan(store, saidYes(1), { kind: 'consent' }, { planId: 'unready' })
    await expect(releaseGuard(store, 'unready', 'consent', 1)).rejects.toMatchObject({ code: 'plan.not_ready' })
    await building
  })

  test('does not carry over to another plan of the same file', async () => {
    const { planId } = await bothGuards()
    await releaseGuard(store, planId, 'mass', 504)
    const again = await plan(store, [...saidYes(501), ...[900, 901, 902].map((n) => ({ phone: phoneOf(n), consent: true }))], {
      kind: 'consent',
    })
    expect(again.counts).toMatchObject({ send: 0, held: 504 })
  })

  test('can come from no recipe', () => {
    expect(() => parseRecipe(JSON.stringify({ ...recipe({ kind: 'consent' }), release: { consent: 3 } }))).toThrow(
      expect.objectContaining({ code: 'recipe.invalid' }),
    )
  })
})

test('the rules alone: who opted out, when a plan is too big, how reasons are written', () => {
  expect(
    [
      { consent: false, blocked: true },
      { blocked: true },
      { unreachable: true },
      { consent: null, blocked: false },
      { reachableBySms: false },
      {},
    ].map((record) => optOutOf({ uuid: 'u', ...record })),
  ).toEqual(['consent', 'blocked', 'unreachable', null, null, null])
  expect(
    [
      [500, 0],
      [501, 0],
      [501, 1001],
      [501, 1002],
    ].map(([changed = 0, total = 0]) => isMass({ changed, created: 0, total }, guardLimits)),
  ).toEqual([false, true, true, false])
  expect(holdReason(['mass', 'consent'])).toBe('consent mass')
  expect([guardsOf('consent mass'), guardsOf('duplicate')]).toEqual([['consent', 'mass'], []])
})
