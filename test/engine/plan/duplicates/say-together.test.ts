import { expect, test } from 'vitest'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan } from '../planning.ts'

const newStore = tempStores()

test('a row that counts for several keeps the day on which it agreed, so that evidence after a refusal can release it', async () => {
  const store = newStore()
  addFile(store)
  const ann = { uuid: 'ann', phone: '+12125550101', name: 'Ann', consent: false, blocked: false }
  cache(store, ann)
  const agreedAt = { atMs: Date.UTC(2023, 0, 5), precision: 'day' as const }
  const { rows } = await plan(
    store,
    [
      { phone: ann.phone, consent: true, consentAt: agreedAt, evidence: { Form: '12' }, isUnconfirmed: true },
      { phone: ann.phone, consent: true },
    ],
    { kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }], duplicates: 'first' },
  )
  expect(rows.map((row) => [row.class, row.reason])).toEqual([
    ['held', 'consent'],
    ['skipped', 'duplicate'],
  ])
  expect(rows[0]?.detail).toMatchObject({ optOut: 'consent', agreedAt, evidence: { Form: '12' } })
})
