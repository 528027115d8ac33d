import { beforeEach, describe, expect, test } from 'vitest'
import { createKnownRefusals } from '../../../../src-main/engine/plan/guards/known-refusals.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { entry } from '../../ledger/ledger-entry.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { plan } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})
const phone = '+12025550100'
const note = (to: boolean, contact: string | null, number: string | null) =>
  tablesOf(store).consentLedger.append(entry(1, { to, contact, phone: number }))

describe('of refusals is known', () => {
  test('none, where nothing was written down', () => {
    const refusals = createKnownRefusals(store)
    expect(refusals.of('u1', phone)).toBeNull()
    expect(refusals.of(null, null)).toBeNull()
  })

  test('the last word of the ledger, by contact and by number', () => {
    note(false, 'u1', phone)
    note(false, 'u2', null)
    note(false, null, '+12025550103')
    note(false, 'u4', '+12025550104')
    note(true, 'u4', '+12025550104')
    note(true, 'u5', '+12025550105')
    const refusals = createKnownRefusals(store)
    expect(refusals.of('u1', null)?.how).toBe('ledger')
    expect(refusals.of(null, phone)?.how).toBe('ledger')
    expect(refusals.of('other', phone)?.how).toBe('ledger')
    expect(refusals.of('u1', '+12025550199')?.how).toBe('ledger')
    expect(refusals.of('u2', null)?.how).toBe('ledger')
    expect(refusals.of(null, '+12025550103')?.how).toBe('ledger')
    expect(refusals.of('u4', '+12025550104')).toBeNull()
    expect(refusals.of('u5', '+12025550105')).toBeNull()
    expect(refusals.of('u9', null)).toBeNull()
  })

  test('who agreed last by the ledger, by contact or by number', () => {
    note(true, 'u1', phone)
    note(true, 'u2', null)
    note(true, 'u3', '+12025550103')
    note(false, 'u3', '+12025550103')
    const { hasAgreed } = createKnownRefusals(store)
    expect([hasAgreed('u1', phone), hasAgreed('u1', null), hasAgreed(null, phone), hasAgreed('u9', phone), hasAgreed('u2', null)]).toEqual(
      Array.from({ length: 5 }, () => true),
    )
    expect([hasAgreed(null, null), hasAgreed('u9', '+12025550109'), hasAgreed('u3', null), hasAgreed('u1', '+12025550103')]).toEqual(
      Array.from({ length: 4 }, () => false),
    )
  })

  test('after a refresh what was recorded since: refusals, permissions, and corrections of these', () => {
    const { consentLedger } = tablesOf(store)
    const refusals = createKnownRefusals(store)
    refusals.refresh()
    note(false, 'u1', phone)
    expect(refusals.of('u1', null)?.how).toBe('ledger')
    note(true, 'u1', phone)
    note(false, 'u2', null)
    expect([refusals.of('u1', null)?.how, refusals.of('u2', null)]).toEqual(['ledger', null])
    refusals.refresh()
    expect([refusals.of('u1', null), refusals.of('u2', null)?.how]).toEqual([null, 'ledger'])
    // The permission turns out not to have been stored: the refusal before it is the last word again.
    consentLedger.correct({
      ...{ time: '2026-01-02T03:04:05.000Z', operator: 'pat', account: { name: 'Office', baseUrl: 'https://texts.example.com' } },
      ...{ corrects: 2, contact: 'u1', found: 'unknown', run: 'r' },
    })
    refusals.refresh()
    expect([refusals.of('u1', phone)?.how, refusals.of('u2', null)?.how]).toEqual(['ledger', 'ledger'])
  })

  test('what the ledger said when it was first asked for', () => {
    const refusals = createKnownRefusals(store)
    expect(refusals.of('u1', phone)).toBeNull()
    note(false, 'u1', phone)
    expect(refusals.of('u1', phone)).toBeNull()
    expect(createKnownRefusals(store).of('u1', phone)?.how).toBe('ledger')
  })

  test('the list of numbers that are not to be texted, and after it the messages that were read', async () => {
    const { planId } = await plan(store, [{ phone, consent: false }], { kind: 'consent' })
    expect(tablesOf(store).doNotText.addOfPlan(planId, 1)).toBe(1)
    const refusals = createKnownRefusals(store, (number) => (number === phone || number === '+12025550101' ? 3 : null))
    expect(refusals.of('u1', phone)?.how).toBe('doNotText')
    expect(refusals.of('u1', '+12025550101')).toEqual({ how: 'posts', atMs: 3 })
    // Of several the last one counts.
    expect(refusals.of('u1', phone)?.atMs).toBe(3)
    expect(refusals.of('u1', '+12025550102')).toBeNull()
    expect(refusals.of('u1', null)).toBeNull()
    note(false, 'u1', phone)
    expect(createKnownRefusals(store).of('u1', phone)?.how).toBe('ledger')
  })

  describe('of somebody who was sealed', () => {
    const other = '+12025550101'
    const seal = () => {
      const { sealing } = tablesOf(store)
      const account = { name: 'Office', baseUrl: 'https://texts.example.com' }
      sealing.seal(sealing.find({ phone }).numbers, { time: '2026-01-02T03:04:05.000Z', operator: 'pat', account })
    }

    test('the refusal still holds for the number, and for no other one', () => {
      note(false, null, phone)
      note(false, null, other)
      seal()
      const refusals = createKnownRefusals(store)
      expect([refusals.of(null, phone)?.how, refusals.of(null, other)?.how]).toEqual(['ledger', 'ledger'])
      expect([refusals.of(null, '+12025550102'), refusals.of('u9', null)]).toEqual([null, null])
    })

    test('the refusal holds where nobody else is in the ledger', () => {
      note(false, null, phone)
      seal()
      expect(createKnownRefusals(store).of(null, phone)?.how).toBe('ledger')
    })

    test('a permission that was given later, under the number, takes it back; another refusal brings it again', () => {
      note(false, null, phone)
      seal()
      note(true, null, phone)
      expect(createKnownRefusals(store).of(null, phone)).toBeNull()
      note(false, null, phone)
      note(true, null, other)
      expect(createKnownRefusals(store).of(null, phone)?.how).toBe('ledger')
      expect(createKnownRefusals(store).of(null, other)).toBeNull()
    })

    test('a refresh knows who was sealed since', () => {
      note(false, 'u1', phone)
      const refusals = createKnownRefusals(store)
      refusals.refresh()
      expect(refusals.of(null, phone)?.how).toBe('ledger')
      seal()
      note(true, null, other)
      refusals.refresh()
      expect([refusals.of(null, phone)?.how, refusals.of(null, other)]).toEqual(['ledger', null])
    })
  })
})
