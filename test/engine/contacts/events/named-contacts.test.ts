import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedContacts } from '../../../../src-main/engine/contacts/events/named-contacts.ts'

const none = { uuids: [], phones: [] }

test.each([
  ['a contact', { event: 'customer_updated', customer: { uuid: 'a', name: 'Ada' } }, { uuids: ['a'], phones: [] }],
  ['a conversation of one', { conversation: { uuid: 'c', customer: { uuid: 'a' }, posts: [{ uuid: 'p' }] } }, { uuids: ['a'], phones: [] }],
  ['its uuid by itself', { data: { customer_uuid: 'a' } }, { uuids: ['a'], phones: [] }],
  ['several', { customers: [{ uuid: 'a' }, { uuid: 'b' }, { uuid: 'a' }] }, { uuids: ['b', 'a'], phones: [] }],
  [
    'a number, as text or as a number',
    [{ phone_number: '(212) 555-0101' }, { phone_number: 2125550102 }],
    { uuids: [], phones: ['2125550102', '(212) 555-0101'] },
  ],
  ['somebody of the office', { event: 'user_status_change', user: { uuid: 'u' } }, none],
  ['nothing that has to be text', { customer: { uuid: { $ne: 1 } }, phone_number: ['1'], customer_uuid: null }, none],
  ['names that are too long', { customer: { uuid: 'a'.repeat(201) }, phone_number: '' }, none],
  ['a text', 'customer', none],
  ['null', null, none],
])('%s', (_, event, expected) => {
  const named = namedContacts(JSON.stringify(event))
  expect({ uuids: named.uuids.sort(), phones: named.phones.sort() }).toEqual({
    uuids: expected.uuids.sort(),
    phones: expected.phones.sort(),
  })
})

test.each([
  ['customer[uuid]=a&customer[name]=Ada', { uuids: ['a'], phones: [] }],
  ['event=new_customer_post&data[customer][uuid]=a', { uuids: ['a'], phones: [] }],
  ['customer_uuid=a', { uuids: ['a'], phones: [] }],
  ['phone_number=%2B12125550101&text=hi', { uuids: [], phones: ['+12125550101'] }],
  [`payload=${encodeURIComponent('{"customer":{"uuid":"a"}}')}`, { uuids: ['a'], phones: [] }],
  ['', none],
  ['{"customer":', none],
])('fields of a form: %s', (body, expected) => {
  expect(namedContacts(body)).toEqual(expected)
})

test('at most fifty contacts, and an end, whatever comes', () => {
  const many = { customers: Array.from({ length: 1_000 }, (_, at) => ({ uuid: `u${at}` })) }
  expect(namedContacts(JSON.stringify(many)).uuids).toHaveLength(50)
  expect(namedContacts(`${'['.repeat(400_000)}${']'.repeat(400_000)}`)).toEqual(none)
  fc.assert(fc.property(fc.oneof(fc.json(), fc.string(), fc.webQueryParameters()), (body) => void namedContacts(body)))
})
