import { expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { comparedWith } from '../../../../src-main/engine/run/answer/compared-with.ts'
import { consent, creation, message, update } from './items.ts'

const refusal = { ...consent, consent: false }
const resolving: ServiceCall = { kind: 'resolveConversation', conversationUuid: 'c1', disposition: null }
const nothing = { notApplied: [], unseen: [] }
const lost = (field: string, asked: string, answered: string) => ({ notApplied: [{ field, asked, answered }], unseen: [] })

const cases: [string, ServiceCall, Partial<CustomerRecord>, ReturnType<typeof comparedWith>][] = [
  ['a change that is there', update, { name: 'New' }, nothing],
  ['a change that is not', update, { name: 'Old' }, lost('name', 'New', 'Old')],
  ['a change that is empty', update, { name: null }, lost('name', 'New', 'nothing')],
  ['a change that is not shown', update, {}, { notApplied: [], unseen: ['name'] }],
  ['a new contact', creation, { name: 'New' }, nothing],
  ['a new contact with another name', creation, { name: 'Old' }, lost('name', 'New', 'Old')],
  ['a new contact whose number is another’s', creation, { name: 'New', phone: '+12025550199' }, nothing],
  ['permission that is there', consent, { consent: true }, nothing],
  ['permission where a refusal is', consent, { consent: false }, lost('consent', 'yes', 'the opposite')],
  ['permission where nothing is', consent, { consent: null }, lost('consent', 'yes', 'nothing')],
  ['permission that is not shown', consent, {}, { notApplied: [], unseen: ['consent'] }],
  ['a refusal that is there', refusal, { consent: false }, nothing],
  ['a refusal where permission is', refusal, { consent: true }, lost('consent', 'no', 'the opposite')],
  ['a refusal where nothing is', refusal, { consent: null }, lost('consent', 'no', 'nothing')],
  ['a message, which its conversation shows', message, {}, nothing],
  ['a conversation, which shows it itself', resolving, {}, nothing],
]

test.each(cases)('%s', (_what, call, shown, expected) => {
  expect(comparedWith(call, { record: { uuid: 'u1', ...shown }, extra: null })).toEqual(expected)
})
