import { afterEach, expect, test } from 'vitest'
import type { DesiredContact, MappedRow } from '../../../src-main/engine/model/mapped-row.ts'
import { createWishes } from '../../../src-main/engine/plan/wishes.ts'
import { startContactReader, type ContactReader } from '../../../src-main/engine/store/contact-reader.ts'
import { allParts } from '../../../src-main/engine/model/record-parts.ts'
import { createContacts } from '../../../src-main/engine/store/contacts/contacts.ts'
import { createPackedContacts } from '../../../src-main/engine/store/packed-contacts.ts'
import { createPartialContacts } from '../../../src-main/engine/store/partial-contacts.ts'
import { tempStores } from './temp-store.ts'

const newStore = tempStores()
const packed = createPackedContacts(allParts)
const started: ContactReader[] = []
afterEach(async () => {
  for (const reader of started.splice(0)) await reader.close()
})

function filled() {
  const store = newStore()
  const contacts = createContacts(store)
  contacts.putRead({ record: { uuid: 'a', phone: '+15550000001', name: 'Zoë', tags: ['vip'] }, extra: null }, 10)
  contacts.putRead({ record: { uuid: 'b', phone: '+15550000002' }, extra: null }, 10)
  contacts.putRead({ record: { uuid: 'c', phone: '+15550000001' }, extra: null }, 10)
  const reader = startContactReader(store, packed)
  started.push(reader)
  return { store, contacts, reader }
}

test('the thread finds what the cache itself finds, by number and by uuid, in the order of the questions', async () => {
  const { store, reader } = filled()
  const contacts = createPartialContacts(store, packed)
  const phones = ['+15550000002', null, '+15550000009', '+15550000001']
  const uuids = ['c', 'x', null, 'a']
  const answers = await Promise.all([reader.findByPhones(phones, null), reader.findByUuids(uuids), reader.findByPhones([], null)])
  expect(answers).toEqual([
    { contacts: contacts.findByPhones(phones), holders: null },
    contacts.findByUuids(uuids),
    { contacts: [], holders: null },
  ])
})

test('contacts that hold what is wished are named alone; of several with the number all are read, and those that hold less', async () => {
  const { contacts, reader } = filled()
  contacts.putRead({ record: { uuid: 'd', phone: '+15550000004', name: 'Zoë', tags: ['vip', 'new'] }, extra: null }, 10)
  const wish = (contact: DesiredContact): MappedRow => ({ line: 2, key: null, issues: [], contact })
  const tagged = { name: 'Zoe\u0308', tags: { handling: 'add' as const, tags: ['vip'] } }
  const rows = [wish({ name: 'Zoë' }), wish({ name: 'Zoë' }), wish({}), wish(tagged), wish(tagged)]
  const phones = ['+15550000004', '+15550000001', '+15550000004', '+15550000004', null]
  const found = await reader.findByPhones(phones, createWishes('contacts', allParts)?.of(rows) ?? null)
  expect([...(found?.holders ?? [])]).toEqual([4, 0, 0, 0, 0])
  expect(found?.contacts.map((some) => some.map(({ record }) => record.uuid))).toEqual([[], ['a', 'c'], ['d'], ['d'], []])
  contacts.putRead({ record: { uuid: 'e', phone: '+15550000004', name: 'Zoë' }, extra: null }, 10)
  reader.refresh()
  const both = await reader.findByPhones(['+15550000004'], createWishes('contacts', allParts)?.of(rows.slice(0, 1)) ?? null)
  expect([both?.holders?.[0], both?.contacts[0]?.map(({ record }) => record.uuid)]).toEqual([0, ['d', 'e']])
})

test('writing goes on while the thread reads, and is seen after a refresh', async () => {
  const { contacts, reader } = filled()
  expect(await reader.findByUuids(['n'])).toEqual([null])
  for (const name of ['One', 'Two']) {
    contacts.applyWrite('n', { name }, 10)
    reader.refresh()
    expect((await reader.findByUuids(['n']))?.[0]?.record.name).toBe(name)
  }
})

test('a thread that is gone, or cannot read, answers null and leaves nobody waiting', async () => {
  const { store, reader } = filled()
  const asked = reader.findByPhones(['+15550000001'], null)
  await reader.close()
  expect([await asked, await reader.findByUuids(['a'])]).toContainEqual(null)
  expect(await reader.findByUuids(['a'])).toBeNull()
  const other = startContactReader(store, packed)
  started.push(other)
  store.exec('DROP TABLE contacts')
  expect(await other.findByUuids(['a'])).toBeNull()
})
