import { expect, test } from 'vitest'
import { goneAt } from '../../../../src-main/engine/contacts/search/gone-search.ts'
import { type ContactFilterInput, contactFilterSchema } from '../../../../src-main/engine/model/contacts/contact-filter-schema.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()

function withGone(records: readonly CustomerRecord[]) {
  const store = newStore()
  const tables = tablesOf(store)
  records.forEach((record, at) => {
    tables.contacts.putRead({ record, extra: null }, 5000)
    tables.contacts.remove(record.uuid, 1_700_000_000_000 + at * 1000)
  })
  tables.contacts.putRead({ record: { uuid: 'here', name: 'Still Here' }, extra: null }, 5000)
  const find = async (filter: ContactFilterInput = {}, page = { offset: 0, limit: 10 }) => {
    const { contacts, total } = await goneAt(tables, contactFilterSchema.parse(filter), page)
    return [contacts.map(({ record }) => record.uuid), total]
  }
  return { tables, find }
}

test('who is gone is listed, the last one first, a page at a time, as last known; nobody who is there is', async () => {
  const { tables, find } = withGone([
    { uuid: 'ann', name: 'Ann' },
    { uuid: 'ben', name: 'Ben' },
    { uuid: 'cleo', name: 'Cleo' },
  ])
  expect(await find()).toEqual([['cleo', 'ben', 'ann'], 3])
  expect(await find({}, { offset: 1, limit: 1 })).toEqual([['ben'], 3])
  expect(tables.goneContacts.count()).toBe(3)
  const { contacts } = await goneAt(tables, contactFilterSchema.parse({}), { offset: 0, limit: 1 })
  expect(contacts[0]).toMatchObject({ goneAtMs: 1_700_000_002_000, record: { name: 'Cleo' } })
  tables.contacts.putRead({ record: { uuid: 'ben', name: 'Ben' }, extra: null }, 6000)
  expect([await find(), tables.goneContacts.count()]).toEqual([[['cleo', 'ann'], 2], 2])
})

test('they are found by words of all that was known, by pieces of numbers, by consent and by tags', async () => {
  const { find } = withGone([
    { uuid: 'ann', name: 'José Núñez', phone: '+12025550101', tags: ['VIP'], consent: true },
    { uuid: 'ben', name: 'Ben', phone: '+12025550102', notes: 'moved to Málaga', consent: false },
  ])
  expect(await find({ search: 'nunez jose' })).toEqual([['ann'], 1])
  expect(await find({ search: 'MALAGA' })).toEqual([['ben'], 1])
  expect(await find({ search: '(202) 555-0102' })).toEqual([['ben'], 1])
  expect(await find({ search: 'jose ben' })).toEqual([[], 0])
  expect(await find({ consent: ['refused'] })).toEqual([['ben'], 1])
  expect(await find({ consent: ['notAsked'] })).toEqual([[], 0])
  expect(await find({ tags: ['vip'] })).toEqual([['ann'], 1])
})

test.each([{ flags: ['blocked' as const] }, { run: 'r1' }, { notSeenSinceMs: 5 }, { field: { uuid: 'f', value: 'x' } }])(
  'what is not known of them is refused rather than ignored: %j',
  async (filter) => {
    const { find } = withGone([{ uuid: 'ann', name: 'Ann' }])
    await expect(find(filter)).rejects.toMatchObject({ code: 'usage' })
  },
)
