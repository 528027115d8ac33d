import { beforeEach, describe, expect, test } from 'vitest'
import { createPreconditions } from '../../../../src-main/engine/run/dispatch/preconditions.ts'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { storeRuns } from '../../results/stored-runs.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, creation, itemWith, message, update } from '../answer/items.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
})
const { phone } = creation.customer
const unmet = (...[call, item]: Parameters<ReturnType<typeof createPreconditions>>) =>
  createPreconditions(store, 'mine')(call, item)?.code ?? null

describe('a message', () => {
  const item = itemWith({ calls: [message], fingerprint: 'f:1' })

  test('may go where no run has it, and where this one has', () => {
    expect(unmet(message, item)).toBeNull()
    tablesOf(store).importedMessages.claim('f:1', 'mine', 3, 1)
    expect(unmet(message, item)).toBeNull()
  })

  test.each([
    ['claimed', 'held.claimed'],
    ['arrived', 'held.elsewhere'],
  ])('may not go where for another run it is %s', (state, code) => {
    const { importedMessages } = tablesOf(store)
    importedMessages.claim('f:1', 'other', 3, 1)
    if (state === 'arrived') importedMessages.add({ fingerprint: 'f:1', runId: 'other', row: 3, postUuid: null, importedAtMs: 1 })
    expect(unmet(message, item)).toBe(code)
    expect(unmet(message, itemWith({ calls: [message], fingerprint: 'f:2' }))).toBeNull()
    expect(unmet(message, itemWith({ calls: [message], fingerprint: null }))).toBeNull()
    // What leaves no post is not the message that was claimed.
    expect(unmet(update, item)).toBeNull()
  })
})

describe('a contact', () => {
  const item = itemWith({ calls: [creation] })
  const cacheContact = () => tablesOf(store).contacts.putRead({ record: { uuid: 'u1', phone, phoneRaw: phone }, extra: null }, 1)

  test('may be created where nobody has the number, and where this run has claimed it', () => {
    expect(unmet(creation, item)).toBeNull()
    tablesOf(store).contactClaims.claim(phone, 'mine', 1)
    expect(unmet(creation, item)).toBeNull()
  })

  test('may not be created where another run has claimed the number', () => {
    tablesOf(store).contactClaims.claim(phone, 'other', 1)
    expect(unmet(creation, item)).toBe('held.claimed')
  })

  test('may not be created where it is known by now, whoever claimed the number', () => {
    cacheContact()
    expect(unmet(creation, item)).toBe('held.exists')
    tablesOf(store).contactClaims.claim(phone, 'mine', 1)
    expect(unmet(creation, item)).toBe('held.exists')
  })

  test('may be changed all the same', () => {
    cacheContact()
    tablesOf(store).contactClaims.claim(phone, 'other', 1)
    for (const call of [update, consent]) expect(unmet(call, item)).toBeNull()
  })
})

describe('somebody who stopped texts in person', () => {
  const item = itemWith({ calls: [consent], contacts: ['u1', phone] })
  const unsubscribed = { kind: 'updateCustomer', uuid: 'u1', customer: { unreachable: true } } as const
  const allowed = [
    { kind: 'updateCustomer', uuid: 'u1', customer: { unreachable: false } },
    { kind: 'updateCustomer', uuid: 'u1', customer: { blocked: false } },
    consent,
  ] as const

  test.each(['u1', phone])('gets no permission from a row that was planned before, known by %s', (key) => {
    for (const call of allowed) expect(unmet(call, item)).toBeNull()
    tablesOf(store).stoppedTexts.note([key], 50)
    for (const call of allowed) expect(unmet(call, item)).toBe('held.refused')
    // All else goes, refusals above all.
    for (const call of [update, unsubscribed, { ...consent, consent: false }]) expect(unmet(call, item)).toBeNull()
    expect(unmet(consent, itemWith({ calls: [consent], contacts: ['other'] }))).toBeNull()
  })

  test.each([
    [499, null],
    [500, 'held.refused'],
    [501, 'held.refused'],
  ])('at %i gets none from a row that was not planned after that', (stoppedAtMs, code) => {
    storeRuns(store, { runs: 1, rows: 1, from: 500 })
    tablesOf(store).stoppedTexts.note(['u1'], stoppedAtMs)
    expect(createPreconditions(store, 'run-500')(consent, item)?.code ?? null).toBe(code)
  })

  test('is named where a group is sent nothing because of them', () => {
    const [other, gone] = ['+12025550177', '+12025550178'] as const
    const phones = [other, gone, phone]
    const post = { as: 'message' as const, body: 'Hello', attachments: [], resolve: false }
    const call: PlannedCall = { kind: 'sendToGroup', phones, uuids: ['u3', 'u2', 'u1'], groupUuid: 'g', post }
    const group = itemWith({ calls: [call], contacts: [...call.uuids, ...phones] })
    expect(unmet(call, group)).toBeNull()
    tablesOf(store).stoppedTexts.note(['u2', gone], 40)
    tablesOf(store).stoppedTexts.note([phone], 50)
    tablesOf(store).stoppedTexts.note(['u1'], 51)
    expect(createPreconditions(store, 'mine')(call, group)?.message).toContain(`${phone}, of this group: `)
  })

  test('gets it where the row was released with evidence of later', () => {
    tablesOf(store).stoppedTexts.note(['u1'], 50)
    expect(unmet(consent, itemWith({ calls: [consent], contacts: ['u1'], agreedAtMs: 50 }))).toBe('held.refused')
    expect(unmet(consent, itemWith({ calls: [consent], contacts: ['u1'], agreedAtMs: 51 }))).toBeNull()
  })
})
