import { expect, test } from 'vitest'
import { recordsOf, sealPerson } from '../../../src-main/engine/account/seal-records.ts'
import { createContactSearch } from '../../../src-main/engine/contacts/search/contact-search.ts'
import { contactFilterSchema } from '../../../src-main/engine/model/contacts/contact-filter-schema.ts'
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

test('sealing takes somebody out of the cache, its search index, and what syncs found: no word of them is left in the database', async () => {
  const store = newStore()
  const tables = tablesOf(store)
  const phone = entry(1).phone ?? ''
  tables.consentLedger.append(entry(1, { contact: 'sealed' }))
  const put = (uuid: string, name: string, number: string, atMs: number) =>
    tables.contacts.putRead({ record: { uuid, name, phone: number, notes: `${name} likes Xylophone` }, extra: null }, atMs)
  put('other', 'Other', '+12025550188', 1)
  put('sealed', 'Quetzalcoatl', phone, 1)
  put('twin', 'Quetzaltwin', phone, 1)
  tables.syncs.finish(tables.syncs.begin(1), { finishedAtMs: 2, complete: true, contacts: 3 })
  put('sealed', 'Quetzalcoatl Changed', phone, 3)
  tables.contacts.remove('twin', 4)
  put('gone', 'Quetzalgone', phone, 4)
  tables.contacts.remove('gone', 5)
  const search = createContactSearch(store)
  await search.prepare()
  const found = async (text: string) => (await search.page(contactFilterSchema.parse({ search: text }), { offset: 0, limit: 9 })).total
  expect([await found('quetzal'), await found('xylophone')]).toEqual([1, 2])

  const account = { name: 'Practice', baseUrl: 'http://127.0.0.1' }
  sealPerson(store, recordsOf(store, { phone }, 'US'), 1, { operator: 'Pat', account, nowMs: 10 })
  expect([await found('quetzal'), await found('xylophone')]).toEqual([0, 1])
  // What is left free in its pages was written before, and is overwritten by and by.
  store.exec('VACUUM')
  expect(store.serialize().includes('uetzal')).toBe(false)
  expect(store.serialize().includes(phone)).toBe(false)
  expect(tables.contactDifferences.counts()).toEqual([])
  // Nobody is taken for unknown to the service, and added once more, because they are not in the cache.
  expect(tables.syncs.latestComplete()).toMatchObject({ complete: true, hasGaps: true })
})
