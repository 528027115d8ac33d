import { beforeEach, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const ann: CustomerRecord = { uuid: 'ann', phone: '+12125550101', name: 'Ann', tags: [], notes: '', consent: null, blocked: false }
const phone = '+12125550101'
const consent: Partial<Recipe> = { kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] }

/** Of rows about Ann, the one that counts: the first. */
async function counting(rows: readonly RowParts[], parts: Partial<Recipe> = {}) {
  const planned = await plan(
    store,
    rows.map((row) => ({ phone, ...row })),
    { duplicates: 'first', ...parts },
  )
  const [first, ...others] = planned.rows
  expect(others.map((row) => [row.class, row.reason])).toEqual(others.map(() => ['skipped', 'duplicate']))
  if (first === undefined) throw new Error('no row')
  return first
}

test('a row that counts for several keeps the day on which it agreed, so that evidence after a refusal can release it', async () => {
  cache(store, { ...ann, consent: false })
  const agreedAt = { atMs: Date.UTC(2023, 0, 5), precision: 'day' as const }
  const row = await counting(
    [{ consent: true, consentAt: agreedAt, evidence: { Form: '12' }, isUnconfirmed: true }, { consent: true }],
    consent,
  )
  expect(row).toMatchObject({ class: 'held', reason: 'consent', detail: { optOut: 'consent', agreedAt, evidence: { Form: '12' } } })
})

test('a refusal that it says for all goes before its own changes', async () => {
  cache(store, ann)
  const row = await counting([{ consent: false, contact: { name: 'Anna' } }, { contact: { blocked: true } }])
  expect(row.detail.calls).toMatchObject([
    { kind: 'setConsent', consent: false },
    { kind: 'updateCustomer', customer: { name: 'Anna', blocked: true } },
  ])
  expect(row.detail.changes?.map(({ field }) => field).toSorted()).toEqual(['blocked', 'consent', 'name'])
  expect(row.lane).toBe('ann')
  expect(row.detail).not.toHaveProperty('isOptOutExplicit')
})

test('a permission that it says for all comes after its own changes', async () => {
  cache(store, { ...ann, blocked: true })
  const row = await counting([{ contact: { name: 'Anna', blocked: false } }, { consent: true, evidence: { Form: '7' } }])
  expect(row.detail.calls).toMatchObject([
    { kind: 'updateCustomer', customer: { name: 'Anna', blocked: false } },
    { kind: 'setConsent', consent: true },
  ])
})

test('what others outvote is not sent; with nothing left, nothing is', async () => {
  cache(store, { ...ann, blocked: true })
  const row = await counting([{ contact: { blocked: false } }, { contact: { blocked: true } }])
  expect(row).toMatchObject({ class: 'unchanged', reason: null, lane: null, detail: {} })
  expect(row.detail).toStrictEqual({})
})

test('a row that contradicts itself is told of once, however many others it speaks for', async () => {
  cache(store, ann)
  const row = await counting([{ consent: true, contact: { blocked: true } }, { contact: { unreachable: true } }])
  expect(row.detail.issues?.map(({ code }) => code)).toEqual(['consent.contradicts'])
  expect(row.detail.calls).toMatchObject([{ kind: 'updateCustomer', customer: { blocked: true, unreachable: true } }])
})
