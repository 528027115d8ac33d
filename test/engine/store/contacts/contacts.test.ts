import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContacts } from '../../../../src-main/engine/store/contacts/contacts.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const read = (record: CustomerRecord) => ({ record, extra: null })

test('a contact is found by uuid and by phone, and a number held twice answers both', () => {
  const contacts = createContacts(newStore())
  contacts.putRead(read({ uuid: 'a', phone: '+15550000001', name: 'Ann' }), 10)
  contacts.putRead(read({ uuid: 'b', phone: '+15550000001', name: 'Ben' }), 10)
  contacts.putRead(read({ uuid: 'c', phone: null, name: null }), 10)
  expect(contacts.findByUuid('a')?.record).toEqual({ uuid: 'a', phone: '+15550000001', name: 'Ann' })
  expect(contacts.findByPhone('+15550000001').map((one) => one.record.uuid)).toEqual(['a', 'b'])
  expect(contacts.findByPhone('+15550000002')).toEqual([])
  expect(contacts.count()).toBe(3)
})

test('a contact read again keeps what the service does not show and takes over what it shows, null included', () => {
  const contacts = createContacts(newStore())
  contacts.putRead(read({ uuid: 'a', phone: '+15550000001', name: 'Ann', notes: 'old', consent: true }), 10)
  contacts.applyWrite('a', { email: 'ann@example.com', unreachable: false }, 20)
  contacts.putRead(read({ uuid: 'a', phone: '+15550000009', name: null }), 30)
  expect(contacts.findByUuid('a')?.record).toEqual({
    uuid: 'a',
    phone: '+15550000009',
    name: null,
    notes: 'old',
    consent: true,
    email: 'ann@example.com',
    unreachable: false,
  })
  expect(contacts.findByPhone('+15550000001')).toEqual([])
})

test('a record that was read before the last write does not undo it', () => {
  const contacts = createContacts(newStore())
  contacts.putRead(read({ uuid: 'a', name: 'Ann' }), 10)
  contacts.applyWrite('a', { name: 'Anna' }, 30)
  contacts.putRead(read({ uuid: 'a', name: 'Ann', notes: 'new' }), 20)
  expect(contacts.findByUuid('a')?.record).toEqual({ uuid: 'a', name: 'Anna', notes: 'new' })
})

test('a write changes custom fields one by one and adds a contact that is not cached', () => {
  const contacts = createContacts(newStore())
  contacts.putRead(read({ uuid: 'a', customFields: { one: '1', two: '2' } }), 10)
  contacts.applyWrite('a', { customFields: { two: 'zwei' } }, 20)
  contacts.applyWrite('n', { phone: '+15550000003', name: 'New' }, 20)
  expect(contacts.findByUuid('a')?.record.customFields).toEqual({ one: '1', two: 'zwei' })
  expect(contacts.findByPhone('+15550000003').map((one) => one.record.name)).toEqual(['New'])
})

test('a write on a contact that was read for it is the same as any other, whoever has written on the contact meanwhile', () => {
  const text = fc.constantFrom('Ann', 'ANN', 'Ben', null)
  const record = fc.record(
    {
      name: text,
      notes: text,
      email: text,
      tags: fc.subarray(['a', 'b']),
      blocked: fc.boolean(),
      consent: fc.constantFrom(true, false, null),
      customFields: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2')),
    },
    { requiredKeys: [] },
  )
  const atMs = fc.integer({ min: 10, max: 12 })
  const meanwhile = fc.option(
    fc.oneof(
      fc.record({ act: fc.constant('read' as const), record, atMs, extra: fc.constantFrom(null, { odd: 1 }) }),
      fc.record({ act: fc.constant('write' as const), record, atMs }),
      fc.record({ act: fc.constant('remove' as const) }),
    ),
    { nil: null },
  )
  const store = newStore()
  let number = 0
  fc.assert(
    fc.property(
      record,
      atMs,
      meanwhile,
      record,
      atMs,
      fc.option(record, { nil: null }),
      (first, firstAtMs, other, patch, writtenAtMs, answered) => {
        const outcomes = [true, false].map((isReadBefore) => {
          const uuid = `u${(number += 1)}`
          const [mine, theirs] = [createContacts(store), createContacts(store)]
          theirs.putRead(read({ uuid, phone: '+15550000001', ...first }), firstAtMs)
          if (isReadBefore) expect(mine.findBeforeWrite(uuid)).toEqual(theirs.findByUuid(uuid))
          if (other?.act === 'read') theirs.putRead({ record: { uuid, ...other.record }, extra: other.extra }, other.atMs)
          if (other?.act === 'write') theirs.applyWrite(uuid, other.record, other.atMs)
          if (other?.act === 'remove') theirs.remove(uuid, 1)
          mine.applyWrite(uuid, patch, writtenAtMs, answered === null ? null : { uuid, ...answered })
          return store
            .prepare(
              'SELECT phone, name, name_key, notes, email, known, tags, custom_fields, extra, digest, read_at_ms FROM contacts WHERE uuid = ?',
            )
            .get(uuid)
        })
        expect(outcomes[0]).toEqual(outcomes[1])
      },
    ),
  )
})

test('pages are sorted by name without case and accents, nameless last', () => {
  const contacts = createContacts(newStore())
  const names = ['Zoë', 'álvaro', 'Bea', null, 'ÅSA 100%']
  names.forEach((name, index) => contacts.putRead(read({ uuid: `u${index}`, name, phone: `+1555000000${index}` }), 10))
  const page = (offset: number, limit: number) => contacts.page({ offset, limit }).map(({ record }) => record.name)
  expect(page(0, 10)).toEqual(['álvaro', 'ÅSA 100%', 'Bea', 'Zoë', null])
  expect(page(1, 2)).toEqual(['ÅSA 100%', 'Bea'])
  expect([...contacts.idsByName()]).toEqual([2, 5, 3, 1, 4])
})

test('all contacts can be walked through while they are written', () => {
  const contacts = createContacts(newStore())
  for (let index = 0; index < 1200; index += 1) contacts.putRead(read({ uuid: `u${index}` }), 10)
  let seen = 0
  for (const one of contacts.all()) {
    contacts.applyWrite(one.record.uuid, { name: 'x' }, 20)
    seen += 1
  }
  expect(seen).toBe(1200)
})

test('a damaged record is an AppError that says so, and reading it from the service replaces it', () => {
  const store = newStore()
  const contacts = createContacts(store)
  contacts.putRead(read({ uuid: 'a', name: 'Ann' }), 10)
  const damages = [
    { tags: '["vip"' },
    { tags: '"vip"' },
    { tags: '[1]' },
    { customFields: '{"f":1}' },
    { customFields: '["f"]' },
    { customFields: 'null' },
  ]
  for (const { tags = null, customFields = null } of damages) {
    store.prepare('UPDATE contacts SET tags = ?, custom_fields = ?').run(tags, customFields)
    expect(() => contacts.findByUuid('a')).toThrow(expect.objectContaining({ code: 'store.damaged' }))
  }
  contacts.putRead(read({ uuid: 'a', name: 'Ann' }), 20)
  expect(contacts.findByUuid('a')?.record.name).toBe('Ann')
})
