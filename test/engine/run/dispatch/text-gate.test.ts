import { beforeEach, describe, expect, test } from 'vitest'
import { createTextGate } from '../../../../src-main/engine/run/dispatch/text-gate.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import type { DescribedCall } from '../../../../src-main/engine/kinds/calls/call-descriptor.ts'
import type { Intent } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import type { TextingRules } from '../../../../src-main/engine/text/texting/texting-rules.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, itemWith, message, update } from '../answer/items.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
})

const newYork = 'America/New_York'
const losAngeles = 'America/Los_Angeles'
const usual: TextingRules = { hours: { from: '08:00', to: '20:00' }, dailyCap: 3, until: '2026-12-24', zone: newYork }
const post = { as: 'message', body: 'Hello', attachments: [] } as const
const textTo = (phone: string, timeZone?: string): DescribedCall => ({
  kind: 'sendToPhone',
  phone,
  groupUuid: null,
  post,
  ...(timeZone !== undefined && { timeZone }),
})
const eastern = textTo('+12125550100')
const western = textTo('+13105550100')

interface Asked {
  at: string
  rules?: Partial<TextingRules>
  item?: Partial<RunItem>
  intents?: Partial<Intent>[]
}

function ask(call: DescribedCall, { at, rules, item, intents = [] }: Asked) {
  const mayText = createTextGate({ store, runId: 'mine', rules: { ...usual, ...rules } })
  return mayText(call, itemWith(item), { intents: intents as Intent[] }, Date.parse(at))
}

const waits = (kind: string, at: string, zone: string) => ({ kind: 'waits', wait: { kind, untilMs: Date.parse(at), zone } })
const goes = { kind: 'goes', texts: { day: '2026-11-25', people: 1 } }
const never = (code: string) => ({ kind: 'never', failure: expect.objectContaining({ code }) })
const left = (people: number, day = '2026-11-25', row = 100) => tablesOf(store).textsLeft.note('other', row, 0, { day, people })

describe('a text', () => {
  test('leaves by day, with the day for which it counts', () => {
    expect(ask(eastern, { at: '2026-11-25T12:00-05:00' })).toEqual(goes)
  })

  test('waits until it is day where its contact is, and where the account is', () => {
    expect(ask(eastern, { at: '2026-11-25T07:00-05:00' })).toEqual(waits('quiet_hours', '2026-11-25T08:00-05:00', newYork))
    expect(ask(western, { at: '2026-11-25T09:00-05:00' })).toEqual(waits('quiet_hours', '2026-11-25T11:00-05:00', losAngeles))
    // It is day in Los Angeles still, and night in New York, where the account is.
    expect(ask(western, { at: '2026-11-25T18:00-08:00' })).toEqual(waits('quiet_hours', '2026-11-26T08:00-08:00', losAngeles))
  })

  test('minds what a column says of where its contact is', () => {
    const at = '2026-11-25T09:00-05:00'
    expect(ask(textTo('+12125550100', 'Pacific'), { at })).toEqual(waits('quiet_hours', '2026-11-25T11:00-05:00', losAngeles))
    expect(ask(textTo('+12125550100', 'Europe/London'), { at })).toEqual(goes)
    expect(ask(textTo('+12125550100', 'nowhere'), { at })).toEqual(never('send.never_day'))
  })

  test('does not leave where its contact may be anywhere', () => {
    const at = '2026-11-25T12:00-05:00'
    expect(ask(textTo('+870773111632'), { at })).toEqual(never('send.never_day'))
    expect(ask({ kind: 'requestConsent', phone: null }, { at, item: { contacts: ['u1'] } })).toEqual(never('send.never_day'))
  })

  test('does not leave after the latest day', () => {
    expect(ask(eastern, { at: '2026-12-24T12:00-05:00' })).toMatchObject({ kind: 'goes' })
    expect(ask(eastern, { at: '2026-12-24T20:00-05:00' })).toEqual(never('send.too_late'))
    expect(ask(eastern, { at: '2026-12-25T12:00-05:00' })).toEqual(never('send.too_late'))
  })

  test('keeps to the hours of its recipe', () => {
    const rules = { hours: { from: '13:00', to: '21:00' } }
    expect(ask(eastern, { at: '2026-11-25T12:00-05:00', rules })).toEqual(waits('quiet_hours', '2026-11-25T13:00-05:00', newYork))
    expect(ask(eastern, { at: '2026-11-25T20:59-05:00', rules })).toEqual(goes)
  })
})

describe('the cap of a day', () => {
  const at = '2026-11-25T12:00-05:00'
  const tomorrow = waits('daily_cap', '2026-11-26T08:00-05:00', newYork)

  test('counts what all runs have sent', () => {
    left(2)
    expect(ask(eastern, { at })).toEqual(goes)
    left(1, '2026-11-25', 101)
    expect(ask(eastern, { at })).toEqual(tomorrow)
  })

  test('counts what is about to leave in the same transaction', () => {
    left(1)
    const intents = [{ texts: { day: '2026-11-25', people: 1 } }, {}]
    expect(ask(eastern, { at, intents })).toEqual(goes)
    expect(ask(eastern, { at, intents: [...intents, ...intents] })).toEqual(tomorrow)
    expect(ask(eastern, { at, intents: [...intents, { texts: { day: '2026-11-24', people: 1 } }] })).toEqual(goes)
  })

  test('is of one day, by the clock of the account', () => {
    left(3, '2026-11-24')
    expect(ask(eastern, { at })).toEqual(goes)
    left(3)
    // It is the 26th in London already.
    expect(ask(western, { at: '2026-11-25T16:30-08:00' })).toEqual(waits('daily_cap', '2026-11-26T08:00-08:00', losAngeles))
    expect(ask(eastern, { at: '2026-11-26T08:00-05:00' })).toMatchObject({ kind: 'goes', texts: { day: '2026-11-26' } })
  })

  test('counts a call once that leaves once more', () => {
    left(2)
    tablesOf(store).textsLeft.note('mine', 3, 0, { day: '2026-11-25', people: 1 })
    expect(ask(eastern, { at })).toEqual(goes)
    expect(ask(eastern, { at, item: { row: 4 } })).toEqual(tomorrow)
    tablesOf(store).textsLeft.note('mine', 3, 0, { day: '2026-11-25', people: 1 })
    expect(tablesOf(store).textsLeft.on('2026-11-25')).toBe(3)
  })

  test('gives back what did not arrive', () => {
    left(3)
    tablesOf(store).textsLeft.takeBack('other', 100, 0)
    expect(ask(eastern, { at })).toEqual(goes)
  })

  test('is told as such also where the hours begin before the next day', () => {
    left(3)
    const rules = { zone: 'Pacific/Honolulu' }
    // When the 26th begins in Hawaii, it is night there.
    expect(ask(western, { at, rules })).toMatchObject({ kind: 'waits', wait: { kind: 'daily_cap', zone: 'Pacific/Honolulu' } })
  })

  test('ends a text whose latest day that is', () => {
    left(3)
    expect(ask(eastern, { at, rules: { until: '2026-11-25' } })).toEqual(never('send.too_late'))
  })

  test('counts each person of a group, and lets none go that is larger', () => {
    const group = (...phones: string[]): DescribedCall => ({ kind: 'sendToGroup', groupUuid: 'g', phones, post })
    const two = group('+12125550100', '+12125550101')
    left(1)
    expect(ask(two, { at })).toEqual({ kind: 'goes', texts: { day: '2026-11-25', people: 2 } })
    left(1, '2026-11-25', 101)
    expect(ask(two, { at })).toEqual(tomorrow)
    expect(ask(group('1', '2', '3', '4'), { at })).toEqual(never('send.too_many'))
    // As many as a whole day has may wait for one.
    expect(ask(group('+12125550100', '+12125550101', '+12125550102'), { at })).toEqual(tomorrow)
    expect(ask(group('+12125550100', '+13105550100'), { at: '2026-11-25T09:00-05:00', rules: { dailyCap: 9 } })).toMatchObject({
      kind: 'waits',
      wait: { zone: losAngeles },
    })
  })
})

describe('other calls', () => {
  test('leave at any time, and count for nothing', () => {
    const at = '2026-11-25T03:00-05:00'
    const whisper: DescribedCall = { ...eastern, kind: 'sendToPhone', post: { ...post, as: 'whisper' } } as DescribedCall
    for (const call of [message, update, consent, whisper]) expect(ask(call, { at })).toEqual({ kind: 'goes' })
  })

  test('are texts where they ask somebody for consent, or go to a conversation', () => {
    const at = '2026-11-25T03:00-05:00'
    const item = { contacts: ['u1', '+12125550100'] }
    const calls: DescribedCall[] = [
      { kind: 'requestConsent', phone: null },
      { kind: 'requestConsent', phone: '+12125550100' },
      { kind: 'sendToConversation', post },
    ]
    for (const call of calls) {
      expect(ask(call, { at, item })).toEqual(waits('quiet_hours', '2026-11-25T08:00-05:00', newYork))
      expect(ask(call, { at: '2026-11-25T12:00-05:00', item })).toEqual(goes)
    }
  })
})
