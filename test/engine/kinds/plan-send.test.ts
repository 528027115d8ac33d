import { describe, expect, test } from 'vitest'
import { importDescriptors } from '../../../src-main/engine/kinds/all-kinds.ts'
import type { PlanContext, TextingContext } from '../../../src-main/engine/kinds/kind-descriptor.ts'
import { planSend, whyNotTexted } from '../../../src-main/engine/kinds/plan-send.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import { createFieldLabels } from '../../../src-main/engine/model/contacts/field-labels.ts'
import type { MappedRow } from '../../../src-main/engine/model/plans/mapped-row.ts'

const phone = '+12025550101'
const record: CustomerRecord = {
  uuid: 'u1',
  phone,
  consent: true,
  blocked: false,
  archived: false,
  unreachable: false,
  reachableBySms: true,
}
const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
const nobody: TextingContext = { refusalOf: () => null, hasAgreed: () => false, hasTexted: () => true, whyNever: () => null }

function plan(row: Partial<MappedRow>, own: Partial<CustomerRecord> | null = {}, parts: Partial<PlanContext> = {}) {
  const context: PlanContext = { groupUuid: 'g1', ifEmpty: new Set(), label: createFieldLabels([]), texting: nobody, ...parts }
  const contact = { record: own === null ? null : { ...record, ...own }, phone: own?.phone === null ? null : phone }
  return planSend({ line: 2, key: { by: 'phone', phone }, issues: [], message, ...row }, contact, context)
}

describe('a row that texts somebody', () => {
  const sent = { kind: 'sendToPhone', phone, groupUuid: 'g1', post: { as: 'message', body: 'Hello', attachments: [], resolve: false } }

  test('makes one call, and resolves the conversation where the recipe says so', () => {
    expect(plan({})).toEqual({ class: 'send', changes: [], calls: [sent], heldBy: [] })
    expect(plan({ timeZone: 'Eastern' })).toMatchObject({ calls: [{ ...sent, timeZone: 'Eastern' }] })
    const closing = { kind: 'resolveConversation', phone }
    expect(plan({}, {}, { resolvesAfter: true })).toMatchObject({ calls: [sent, closing] })
    const closingDisposition = { uuid: 'd1', name: 'Answered' }
    expect(plan({}, {}, { resolvesAfter: true, closingDisposition })).toMatchObject({
      calls: [sent, { ...closing, with: closingDisposition }],
    })
  })

  test('needs something to say, somebody in the account, and their number', () => {
    expect(plan({ message: { ...message, body: '' } })).toEqual({ class: 'skipped', reason: 'no_content' })
    expect(plan({ message: { ...message, body: '', attachments: ['https://a.example/b'] } })).toMatchObject({ class: 'send' })
    const { message: _message, ...silent } = { message }
    expect(
      planSend({ line: 2, key: null, issues: [], ...silent }, { record, phone }, { groupUuid: null, ifEmpty: new Set(), label: () => '' }),
    ).toEqual({ class: 'skipped', reason: 'no_content' })
    expect(plan({}, null)).toEqual({ class: 'skipped', reason: 'not_found' })
    expect(plan({}, { phone: null })).toEqual({ class: 'invalid', reason: 'no_phone' })
  })

  test.each<[string, Partial<MappedRow>, Partial<CustomerRecord>]>([
    ['blocked', {}, { blocked: true }],
    ['archived', {}, { archived: true }],
    ['unsubscribed', {}, { unreachable: true }],
    ['refused', {}, { consent: false }],
    ['refused', { consent: true }, { consent: false }],
    ['refused_in_file', { consent: false }, {}],
  ])('is left out, and not held, of somebody who is %s', (reason, row, own) => {
    expect(plan(row, own)).toEqual({ class: 'skipped', reason })
  })

  test('is left out of somebody who refused elsewhere, whatever the record and the file say', () => {
    const asked: unknown[] = []
    const refusalOf = (...who: [string | null, string]) => {
      asked.push(who)
      return 'do_not_text' as const
    }
    expect(plan({ consent: true }, {}, { texting: { ...nobody, refusalOf, hasAgreed: () => true } })).toEqual({
      class: 'skipped',
      reason: 'do_not_text',
    })
    expect(asked).toEqual([['u1', phone]])
    expect(whyNotTexted({}, record, phone, undefined)).toBeNull()
  })

  test.each<[string, Partial<MappedRow>, Partial<CustomerRecord>, boolean, string[]]>([
    ['agrees by the record', {}, {}, false, []],
    ['was never asked', {}, { consent: null }, false, ['noConsent']],
    ['agrees by the ledger', {}, { consent: null }, true, []],
    ['agrees by the file', { consent: true }, { consent: null }, false, []],
    ['agrees by a word that nobody confirmed', { consent: true, isUnconfirmed: true }, { consent: null }, false, ['noConsent']],
    ['agrees beside a column that is not read', { consent: true, isUnheard: true }, { consent: null }, false, ['noConsent']],
    ['agrees by the record beside a column that is not read', { isUnheard: true }, {}, true, ['noConsent']],
    ['cannot be reached', {}, { reachableBySms: false }, false, ['notReachable']],
    ['cannot be reached and was never asked', {}, { reachableBySms: false, consent: null }, false, ['noConsent', 'notReachable']],
  ])('is held as it must be of somebody who %s', (_name, row, own, hasAgreed, heldBy) => {
    expect(plan(row, own, { texting: { ...nobody, hasAgreed: () => hasAgreed } })).toMatchObject({ class: 'send', heldBy })
  })

  test('cannot be used where there is no hour at which that person may be texted', () => {
    const asked: unknown[] = []
    const whyNever = (...where: [readonly string[], string | null]) => {
      asked.push(where)
      return 'never_day' as const
    }
    expect(plan({ timeZone: 'Eastern' }, {}, { texting: { ...nobody, whyNever } })).toEqual({ class: 'invalid', reason: 'never_day' })
    expect(plan({}, {}, { texting: { ...nobody, whyNever } })).toMatchObject({ class: 'invalid' })
    expect(asked).toEqual([
      [[phone], 'Eastern'],
      [[phone], null],
    ])
  })

  test('tells the run that the file shows agreement, where it does', () => {
    expect(plan({ consent: true }, { consent: null })).toMatchObject({ calls: [{ hasAgreed: true }] })
    expect(plan({})).not.toMatchObject({ calls: [{ hasAgreed: true }] })
  })

  test('is never taken for granted: no file is one that texts people', () => {
    const look = { columnCount: 3, has: () => true, holdsSentences: () => true }
    expect(importDescriptors.send.isLikely(look)).toBe(false)
    expect(importDescriptors.send.guards).toEqual(['noConsent', 'notReachable', 'sending'])
  })
})
