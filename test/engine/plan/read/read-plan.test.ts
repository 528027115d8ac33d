import { beforeEach, expect, test, vi } from 'vitest'
import { findPlanRows, pageOfRows, planRows, planSummary, shownPlanRow } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { thisProcess } from '../../../../src-main/engine/store/process-owner.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan } from '../planning.ts'

const newStore = tempStores()
const phone = (n: number) => `+1555${String(n).padStart(7, '0')}`
const people = (count: number) => Array.from({ length: count }, (_, n) => ({ uuid: `u${n}`, phone: phone(n), name: `Person ${n}` }))
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

test('any page of a class is the same as that part of all its rows, far into the plan too', async () => {
  cache(store, ...people(2600))
  const rows = Array.from({ length: 2600 }, (_, n) => ({ phone: phone(n), contact: { name: n % 900 === 7 ? 'New' : `Person ${n}` } }))
  const { planId } = await plan(store, rows)
  const numbers = (query: Parameters<typeof planRows>[2]) => planRows(store, planId, query).rows.map((row) => row.row)
  expect(numbers({ class: 'send', offset: 0, limit: 10 })).toEqual([8, 908, 1808])
  expect(numbers({ class: 'send', offset: 2, limit: 10 })).toEqual([1808])
  expect(numbers({ class: 'unchanged', offset: 2500, limit: 3 })).toEqual([2504, 2505, 2506])
  expect(numbers({ offset: 2598, limit: 10 })).toEqual([2599, 2600])
  expect(planRows(store, planId, { class: 'unchanged', offset: 5000, limit: 5 })).toEqual({ rows: [], total: 2597 })
  expect(planRows(store, planId, { class: 'send', search: 'person 907', offset: 0, limit: 5 })).toMatchObject({
    total: 1,
    rows: [{ row: 908 }],
  })
  expect(planRows(store, planId, { search: '(555) 000-0907', offset: 0, limit: 5 })).toMatchObject({ total: 1, rows: [{ row: 908 }] })
})

test('a search finds what a row changes, from and to, also of contacts that are new, and no word of our own', async () => {
  cache(store, { uuid: 'a', phone: phone(1), name: 'Ann', tags: ['vip'] })
  const { planId } = await plan(
    store,
    [
      { phone: phone(1), contact: { name: 'Anna', notes: '100% "sure" \\o/' } },
      { phone: phone(2), contact: { name: 'Benedikt Öztürk' } },
      { phone: phone(3), contact: { name: 'Cem', tags: { handling: 'add', tags: ['Newsletter'] } } },
    ],
    { notFound: 'create' },
  )
  const found = (search: string) => planRows(store, planId, { search, offset: 0, limit: 9 }).rows.map((row) => row.row)
  expect(found('benedikt öz')).toEqual([2])
  expect(found('newsl')).toEqual([3])
  expect(found('100% "sure"')).toEqual([1])
  expect(found('\\o/')).toEqual([1])
  expect(found('100_')).toEqual([])
  for (const own of ['createCustomer', 'before', 'field', 'handling']) expect(found(own)).toEqual([])
})

test('a combination of filters is found once for all of its pages, and anew after the plan has changed', async () => {
  cache(store, ...people(300))
  const rows = Array.from({ length: 300 }, (_, n) => ({ phone: phone(n), contact: { name: n % 3 === 0 ? `New ${n}` : `Person ${n}` } }))
  const { planId } = await plan(store, rows)
  const query = { class: 'send', search: 'new 1' } as const
  const all = planRows(store, planId, { ...query, offset: 0, limit: 500 })
  expect(all.rows.map(({ row }) => row)).toEqual(rows.flatMap((_, n) => (n % 3 === 0 && `New ${n}`.startsWith('New 1') ? [n + 1] : [])))
  for (let offset = 0; offset <= all.total; offset += 7) {
    const page = await findPlanRows(store, planId, { ...query, offset, limit: 7 })
    expect(page).toEqual({ rows: all.rows.slice(offset, offset + 7), total: all.total })
  }
  const first = all.rows[0]?.row ?? 0
  tablesOf(store).planRows.replace(planId, first, { class: 'skipped', reason: 'excluded', lane: null, detail: {} })
  const { totals } = tablesOf(store).plans.find(planId) ?? {}
  const blocks = tablesOf(store).plans.blocks(planId)
  if (!totals || blocks === null) throw new Error('the plan is not ready')
  tablesOf(store).plans.setTotals(planId, { ...totals, send: totals.send - 1, skipped: totals.skipped + 1 }, blocks)
  expect((await findPlanRows(store, planId, { ...query, offset: 0, limit: 1 })).total).toBe(all.total - 1)
})

test('a row says in words why nothing is sent, who it is about, and what a message says', async () => {
  cache(store, { uuid: 'a', phone: phone(1), name: 'Ann' })
  const contacts = await plan(store, [
    { phone: phone(1), contact: { name: 'Anna' } },
    { phone: phone(1), contact: { name: 'Ann' } },
    { phone: phone(2), contact: { name: 'Ben' } },
    {},
  ])
  expect(planRows(store, contacts.planId, { offset: 0, limit: 9 }).rows.map((row) => [row.reason, row.contact])).toEqual([
    ['Row 3 of this file is about the same contact and counts instead.', { uuid: 'a', name: 'Ann', phone: phone(1) }],
    ['The service already says so.', { uuid: 'a', name: 'Ann', phone: phone(1) }],
    ['The service has no such contact, and creating contacts is off.', { uuid: null, name: null, phone: phone(2) }],
    [null, null],
  ])
  const created = await plan(store, [{ phone: phone(2), contact: { name: 'Ben' } }], { notFound: 'create' })
  expect(planRows(store, created.planId, { offset: 0, limit: 9 }).rows[0]?.contact).toEqual({ uuid: null, name: 'Ben', phone: phone(2) })
  const messages = await plan(store, [{ phone: phone(1), message: { body: 'Hello', attachments: [], sentAtSeconds: null } }], {
    kind: 'messages',
  })
  expect(planRows(store, messages.planId, { offset: 0, limit: 9 }).rows[0]?.changes).toEqual([
    { field: 'message', label: 'Message', before: null, beforeKnown: true, after: 'Hello' },
  ])
})

test('a plan that is not ready has a summary but no rows yet, and one that does not exist has neither', () => {
  tablesOf(store).plans.add({
    id: 'p',
    fileId: 'file',
    dialect,
    columns,
    recipe: recipe(),
    lookup: 'never',
    createdAtMs: 2500,
    builder: thisProcess,
  })
  expect(planSummary(store, 'p')).toMatchObject({ state: 'building', rows: 0, createdAtSeconds: 2.5, fileName: 'list.csv' })
  expect(() => planRows(store, 'p', { offset: 0, limit: 1 })).toThrow(expect.objectContaining({ code: 'plan.not_ready' }))
  expect(() => planRows(store, 'q', { offset: 0, limit: 1 })).toThrow(expect.objectContaining({ code: 'plan.unknown' }))
  expect(() => planSummary(store, 'q')).toThrow(expect.objectContaining({ code: 'plan.unknown' }))
})

test('rows that withdraw consent say by when that must be honored, on every page that shows them', async () => {
  cache(store, ...people(21).map((one) => ({ ...one, consent: true })))
  const rows = Array.from({ length: 21 }, (_, n) => ({ phone: phone(n), consent: false }))
  const { planId } = await plan(store, rows, { kind: 'consent' })
  const shown = [
    planRows(store, planId, { class: 'held', offset: 0, limit: 1 }),
    pageOfRows(store, planId, { offset: 0, limit: 1 }, Uint32Array.of(1, 2)),
  ]
  for (const page of shown) expect(page.rows).toMatchObject([{ row: 1, reason: expect.stringContaining('must be honored by') }])
  expect(shown.map(({ total }) => total)).toEqual([21, 2])
})

test('of a plan that is not there nothing is shown', () => {
  expect(() => planRows(store, 'gone', { offset: 0, limit: 5 })).toThrow('There is no such plan.')
  expect(pageOfRows(store, 'gone', { offset: 0, limit: 5 }, Uint32Array.of(1))).toEqual({ rows: [], total: 1 })
})

test('a held row shows how its contact refused, and when they refused and agreed where that is known', async () => {
  cache(store, { uuid: 'a', phone: phone(1), name: 'Ann', consent: false })
  const { planId } = await plan(store, [{ phone: phone(1), consent: true }], { kind: 'consent' })
  const refusal = (detail: object) => {
    tablesOf(store).planRows.setDetail(planId, 1, detail)
    return shownPlanRow(store, planId, 1)?.refusal
  }
  expect(shownPlanRow(store, planId, 1)?.class).toBe('held')
  expect(refusal({ optOut: 'ledger' })).toEqual({ optOut: 'ledger', evidence: {} })
  const agreedAt = { atMs: 9_000, precision: 'day' }
  expect(refusal({ optOut: 'ledger', refusedAtMs: 5_000, agreedAt, evidence: { Form: 'web' } })).toEqual({
    ...{ optOut: 'ledger', evidence: { Form: 'web' } },
    ...{ refusedAtSeconds: 5, agreedAtSeconds: 9 },
  })
  expect(refusal({})).toBeUndefined()
  expect(shownPlanRow(store, planId, 9)).toBeNull()
})

test('a row says what holds it, and how many texts and people it takes, only where that is so', async () => {
  cache(store, { uuid: 'a', phone: phone(1), name: 'Ann', consent: false }, { uuid: 'b', phone: phone(2), name: 'Ben' })
  const { planId } = await plan(
    store,
    [
      { phone: phone(1), consent: true },
      { phone: phone(2), consent: true },
      { phone: phone(2), consent: true },
    ],
    { kind: 'consent' },
  )
  const shown = (row: number) => shownPlanRow(store, planId, row)
  expect([shown(1)?.class, shown(1)?.heldBy]).toEqual(['held', ['consent']])
  expect([shown(2)?.class, shown(3)?.class]).toEqual(['skipped', 'send'])
  for (const row of [2, 3])
    for (const part of ['heldBy', 'segments', 'people', 'sentAtSeconds']) expect(shown(row)).not.toHaveProperty(part)
  const post = { as: 'message' as const, body: 'x'.repeat(200), attachments: [], resolve: false }
  tablesOf(store).planRows.setDetail(planId, 3, { calls: [{ kind: 'sendToPhone', phone: phone(2), groupUuid: null, post }] })
  expect(shown(3)).toMatchObject({ segments: 2 })
  store.prepare('UPDATE plan_rows SET phone = ? WHERE row = 3').run([phone(2), phone(3)].join(','))
  expect(shown(3)).toMatchObject({ people: 2, contact: { phone: `${phone(2)}, ${phone(3)}` } })
})

test('a summary counts those who are not there apart, and the groups of rows about one contact', async () => {
  cache(store, ...people(1))
  const { planId } = await plan(store, [
    { phone: phone(0), contact: { name: 'A' } },
    { phone: phone(0), contact: { name: 'B' } },
    { phone: phone(5) },
    { phone: phone(6) },
  ])
  expect(planSummary(store, planId)).toMatchObject({ skipped: 3, notFound: 2, duplicateGroups: 1, unlikeSha256: null })
  const { totals } = tablesOf(store).plans.find(planId) ?? {}
  expect(totals?.skips.map(({ reason }) => reason).toSorted()).toEqual(['duplicate', 'not_found'])
})

test('a class and an issue are looked for together', async () => {
  const issue = { line: 2, column: 'A', code: 'name.odd', severity: 'warning' as const, value: 'x', message: 'm', hint: 'h' }
  cache(store, ...people(3))
  const rows = ['New', 'Person 1', 'Newer'].map((name, n) => ({ phone: phone(n), contact: { name }, issues: n === 2 ? [] : [issue] }))
  const { planId } = await plan(store, rows)
  const found = (query: Partial<Parameters<typeof planRows>[2]>) => {
    const page = planRows(store, planId, { offset: 0, limit: 9, ...query })
    return [page.total, page.rows.map(({ row }) => row)]
  }
  expect(found({ issueCode: 'name.odd' })).toEqual([2, [1, 2]])
  expect(found({ class: 'send' })).toEqual([2, [1, 3]])
  expect(found({ class: 'send', issueCode: 'name.odd' })).toEqual([1, [1]])
  expect(found({ class: 'send', corrected: true })).toEqual([0, []])
  expect(found({ issueCode: 'name.odd', corrected: true })).toEqual([0, []])
})

test('rows with issues are found alone, and with what else is asked for', async () => {
  const issue = (line: number, code: string) => ({
    ...{ line, column: 'Name', code, severity: 'warning' as const, value: 'x', message: 'Odd.', hint: 'Look.' },
  })
  cache(store, ...people(4))
  const rows = Array.from({ length: 4 }, (_, n) => ({
    ...{ phone: phone(n), contact: { name: n === 3 ? `Person ${n}` : `New ${n}` } },
    issues: n === 0 ? [] : [issue(n + 2, n === 1 ? 'name.odd' : 'name.long')],
  }))
  const { planId } = await plan(store, rows)
  const found = async (query: Partial<Parameters<typeof findPlanRows>[2]>) =>
    (await findPlanRows(store, planId, { withIssues: true, offset: 0, limit: 9, ...query })).rows.map(({ row }) => row)
  expect(await found({})).toEqual([2, 3, 4])
  expect(await found({ class: 'send' })).toEqual([2, 3])
  expect(await found({ class: 'unchanged' })).toEqual([4])
  expect(await found({ issueCode: 'name.odd' })).toEqual([2])
  expect(await found({ search: 'new 2' })).toEqual([3])
  expect(await found({ corrected: true })).toEqual([])
  expect(await found({ withIssues: false, class: 'send' })).toEqual([1, 2, 3])
})

test.each([
  [{}, false],
  [{ class: 'send' }, false],
  [{ issueCode: 'x' }, false],
  [{ corrected: true }, false],
  [{ class: 'send', issueCode: 'x' }, true],
  [{ class: 'send', search: 'Ann' }, true],
  [{ withIssues: true }, true],
] as const)('a page of the rows with %j is found by looking at each row: %j', async (query, looksAtEach) => {
  const { planId } = await plan(store, [{ phone: phone(1) }])
  const fitting = vi.spyOn(tablesOf(store).planRows, 'fitting')
  planRows(store, planId, { ...query, offset: 0, limit: 5 })
  expect(fitting).toHaveBeenCalledTimes(looksAtEach ? 1 : 0)
})
