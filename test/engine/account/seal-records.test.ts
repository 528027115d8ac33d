import { expect, test } from 'vitest'
import { recordsOf, sealPerson } from '../../../src-main/engine/account/seal-records.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { entry } from '../ledger/ledger-entry.ts'
import { tempStores } from '../store/temp-store.ts'

const newStore = tempStores()

test('sealing a person forgets what was read of their latest messages, and what was read of others stays', () => {
  const store = newStore()
  const { askedPosts, consentLedger } = tablesOf(store)
  consentLedger.append(entry(1))
  const [own = '', other] = [entry(1).phone ?? '', '+12025550199']
  for (const phone of [own, other]) askedPosts.add(phone, 5, 3)
  const asked = () => [own, other].map((phone) => askedPosts.refusedAtMs(phone, 0, 9))
  expect(asked()).toEqual([3, 3])
  const account = { name: 'Practice', baseUrl: 'http://127.0.0.1' }
  sealPerson(store, recordsOf(store, { phone: own }, 'US'), 1, { operator: 'Pat', account, nowMs: 10 })
  expect(asked()).toEqual([undefined, 3])
})
