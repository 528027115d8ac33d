import { beforeEach, expect, test } from 'vitest'
import type { RowEffect } from '../../../../src-main/engine/model/plans/plan-figures.ts'
import { releaseFileGuards } from '../../../../src-main/engine/plan/guards/release-file.ts'
import { findPlanRows, planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { cachedEffects } from '../../../../src-main/engine/plan/read/row-effects.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { addHeldPlan } from '../held-plan.ts'
import { cache, plan } from '../planning.ts'

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
