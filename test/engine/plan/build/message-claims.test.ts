import { beforeEach, describe, expect, test } from 'vitest'
import type { DesiredMessage } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createMessageClaims, undatedOrderMs } from '../../../../src-main/engine/plan/build/message-claims.ts'
import { createContactKeys } from '../../../../src-main/engine/plan/match/contact-keys.ts'
import type { Verdict } from '../../../../src-main/engine/plan/row/classify.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { nowMs } from '../planning.ts'

const newStore = tempStores()
const phone = '+12125550101'
const againAfterMs = 14 * 24 * 60 * 60 * 1000
let store: Store
beforeEach(() => {
  store = newStore()
})

const claimsOf = (textsPeople: boolean) =>
  createMessageClaims(store, recipe({ kind: textsPeople ? 'send' : 'messages' }), { groupUuid: null, retried: null, textsPeople, nowMs })
const hello = (sentAtSeconds: number | null = null): DesiredMessage => ({ body: 'Hello', attachments: [], sentAtSeconds })
const importing: PlannedCall = { kind: 'importMessage', phone, groupUuid: null, body: 'Hello', attachments: [] }
const verdict = (...calls: PlannedCall[]): Verdict => ({
  ...{ class: 'send', reason: null, record: null, phone, lane: phone, changes: [], issues: [] },
  calls: calls.length > 0 ? calls : [importing],
})

test('the same words as a message and as a whisper are known by different names', () => {
  const claims = claimsOf(false)
  const close: PlannedCall = { kind: 'resolveConversation', phone, groupUuid: null }
  const as = (...calls: PlannedCall[]) => claims.claim(verdict(...calls), phone, hello(), 1).fingerprint?.split(':')[0]
  const whisper = as({ ...importing, kind: 'writeWhisper' })
  expect(as(close, { ...importing, kind: 'writeWhisper' })).toBe(whisper)
  expect(as(importing)).not.toBe(whisper)
})

test('the time is part of a message that is imported, and none of a text that people are sent', () => {
  const prints = (textsPeople: boolean) => [1, 2].map((at) => claimsOf(textsPeople).claim(verdict(), phone, hello(at), 1).fingerprint)
  expect(new Set(prints(true)).size).toBe(1)
  expect(new Set(prints(false)).size).toBe(2)
})

test.each([
  [againAfterMs - 1, 'unchanged', 'already_sent'],
  [againAfterMs, 'send', null],
])('the same words that were sent %i ms ago make a text of the class %s', (agoMs, rowClass, reason) => {
  const { fingerprint = '' } = claimsOf(true).claim(verdict(), phone, hello(), 1)
  tablesOf(store).importedMessages.add({ fingerprint, runId: 'r', row: 1, postUuid: null, importedAtMs: nowMs - agoMs })
  const again = claimsOf(true).claim(verdict(), phone, hello(), 1)
  expect(again.verdict).toMatchObject({ class: rowClass, reason })
  expect(again.fingerprint === fingerprint).toBe(rowClass === 'unchanged')
})

describe('the last message of a number', () => {
  test.each<[string, (number | null)[], number]>([
    ['the latest', [300, 100, 200], 1],
    ['of several at one time the last in the file', [100, 100, 50], 2],
    ['the last in the file where none has a time', [null, null], 2],
    ['one without a time where there is no other', [undatedOrderMs], 1],
    ['never one without a time after one that has it', [100, undatedOrderMs], 1],
  ])('is %s', (_what, orders, last) => {
    const claims = claimsOf(false)
    const keys = createContactKeys()
    expect(claims.hasMessages(keys.ofPhone(phone))).toBe(false)
    orders.forEach((order, at) => claims.remember(keys.ofPhone(phone), at + 1, order))
    expect([...claims.lastRows()]).toEqual([last])
    expect(claims.hasMessages(keys.ofPhone(phone))).toBe(true)
  })
})
