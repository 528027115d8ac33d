import { expect, test } from 'vitest'
import { searchContacts } from '../../../../src-main/engine/contacts/search/search-contacts.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()

test('contacts are found by a piece of their name or number, a page at a time, and what is not known of them is null', () => {
  const tables = tablesOf(newStore())
  const put = (uuid: string, record: object) => tables.contacts.putRead({ record: { uuid, ...record }, extra: null }, 5999)
  put('a', { name: 'José', phone: '+15550000001', tags: ['vip'], archived: false, blocked: true, consent: false })
  put('b', { name: 'Joseph', phone: null, phoneRaw: '555 CALL' })
  put('c', { name: 'Ann', phone: '+15550000002' })
  expect(searchContacts(tables, { search: 'jose', offset: 0, limit: 10 })).toEqual({
    contacts: [
      { uuid: 'a', name: 'José', phone: '+15550000001', tags: ['vip'], archived: false, blocked: true, consent: false, readAtSeconds: 5 },
      { uuid: 'b', name: 'Joseph', phone: '555 CALL', tags: [], archived: null, blocked: null, consent: null, readAtSeconds: 5 },
    ],
    total: 2,
  })
  const found = (search: string, offset = 0, limit = 10) =>
    searchContacts(tables, { search, offset, limit }).contacts.map(({ uuid }) => uuid)
  expect(found('00000-02')).toEqual(['c'])
  expect(found('')).toEqual(['c', 'a', 'b'])
  expect([found('', 1, 1), searchContacts(tables, { search: '', offset: 1, limit: 1 }).total]).toEqual([['a'], 3])
})
