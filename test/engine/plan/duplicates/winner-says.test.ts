import { beforeEach, expect, test } from 'vitest'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
const phone = '+12125550101'
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, { uuid: 'ann', phone, name: 'Ann', tags: [], notes: '', consent: null, blocked: false })
})

const planned = async (rows: readonly RowParts[], duplicates: 'first' | 'invalid' = 'first') =>
  (
    await plan(
      store,
      rows.map((row, at) => ({ phone, evidence: { Form: String(at + 1) }, ...row })),
      { duplicates },
    )
  ).rows

test('the row that counts says the permission of the first that agrees, with its evidence', async () => {
  const [first] = await planned([{ contact: { name: 'Anna' } }, { contact: { notes: 'x' } }, { consent: true }, { consent: true }])
  expect(first?.detail).toMatchObject({ calls: [{ customer: { name: 'Anna' } }, { consent: true }], evidence: { Form: '3' } })
})

test('a row that agrees itself has its own evidence, also where it says what others do', async () => {
  const [first] = await planned([
    { consent: true, contact: { name: 'Anna' } },
    { consent: true, contact: { unreachable: false } },
  ])
  expect(first?.detail.calls).toHaveLength(2)
  expect(first?.detail).toMatchObject({ evidence: { Form: '1' }, calls: [{ customer: { unreachable: false } }, { consent: true }] })
})

test('a row that refuses has its own evidence, also where others block', async () => {
  const [first] = await planned([{ consent: false }, { consent: true, contact: { blocked: true } }])
  expect(first?.detail).toMatchObject({ evidence: { Form: '1' }, calls: [{ consent: false }, { customer: { blocked: true } }] })
})

test('where no row counts, none says what others do', async () => {
  const rows = await planned([{ consent: true }, { contact: { unreachable: true } }], 'invalid')
  expect(rows.map(({ detail }) => detail.issues?.map(({ code }) => code))).toEqual([
    ['match.duplicate'],
    ['match.duplicate', 'consent.refusal_only'],
  ])
})
