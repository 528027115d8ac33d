import { expect, test } from 'vitest'
import type { CustomerRecord, CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { lostMore } from '../../../../src-main/engine/run/proof/lost-more.ts'
import { consent, done, itemWith, update } from '../answer/items.ts'

const before: CustomerRecord = { uuid: 'u1', name: 'Old', notes: 'N', tags: ['a'] }
const remembered: CustomerRecord = { ...before, notes: 'As it was known' }
const image = { record: before, posts: null, readAtSeconds: 5 }
const proof = { kind: 'wanted', how: 'alone', before: image } as const
const emptied = { ...before, notes: null }
const rename = (customer: CustomerUpdate) => ({ kind: 'updateCustomer', uuid: 'u1', customer }) as const
const undo = { uuid: 'u1', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: [] }
const putBack = { target: before, changes: [], rounds: 1, isCutShort: false }
const beside = (parts: Partial<RunItem>, record: CustomerRecord | null = emptied, call: Parameters<typeof lostMore>[1] = update) =>
  lostMore(itemWith(parts), call, done({ record }))

test('an answer shows what a contact lost beside, judged by what was read right before', () => {
  expect(beside({ proof, known: remembered })).toEqual({ before: image, isRead: true })
})

test.each<[string, Partial<RunItem>, boolean]>([
  ['nothing was read', {}, false],
  ['it was read shortly before', { contact: { isFresh: true, beforeImage: null } }, true],
  ['the read showed no contact', { proof: { ...proof, before: { ...image, record: null } } }, false],
  ['the read is still to come', { proof: { ...proof, before: null } }, false],
])('else by what was known of it: %s', (_what, parts, isRead) => {
  expect(beside({ ...parts, known: remembered })).toEqual({ before: { record: remembered, posts: null }, isRead })
})

test.each<[string, Partial<RunItem>, CustomerRecord | null, Parameters<typeof lostMore>[1]?]>([
  ['where it lost nothing else', { proof }, { ...before, name: 'New' }],
  ['where it shows no contact', { proof }, null],
  ['where nothing was known of the contact', { known: null }, emptied],
  ['where nothing was ever known', {}, emptied],
  ['of a consent', { proof }, emptied, consent],
  ['of what takes something back', { proof, undo }, emptied],
  ['of what puts a contact back', { proof, putBack }, emptied],
  ['where only tags came', { proof }, { ...before, tags: ['a', 'b'] }],
])('it shows nothing of the kind %s', (_what, parts, record, call = update) => {
  expect(beside(parts, record, call)).toBeUndefined()
})

test('tags that went are lost, and so is a text beside tags that came', () => {
  expect(beside({ proof }, { ...before, tags: ['b'] })).toBeDefined()
  expect(beside({ proof }, { ...emptied, tags: ['a', 'b'] }, rename({ name: 'New' }))).toBeDefined()
})
