import { expect, test } from 'vitest'
import {
  afterCrash,
  callDescriptors,
  createdPhone,
  descriptorOf,
  givesConsent,
  needsDurableIntent,
  postOf,
} from '../../../../src-main/engine/kinds/calls/all-calls.ts'
import { changesOf } from '../../../../src-main/engine/kinds/row-changes.ts'
import { callKinds } from '../../../../src-main/engine/model/kinds.ts'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'

test('after a crash only what may happen twice is sent again; the rest is on the disk before it leaves', () => {
  const repeated = callKinds.filter((kind) => afterCrash(kind) === 'pending')
  expect(repeated).toEqual(['updateCustomer', 'setConsent', 'resolveConversation'])
  expect(callKinds.filter((kind) => !needsDurableIntent(kind))).toEqual(repeated)
})

test('what leaves a post is looked for among the posts of the conversation, and is in the lane of its number', () => {
  const posts = callKinds.filter((kind) => callDescriptors[kind].leavesPost)
  expect(posts).toEqual(['importMessage', 'writeWhisper', 'sendToPhone', 'sendToGroup', 'sendToConversation'])
  for (const kind of posts) expect(callDescriptors[kind]).toMatchObject({ canary: 'posts', lane: 'phone' })
  // Of a group no number leads to its conversation.
  const byPerson = callKinds.filter((kind) => callDescriptors[kind].reconcile === 'person')
  expect(byPerson).toEqual(['sendToGroup'])
  for (const kind of posts) expect(callDescriptors[kind].reconcile === 'posts').toBe(!byPerson.includes(kind))
  expect(callKinds.filter((kind) => callDescriptors[kind].createsContact)).toEqual(['createCustomer'])
})

const update: PlannedCall = {
  kind: 'updateCustomer',
  uuid: 'a',
  customer: { name: 'Ann', email: 'a@x.example', customFields: { f: '1' }, archived: false },
}
const creation: PlannedCall = { kind: 'createCustomer', customer: { phone: '+12025550101', notes: '', customFields: { f: '1' } } }
const message: PlannedCall = {
  kind: 'importMessage',
  phone: '+12025550101',
  groupUuid: null,
  body: 'Hello',
  attachments: ['https://a.example/1'],
}
const consent = (agrees: boolean): PlannedCall => ({ kind: 'setConsent', uuid: 'a', phone: null, consent: agrees })

test('a call says which fields of the contact it writes', () => {
  expect(descriptorOf(update).fields(update)).toEqual(['name', 'email', 'archived', 'custom:f'])
  expect(descriptorOf(creation).fields(creation)).toEqual(['notes', 'custom:f'])
  expect(descriptorOf(consent(true)).fields(consent(true))).toEqual(['consent'])
  expect(descriptorOf(message).fields(message)).toEqual([])
})

test('only a consent that is set to yes is given', () => {
  expect(givesConsent([update, consent(true)])).toBe(true)
  expect(givesConsent([update, consent(false), message])).toBe(false)
  expect(descriptorOf(consent(false)).consent(consent(false))).toEqual({ uuid: 'a', phone: null, consent: false })
})

test("a message's text is shown as the change of its row, its attachments where there is none", () => {
  const after = (call: PlannedCall) =>
    changesOf({ calls: [call, { kind: 'resolveConversation', phone: '+12025550101' }] }).map((change) => [change.field, change.after])
  expect(after(message)).toEqual([['message', 'Hello']])
  expect(after({ ...message, body: '' })).toEqual([['message', 'https://a.example/1']])
  expect(changesOf({ changes: [], calls: [update] })).toEqual([])
})

test('a call says what it does to tags, which contact it creates, and which post it leaves', () => {
  const tags = (handling: 'add' | 'remove' | 'replace'): PlannedCall => ({ ...update, customer: { tags: { handling, tags: ['a'] } } })
  for (const handling of ['add', 'remove', 'replace'] as const)
    expect(descriptorOf(tags(handling)).tagsUpdate(tags(handling))?.handling).toBe(handling)
  expect([update, creation, message, consent(true)].map((call) => descriptorOf(call).tagsUpdate(call))).toEqual([null, null, null, null])
  expect([update, creation, message, consent(true)].map(createdPhone)).toEqual([null, '+12025550101', null, null])
  expect([update, creation, consent(true)].map(postOf)).toEqual([null, null, null])
  expect(postOf(message)).toEqual({
    as: 'import',
    phone: '+12025550101',
    groupUuid: null,
    body: 'Hello',
    attachments: ['https://a.example/1'],
  })
  const post = { as: 'message' as const, body: 'Hi', attachments: [] }
  expect(postOf({ ...message, kind: 'writeWhisper' })?.as).toBe('whisper')
  expect(postOf({ kind: 'sendToPhone', phone: '+12025550101', groupUuid: 'g', post })).toEqual({
    ...post,
    phone: '+12025550101',
    groupUuid: 'g',
  })
  expect(postOf({ kind: 'sendToGroup', phones: ['+12025550100'], groupUuid: 'g', post })).toEqual({ ...post, phone: null, groupUuid: 'g' })
  expect(postOf({ kind: 'sendToConversation', post })).toEqual({ ...post, phone: null, groupUuid: null })
})
