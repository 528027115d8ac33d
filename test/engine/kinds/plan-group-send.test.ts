import { describe, expect, test } from 'vitest'
import type { GroupMember, PlanContext, TextingContext } from '../../../src-main/engine/kinds/kind-descriptor.ts'
import { planGroupSend } from '../../../src-main/engine/kinds/plan-group-send.ts'
import { contactsOf } from '../../../src-main/engine/kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import type { MappedRow } from '../../../src-main/engine/model/plans/mapped-row.ts'
import { createFieldLabels } from '../../../src-main/engine/model/contacts/field-labels.ts'

const [ann, ben, cleo] = ['+12125550101', '+12125550102', '+12125550103'] as const
const free: TextingContext = { refusalOf: () => null, hasAgreed: () => false, hasTexted: () => true, whyNever: () => null }
const context: PlanContext = { groupUuid: 'g', ifEmpty: new Set(), label: createFieldLabels([]), texting: free }

const record = (phone: string, parts: Partial<CustomerRecord> = {}): CustomerRecord => ({
  uuid: `of ${phone}`,
  phone,
  consent: true,
  archived: false,
  blocked: false,
  reachableBySms: true,
  ...parts,
})
const member = (phone: string, parts: Partial<CustomerRecord> = {}): GroupMember => ({ phone, record: record(phone, parts) })
const everybody = [member(ann), member(ben), member(cleo)]

function plan(members: readonly GroupMember[] = everybody, row: Partial<MappedRow> = {}, own: Partial<PlanContext> = {}) {
  const message = { body: 'We meet at ten.', attachments: [], sentAtSeconds: null }
  const mapped = { line: 2, key: null, members: members.map(({ phone }) => phone), message, issues: [], ...row }
  return planGroupSend(mapped, { record: null, phone: null, members }, { ...context, ...own })
}

test('a group is sent one message, and counts as all of its people', () => {
  const planned = plan()
  expect(planned).toEqual({
    class: 'send',
    changes: [],
    heldBy: [],
    doubts: [],
    calls: [
      {
        kind: 'sendToGroup',
        phones: [ann, ben, cleo],
        uuids: [`of ${ann}`, `of ${ben}`, `of ${cleo}`],
        groupUuid: 'g',
        post: { as: 'message', body: 'We meet at ten.', attachments: [], resolve: false },
      },
    ],
  })
  expect(planned.class === 'send' && contactsOf(planned.calls)).toBe(3)
  expect(plan(everybody, {}, { resolvesAfter: true })).toMatchObject({ calls: [{ post: { resolve: true } }] })
  expect(plan(everybody, { timeZone: 'Eastern', consent: true })).toMatchObject({ calls: [{ timeZone: 'Eastern', hasAgreed: true }] })
})

describe('one of whom nobody may text', () => {
  const refusedBy = (how: 'refused_ledger' | 'do_not_text' | 'refused_posts'): Partial<PlanContext> => ({
    texting: { ...free, refusalOf: (_uuid, phone) => (phone === ben ? how : null) },
  })
  test.each<[string, string, Partial<CustomerRecord>, Partial<PlanContext>]>([
    ['refused by the record', 'refused', { consent: false }, {}],
    ['is blocked', 'blocked', { blocked: true }, {}],
    ['is archived', 'archived', { archived: true }, {}],
    ['is unsubscribed', 'unsubscribed', { unreachable: true }, {}],
    ['refused by the ledger', 'refused_ledger', {}, refusedBy('refused_ledger')],
    ['is on the do-not-text list', 'do_not_text', {}, refusedBy('do_not_text')],
    ['refused in the latest messages', 'refused_posts', {}, refusedBy('refused_posts')],
  ])('leaves all of the group out, who %s', (_how, reason, parts, own) => {
    expect(plan([member(ann), member(ben, parts), member(cleo)], {}, own)).toEqual({
      class: 'skipped',
      reason,
      doubts: [{ phone: ben, why: reason }],
    })
  })

  test('leaves it out whoever of them it is, and each of them is named', () => {
    const two = plan([member(ann, { blocked: true }), { phone: ben, record: null }, member(cleo)])
    expect(two).toEqual({
      class: 'skipped',
      reason: 'blocked',
      doubts: [
        { phone: ann, why: 'blocked' },
        { phone: ben, why: 'not_found' },
      ],
    })
    expect(plan(everybody, { consent: false })).toMatchObject({ class: 'skipped', reason: 'refused_in_file' })
  })
})

test('one who is not known to have agreed, or to be reachable, holds all of the group', () => {
  const group = [member(ann), member(ben, { consent: null, reachableBySms: false }), member(cleo, { consent: null })]
  expect(plan(group)).toMatchObject({
    class: 'send',
    heldBy: ['noConsent', 'notReachable'],
    doubts: [
      { phone: ben, why: 'noConsent' },
      { phone: ben, why: 'notReachable' },
      { phone: cleo, why: 'noConsent' },
    ],
  })
  const hasAgreed = (_uuid: string | null, phone: string) => phone === ben
  expect(plan(group.slice(0, 2), {}, { texting: { ...free, hasAgreed } })).toMatchObject({ heldBy: ['notReachable'] })
  expect(plan([member(ann), member(cleo, { consent: null })], { consent: true })).toMatchObject({ heldBy: [] })
  expect(plan([member(ann), member(cleo, { consent: null })], { consent: true, isUnconfirmed: true })).toMatchObject({
    heldBy: ['noConsent'],
  })
})

test('a group has two numbers at least and 50 at most, a department, a text, and an hour at which all of them may be texted', () => {
  expect(plan([member(ann)])).toEqual({ class: 'invalid', reason: 'no_group' })
  expect(plan(everybody, {}, { groupUuid: null })).toEqual({ class: 'invalid', reason: 'no_group' })
  expect(plan(everybody, { message: { body: '', attachments: [], sentAtSeconds: null } })).toEqual({
    class: 'skipped',
    reason: 'no_content',
  })
  const people = (count: number) => Array.from({ length: count }, (_, at) => member(`+1212555${1000 + at}`))
  expect(plan(people(50))).toMatchObject({ class: 'send' })
  expect(plan(people(51))).toEqual({ class: 'invalid', reason: 'group_too_large' })
  const asked: unknown[] = []
  const whyNever = (...where: unknown[]) => {
    asked.push(where)
    return 'never_day' as const
  }
  expect(plan(everybody, { timeZone: 'EST' }, { texting: { ...free, whyNever } })).toEqual({ class: 'invalid', reason: 'never_day' })
  expect(asked).toEqual([[[ann, ben, cleo], 'EST']])
})

test('the first message to any of them says who writes and how to stop', () => {
  const introduction = { business: 'Smile Dental', howToStop: 'Reply STOP to stop.' }
  const bodyOf = (isTexted: (phone: string) => boolean) => {
    const planned = plan(everybody, {}, { introduction, texting: { ...free, hasTexted: isTexted } })
    return planned.class === 'send' && planned.calls[0]?.kind === 'sendToGroup' ? planned.calls[0].post.body : null
  }
  expect(bodyOf(() => true)).toBe('We meet at ten.')
  expect(bodyOf((phone) => phone !== cleo)).toBe('Smile Dental: We meet at ten. Reply STOP to stop.')
})
