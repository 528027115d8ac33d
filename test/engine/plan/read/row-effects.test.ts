import { beforeEach, expect, test } from 'vitest'
import type { RowEffect } from '../../../../src-main/engine/model/plans/plan-figures.ts'
import { releaseFileGuards } from '../../../../src-main/engine/plan/guards/release-file.ts'
import { findPlanRows, planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { cachedEffects, createEffectTally } from '../../../../src-main/engine/plan/read/row-effects.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { SendRow } from '../../../../src-main/engine/store/plans/plan-row-record.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addHeldPlan } from '../held-plan.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
const phone = (n: number) => `+1555${String(n).padStart(7, '0')}`
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const numbersOf = async (planId: string, query: Partial<Parameters<typeof findPlanRows>[2]>) =>
  (await findPlanRows(store, planId, { offset: 0, limit: 500, ...query })).rows.map(({ row }) => row)

/** Six contacts: two that change, one with consent, one that refuses, one that is emptied, one that is new, one that stays. */
async function sixRows() {
  cache(
    store,
    { uuid: 'a', phone: phone(1), name: 'Ann', notes: '', tags: [] },
    { uuid: 'b', phone: phone(2), name: 'Ben', notes: 'old', tags: ['vip'] },
    { uuid: 'c', phone: phone(3), name: 'Cem', consent: null },
    { uuid: 'd', phone: phone(4), name: 'Dee', consent: true },
    { uuid: 'f', phone: phone(6), name: 'Fay' },
  )
  return plan(
    store,
    [
      { phone: phone(1), contact: { name: 'Anna' } },
      { phone: phone(9), contact: { name: 'Gus' }, consent: true },
      { phone: phone(2), contact: { name: 'Benedikt', notes: '' } },
      { phone: phone(3), consent: true },
      { phone: phone(4), consent: false, contact: { tags: { handling: 'add', tags: ['x'] } } },
      { phone: phone(6), contact: { name: 'Fay' } },
    ],
    { notFound: 'create' },
  )
}

test('the figures of a plan say what its rows do, each of them counted where it belongs', async () => {
  const { planId } = await sixRows()
  const { figures } = await cachedEffects(store, planId)
  expect(figures).toMatchObject({ rows: 5, created: 1, updated: 4, given: 2, refused: 1, emptied: 1, conversations: 0, days: [] })
  expect(figures.fields.map(({ field, rows }) => [field, rows])).toEqual([
    ['name', 2],
    ['notes', 1],
    ['tags', 1],
    ['consent', 2],
  ])
})

test('each figure is the number of the rows that its filter lists', async () => {
  const { planId } = await sixRows()
  const rows = (effect: RowEffect) => numbersOf(planId, { class: 'send', effect })
  expect(await rows({ what: 'created' })).toEqual([2])
  expect(await rows({ what: 'updated' })).toEqual([1, 3, 4, 5])
  expect(await rows({ what: 'given' })).toEqual([2, 4])
  expect(await rows({ what: 'refused' })).toEqual([5])
  expect(await rows({ what: 'emptied' })).toEqual([3])
  expect(await rows({ what: 'field', field: 'name' })).toEqual([1, 3])
  expect(await rows({ what: 'field', field: 'nothing' })).toEqual([])
  expect(await numbersOf(planId, { effect: { what: 'updated' }, search: 'ben' })).toEqual([3])
  expect(await numbersOf(planId, { class: 'unchanged', effect: { what: 'updated' } })).toEqual([])
})

test('contacts that are there already come before new ones, page by page', async () => {
  const { planId } = await sixRows()
  expect(await numbersOf(planId, { class: 'send', updatedFirst: true })).toEqual([1, 3, 4, 5, 2])
  expect(await numbersOf(planId, { class: 'send', updatedFirst: true, offset: 3, limit: 2 })).toEqual([5, 2])
  expect(await numbersOf(planId, { class: 'send' })).toEqual([1, 2, 3, 4, 5])
})

test('rows that only the file holds are under "will change" in the review, those that a row guard holds are not', async () => {
  addHeldPlan(store, 'p', [[], ['mass'], ['consent', 'mass'], null, ['clear', 'mass'], ['keyword']])
  expect(planSummary(store, 'p')).toMatchObject({ send: 1, held: 4, fileHeld: { rows: 2, contacts: 2, calls: 2 } })
  expect(await numbersOf('p', { class: 'send', asReviewed: true })).toEqual([1, 2, 5])
  expect(await numbersOf('p', { class: 'held', asReviewed: true })).toEqual([3, 6])
  expect(await numbersOf('p', { class: 'held' })).toEqual([2, 3, 5, 6])
  expect(await numbersOf('p', { class: 'unchanged', asReviewed: true })).toEqual([4])
  expect((await cachedEffects(store, 'p')).figures).toMatchObject({ rows: 3, updated: 3 })
})

test('one number releases all guards of the file and no guard of a row; another number releases none', async () => {
  addHeldPlan(store, 'p', [[], ['mass'], ['consent', 'mass'], null, ['clear', 'mass'], ['keyword']])
  const before = planSummary(store, 'p')
  for (const wrong of [0, 1, 3, 4]) {
    await expect(releaseFileGuards(store, 'p', wrong)).rejects.toMatchObject({ code: 'guard.wrong_count' })
    expect(planSummary(store, 'p')).toEqual(before)
  }
  expect(await releaseFileGuards(store, 'p', 2)).toMatchObject({ send: 3, held: 2, fileHeld: { rows: 0, contacts: 0 } })
  expect(await numbersOf('p', { class: 'send', asReviewed: true })).toEqual([1, 2, 5])
  expect(await numbersOf('p', { class: 'held', asReviewed: true })).toEqual([3, 6])
})

test('messages are counted by conversation and by the day that the file tells', async () => {
  cache(store, { uuid: 'a', phone: phone(1), name: 'Ann' }, { uuid: 'b', phone: phone(2), name: 'Ben' })
  const day = Date.UTC(2026, 2, 30) / 1000
  const message = (body: string, sentAtSeconds: number | null) => ({ body, attachments: [], sentAtSeconds })
  const { planId } = await plan(
    store,
    [
      { phone: phone(1), message: message('Hello', day + 60) },
      { phone: phone(1), message: message('There', day + 86_400) },
      { phone: phone(2), message: message('No time', null) },
    ],
    {
      kind: 'messages',
      fields: [
        { to: 'body', from: ['Text'] },
        { to: 'sentAt', from: ['Date'] },
      ],
    },
  )
  const { figures } = await cachedEffects(store, planId)
  expect(figures).toMatchObject({ rows: 3, created: 0, updated: 0, conversations: 2 })
  expect(figures.days).toEqual([
    { day: '2026-03-30', rows: 1 },
    { day: '2026-03-31', rows: 1 },
  ])
  expect(await numbersOf(planId, { effect: { what: 'day', day: '2026-03-31' } })).toEqual([2])
  const { rows } = await findPlanRows(store, planId, { offset: 0, limit: 9 })
  expect(rows.map(({ sentAtSeconds }) => sentAtSeconds)).toEqual([day + 60, day + 86_400, undefined])
})

const calling = (row: number, ...calls: PlannedCall[]): SendRow => ({
  ...{
    row,
    line: row + 1,
    class: 'send',
    reason: null,
    lane: 'u',
    laneOrder: null,
    contactUuid: `u${row}`,
    phone: phone(row),
    groupRow: null,
  },
  detail: { calls },
})
const post = { groupUuid: null, attachments: [] }
const textTo = (number: string, body: string): PlannedCall => ({
  ...{ kind: 'sendToPhone', phone: number, groupUuid: null },
  post: { as: 'message', body, attachments: [], resolve: false },
})

test('figures of texts and whispers are given where there are any, and of nothing else', () => {
  const figuresOf = (...rows: SendRow[]) => {
    const tally = createEffectTally(9)
    rows.forEach(tally.add)
    return tally.effects(undefined).figures
  }
  const none = { rows: 1, created: 0, updated: 0, given: 0, refused: 0, emptied: 0, fields: [], conversations: 0, days: [] }
  const update = calling(1, { kind: 'setConsent', uuid: 'u1', phone: null, consent: true })
  expect(figuresOf(update)).toStrictEqual({ ...none, updated: 1 })
  const message = calling(1, { kind: 'importMessage', phone: phone(1), body: 'Hi', ...post })
  expect(figuresOf(message)).toStrictEqual({ ...none, conversations: 1 })
  const whisper = calling(2, { kind: 'writeWhisper', phone: phone(1), body: 'Hi', ...post })
  expect(figuresOf(message, whisper)).toStrictEqual({ ...none, rows: 2, conversations: 2, whispers: 1 })
  const long = calling(3, textTo(phone(3), 'x'.repeat(200)))
  expect(figuresOf(update, message, long)).toMatchObject({ texts: { segments: 2, longest: 2, people: 1 } })
})

test('a plan of a single row has its figures, and one that is not ready or not there has none yet', async () => {
  cache(store, { uuid: 'a', phone: phone(1), name: 'Ann' })
  const { planId } = await plan(store, [{ phone: phone(1), contact: { name: 'Anna' } }])
  expect((await cachedEffects(store, planId)).figures).toMatchObject({ rows: 1, updated: 1 })
  tablesOf(store).plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, builder: null })
  for (const id of ['p', 'gone']) expect((await cachedEffects(store, id)).figures).toMatchObject({ rows: 0, fields: [] })
})

test.each<[string, Partial<Recipe>, object | undefined]>([
  ['the filter keeps what customers wrote', { only: { column: 'Direction', is: ['inbound'] } }, { rows: 2, class: 'skipped' }],
  ['the filter keeps both sides', { only: { column: 'Direction', is: ['inbound', 'outbound'] } }, { rows: 1, class: 'invalid' }],
  ['the filter keeps words that tell no side', { only: { column: 'State', is: ['sent'] } }, { rows: 1, class: 'invalid' }],
  ['there is no filter', {}, { rows: 1, class: 'invalid' }],
])('how many messages the office wrote, where %s', async (_what, parts, fromOffice) => {
  const message = { body: 'Hi', attachments: [], sentAtSeconds: null }
  const outbound = {
    line: 2,
    column: 'Direction',
    severity: 'error' as const,
    value: 'out',
    message: 'm',
    hint: 'h',
    code: 'message.outbound',
  }
  const filtered = { column: 'Direction', value: 'out' }
  const rows: RowParts[] = [
    { phone: phone(1), message },
    { phone: phone(1), message, filtered },
    { phone: phone(1), message, filtered },
    { phone: phone(1), message, isBlank: true },
    { phone: phone(1), message, issues: [outbound] },
    { phone: phone(1), message, issues: [{ ...outbound, code: 'message.empty' }] },
    { phone: phone(1), message, issues: [{ ...outbound, code: 'message.empty' }] },
  ]
  const { planId } = await plan(store, rows, { kind: 'messages', ...parts })
  expect((await cachedEffects(store, planId)).figures.fromOffice).toEqual(fromOffice)
})

test.each<[string, Partial<Recipe>, RowParts]>([
  ['nothing was left out', { only: { column: 'Direction', is: ['inbound'] } }, {}],
  [
    'the rest are no whispers',
    { only: { column: 'Direction', is: ['inbound'] }, whispers: { column: 'Direction', is: ['note'] } },
    { filtered: { column: 'Direction', value: 'out' } },
  ],
  [
    'it is about contacts',
    { kind: 'contacts', only: { column: 'Direction', is: ['inbound'] } },
    { filtered: { column: 'Direction', value: 'out' } },
  ],
])('nothing is told of the office where %s', async (_what, parts, row) => {
  const message = { body: 'Hi', attachments: [], sentAtSeconds: null }
  const { planId } = await plan(store, [{ phone: phone(1), message, ...row }], { kind: 'messages', ...parts })
  expect((await cachedEffects(store, planId)).figures).not.toHaveProperty('fromOffice')
})
