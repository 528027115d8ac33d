import { afterEach, expect, test } from 'vitest'
import { startContactReader, type ContactReader } from '../../../src-main/engine/store/contact-reader.ts'
import { allParts } from '../../../src-main/engine/mapping/record-parts.ts'
import { createContacts } from '../../../src-main/engine/store/contacts.ts'
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
  expect(answers).toEqual([{ contacts: contacts.findByPhones(phones), holders: null }, contacts.findByUuids(uuids), { contacts: [], holders: null }])
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
