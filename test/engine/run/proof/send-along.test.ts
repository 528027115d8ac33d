import { expect, test } from 'vitest'
import type { CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { LiveWith } from '../../../../src-main/engine/model/runs/live-with.ts'
import { withSentAlong } from '../../../../src-main/engine/run/proof/send-along.ts'

const record = {
  uuid: 'u1',
  name: 'Old',
  notes: 'N',
  archived: true,
  blocked: true,
  tags: ['a', 'b'],
  customFields: { f: '1', g: '2', empty: '' },
}
const bare = { uuid: 'u1', name: '', notes: null, archived: false, blocked: false, tags: [], customFields: { empty: '' } }
const tags = (handling: 'add' | 'remove' | 'replace', ...list: string[]): CustomerUpdate => ({ tags: { handling, tags: list } })

test.each<[LiveWith, CustomerUpdate, CustomerUpdate]>([
  ['texts', {}, { name: 'Old', notes: 'N' }],
  ['texts', { name: 'New', email: 'a@example.com' }, { name: 'New', notes: 'N', email: 'a@example.com' }],
  // What the row empties stays so.
  ['texts', { name: '', notes: '' }, { name: '', notes: '' }],
  ['flags', {}, { archived: true, blocked: true }],
  ['flags', { blocked: false, archived: false }, { blocked: false, archived: false }],
  ['tags', {}, tags('replace', 'a', 'b')],
  ['tags', tags('add', 'c'), tags('replace', 'a', 'b', 'c')],
  ['tags', tags('remove', 'a'), tags('replace', 'b')],
  ['tags', tags('replace', 'x'), tags('replace', 'x')],
  ['custom-fields', {}, { customFields: { f: '1', g: '2' } }],
  ['custom-fields', { customFields: { f: '', h: '3' } }, { customFields: { f: '', g: '2', h: '3' } }],
])('where a service clears %s, a change of %j is sent as %j', (livesWith, customer, full) => {
  const planned = structuredClone(customer)
  expect(withSentAlong(customer, record, new Set([livesWith]))).toEqual(full)
  expect(customer).toEqual(planned)
  // Nothing of what the contact does not have, nor of what the service leaves alone.
  expect(withSentAlong({}, bare, new Set([livesWith]))).toStrictEqual({})
  expect(withSentAlong({}, { uuid: 'u1' }, new Set([livesWith]))).toEqual({})
  expect(withSentAlong(customer, record, new Set())).toEqual(customer)
})

test('tags of a contact that has none that are known are sent as they were planned', () => {
  expect(withSentAlong(tags('add', 'c'), { uuid: 'u1' }, new Set(['tags']))).toEqual(tags('add', 'c'))
  expect(withSentAlong(tags('add', 'c'), bare, new Set(['tags']))).toEqual(tags('replace', 'c'))
})
