import { expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { createSyncWriter } from '../../../../src-main/engine/contacts/sync/sync-writer.ts'
import { createContacts } from '../../../../src-main/engine/store/contacts/contacts.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
const clock = { ...systemClock, nowMs: () => 5000 }
const read = (uuid: string) => ({ record: { uuid, name: uuid }, extra: null })
const uuids = (contacts: ReturnType<typeof createContacts>) => [...contacts.all()].map((one) => one.record.uuid)

test('a complete sync forgets contacts that are no longer listed, but not those that came while it was under way', () => {
  const store = newStore()
  const contacts = tablesOf(store).contacts
  const writer = createSyncWriter(store, clock)
  writer.begin()
  writer.putContacts([read('gone'), read('stays')], 1)
  writer.finish({ complete: true, contacts: 2, isEnd: true })
  writer.begin()
  contacts.putRead(read('looked-up'), 2)
  contacts.applyWrite('created', { name: 'created' }, 2)
  writer.putContacts([read('stays')], 2)
  writer.finish({ complete: true, contacts: 1, isEnd: true })
  for (const _ of writer.forgetGone());
  expect(uuids(contacts).sort()).toEqual(['created', 'looked-up', 'stays'])
})

test('an incomplete sync forgets nothing and is no proof that a contact does not exist', () => {
  const store = newStore()
  const writer = createSyncWriter(store, clock)
  writer.begin()
  writer.putContacts([read('a'), read('b')], 1)
  writer.finish({ complete: true, contacts: 2, isEnd: true })
  writer.begin()
  writer.putContacts([read('a')], 2)
  writer.finish({ complete: false, contacts: 1, isEnd: false })
  for (const _ of writer.forgetGone());
  expect(uuids(tablesOf(store).contacts)).toEqual(['a', 'b'])
  expect(tablesOf(store).syncs.latest()).toMatchObject({ id: 2, complete: false, contacts: 1, finishedAtMs: 5000 })
  expect(tablesOf(store).syncs.latestComplete()).toMatchObject({ id: 1, complete: true, contacts: 2 })
})

test('custom fields and departments are replaced as a whole, in the order of the service', () => {
  const store = newStore()
  const writer = createSyncWriter(store, clock)
  writer.replaceCustomFields([{ uuid: 'x', name: 'Old', dataType: 'string' }])
  writer.replaceCustomFields([
    { uuid: 'f2', name: 'Site', dataType: 'link' },
    { uuid: 'f1', name: 'Plan', dataType: 'string' },
  ])
  writer.replaceDepartments([{ uuid: 'd', name: 'Sales', phone: null, isSmsGroup: true }])
  expect(
    tablesOf(store)
      .customFields.all()
      .map((field) => field.uuid),
  ).toEqual(['f2', 'f1'])
  expect(tablesOf(store).departments.all()).toEqual([{ uuid: 'd', name: 'Sales', phone: null, isSmsGroup: true }])
})
