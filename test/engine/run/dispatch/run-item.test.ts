import { describe, expect, test } from 'vitest'
import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { LiveWith } from '../../../../src-main/engine/model/runs/live-with.ts'
import { readiness, type RunItem, type UndoTask } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { consent, creation, itemWith, lostUntil, message, toVerify, update } from '../answer/items.ts'

const fresh = { isFresh: true, beforeImage: null } as const
const mustRead = { isFresh: false, mustRead: true } as const
const made = { contactUuid: 'u9', conversationUuid: null }
const refusal = { ...consent, consent: false }
const undo: UndoTask = { uuid: 'u7', written: [], sent: new Set(), done: new Set(), shownFromMs: 0, decided: null }
const decided: UndoTask = { ...undo, decided: [] }

const next = (call: PlannedCall | null, parts: Partial<RunItem> = {}, { isStale = false, looksFirst = false } = {}) => {
  const asked: unknown[] = []
  const item = itemWith({ calls: call === null ? [] : [call], ...parts })
  const answer = readiness(item, (uuid, changes) => (asked.push([uuid, changes]), isStale), looksFirst)
  for (const one of asked) expect(one).toEqual(['u1', item.changes])
  return answer
}
const lost = { phase: lostUntil(5) }

describe('a contact is created', () => {
  test('once the service said that there is none', () => {
    expect(next(creation)).toEqual({ kind: 'needsAbsence', phone: creation.customer.phone })
    expect(next(creation, { contact: mustRead })).toEqual({ kind: 'needsAbsence', phone: creation.customer.phone })
    expect(next(creation, { contact: fresh })).toEqual({ kind: 'ready', call: creation })
  })

  test('never again before one that got lost was looked for', () => {
    expect(next(creation, lost)).toEqual({ kind: 'needsReconciling', call: creation })
    expect(next(creation, { ...lost, contact: fresh })).toEqual({ kind: 'needsReconciling', call: creation })
  })
})

describe('a message is sent', () => {
  test('at once, or after a look where the records may have lost it', () => {
    expect(next(message)).toEqual({ kind: 'ready', call: message })
    expect(next(message, {}, { looksFirst: true })).toEqual({ kind: 'needsLook', call: message })
    expect(next(message, { contact: fresh }, { looksFirst: true })).toEqual({ kind: 'ready', call: message })
  })

  test('never again before one that got lost was looked for', () => {
    for (const looksFirst of [false, true]) {
      expect(next(message, lost, { looksFirst })).toEqual({ kind: 'needsReconciling', call: message })
      expect(next(message, { ...lost, contact: fresh }, { looksFirst })).toEqual({ kind: 'needsReconciling', call: message })
    }
  })
})

describe('somebody is texted, or asked whether they may be', () => {
  const phone = '+12025550100'
  const post = { as: 'message' as const, body: 'Hello', attachments: [], resolve: false }
  const text: PlannedCall = { kind: 'sendToPhone', phone, groupUuid: null, post }
  const group: PlannedCall = { kind: 'sendToGroup', phones: [phone], uuids: ['u1'], groupUuid: 'g1', post }
  const request: PlannedCall = { kind: 'requestConsent', uuid: 'u1', phone }
  const permitted = { permittedUntilMs: 5 }

  test.each<[string, PlannedCall]>([
    ['a text', text],
    ['a text to a group', group],
    ['a request for consent', request],
  ])('once nobody refuses by now, and never again before a call that got lost was looked for: %s', (_what, call) => {
    expect(next(call)).toEqual({ kind: 'needsPermission', call, hasAgreed: false })
    expect(next(call, permitted)).toEqual({ kind: 'ready', call })
    expect(next(call, { ...lost, ...permitted })).toEqual({ kind: 'needsReconciling', call })
    const proof = { kind: 'wanted', how: 'alone', before: null } as const
    expect(next(call, { ...permitted, proof })).toEqual({ kind: 'needsProofRead', call })
  })

  test('after a look where the records may have lost a text', () => {
    for (const call of [text, group]) {
      expect(next(call, permitted, { looksFirst: true })).toEqual({ kind: 'needsLook', call })
      expect(next(call, { ...permitted, contact: fresh }, { looksFirst: true })).toEqual({ kind: 'ready', call })
    }
  })

  test('who agreed in the very same row has agreed', () => {
    const call = { ...text, hasAgreed: true as const }
    expect(next(call)).toEqual({ kind: 'needsPermission', call, hasAgreed: true })
  })
})

describe('a contact is changed', () => {
  test('as it was read, unless that is too long ago or a call without an answer may have changed it', () => {
    expect(next(update)).toEqual({ kind: 'ready', call: update })
    expect(next(update, {}, { isStale: true })).toEqual({ kind: 'needsFreshRead', uuid: 'u1', call: update })
    expect(next(update, { contact: mustRead })).toEqual({ kind: 'needsFreshRead', uuid: 'u1', call: update })
    expect(next(update, { contact: fresh }, { isStale: true })).toEqual({ kind: 'ready', call: update })
  })

  test('that the row has created without reading it again, and only when its identifier is known', () => {
    const ofNew = { ...update, uuid: null }
    const parts = { calls: [creation, ofNew], ordinal: 1 }
    expect(next(null, parts, { isStale: true })).toEqual({ kind: 'needsContact', phone: creation.customer.phone })
    expect(next(null, { ...parts, made }, { isStale: true })).toEqual({ kind: 'ready', call: { ...update, uuid: 'u9' } })
    expect(next(null, { ...parts, made, contact: mustRead })).toEqual({ kind: 'ready', call: { ...update, uuid: 'u9' } })
    expect(() => next(ofNew)).toThrow('updates a contact that it does not name')
  })

  test('by its own identifier, whatever the row has created besides', () => {
    expect(next(update, { made })).toEqual({ kind: 'ready', call: update })
  })
})

describe('consent', () => {
  test('is taken back as any field is written', () => {
    expect(next(refusal)).toEqual({ kind: 'ready', call: refusal })
    expect(next(refusal, {}, { isStale: true })).toEqual({ kind: 'needsFreshRead', uuid: 'u1', call: refusal })
    expect(next(refusal, { contact: fresh }, { isStale: true })).toEqual({ kind: 'ready', call: refusal })
  })

  test('is given only to a contact that was read right before', () => {
    expect(next(consent)).toEqual({ kind: 'needsFreshRead', uuid: 'u1', call: consent })
    expect(next(consent, { contact: fresh })).toEqual({ kind: 'ready', call: consent })
  })

  test('is that of the contact which the row has created, or of a number', () => {
    const byPhone = { ...consent, uuid: null, phone: '+12025550100' }
    expect(next(byPhone, { made, contact: fresh })).toEqual({ kind: 'ready', call: { ...byPhone, uuid: 'u9' } })
    expect(next(byPhone, { contact: fresh })).toEqual({ kind: 'ready', call: byPhone })
    expect(next(consent, { made, contact: fresh })).toEqual({ kind: 'ready', call: consent })
  })

  test('is given to a contact that the row has created once its latest posts were read; a refusal needs none', () => {
    const byPhone = { ...consent, uuid: null, phone: '+12025550100' }
    const ofCreated = { ...consent, uuid: null }
    const parts = { calls: [creation, ofCreated], ordinal: 1, made }
    expect(next(byPhone, { made })).toEqual({ kind: 'needsPosts', phone: '+12025550100' })
    expect(next(null, parts)).toEqual({ kind: 'needsPosts', phone: creation.customer.phone })
    expect(next(null, { ...parts, contact: fresh })).toMatchObject({ kind: 'ready', call: { uuid: 'u9' } })
    expect(next({ ...refusal, uuid: null }, { made })).toMatchObject({ kind: 'ready', call: { uuid: 'u9' } })
  })

  test('that an undo gives back was decided when its contact was read', () => {
    expect(next(consent, { undo: decided })).toEqual({ kind: 'ready', call: consent })
    expect(next(consent, { undo: decided }, { isStale: true })).toEqual({ kind: 'needsFreshRead', uuid: 'u1', call: consent })
  })
})

describe('a call that was sent in vain', () => {
  const inVain = { ordinal: 0, times: 2, attempts: 0, refused: null, wantsLook: true }
  const byPhone = { ...consent, uuid: null, phone: '+12025550100' }

  test.each<[string, PlannedCall, Partial<RunItem>, unknown]>([
    ['a change', update, {}, update],
    ['a change of the contact that the row has created', { ...update, uuid: null }, { made }, { ...update, uuid: 'u9' }],
    ['a consent', refusal, {}, refusal],
    ['a permission', consent, {}, consent],
    ['a consent of a number', byPhone, {}, byPhone],
    ['a consent of the contact that the row has created', byPhone, { made }, { ...byPhone, uuid: 'u9' }],
    ['a consent, by its own identifier', consent, { made }, consent],
  ])('is looked for before it is sent again: %s', (_what, planned, parts, call) => {
    expect(next(planned, { ...parts, inVain })).toEqual({ kind: 'needsEndState', call })
    expect(next(planned, { ...parts, inVain: { ...inVain, wantsLook: false } })).not.toMatchObject({ kind: 'needsEndState' })
    expect(next(planned, { ...parts, inVain: { ...inVain, ordinal: 1 } })).not.toMatchObject({ kind: 'needsEndState' })
  })
})

describe('a conversation is resolved', () => {
  const resolve = { kind: 'resolveConversation', phone: '+12025550100' } as const
  test('once it is known, of the department that the message went to', () => {
    const known = { contactUuid: null, conversationUuid: 'c1' }
    expect(next(resolve, { made: known })).toEqual({
      kind: 'ready',
      call: { kind: 'resolveConversation', conversationUuid: 'c1', disposition: null },
    })
    expect(next(resolve)).toEqual({ kind: 'needsConversation', phone: resolve.phone, groupUuid: null })
    const calls = [{ ...message, groupUuid: 'g1' }, resolve]
    expect(next(null, { calls, ordinal: 1 })).toEqual({ kind: 'needsConversation', phone: resolve.phone, groupUuid: 'g1' })
    expect(next(null, { calls: [update, message, resolve], ordinal: 2 })).toMatchObject({ groupUuid: null })
    expect(next(null, { calls: [update, ...calls], ordinal: 2 })).toMatchObject({ groupUuid: 'g1' })
  })
})

test('what was written is looked up before anything else, what an undo finds before its calls', () => {
  const before = { record: { uuid: 'u1' }, posts: null }
  expect(next(update, { phase: toVerify(consent, { postUuid: 'p', before }), undo })).toEqual({
    kind: 'needsVerifying',
    call: consent,
    postUuid: 'p',
    before,
  })
  expect(next(null, { undo })).toEqual({ kind: 'needsUndoRead', uuid: 'u7' })
  expect(next(update, { undo: decided })).toEqual({ kind: 'ready', call: update })
})

describe('a call that has to prove what the service does', () => {
  const wanted = { kind: 'wanted', how: 'alone', before: null } as const
  const read = { ...wanted, before: { record: null, posts: null } }
  const known = { contactUuid: 'u9', conversationUuid: 'c1' }
  const resolve = { kind: 'resolveConversation', phone: '+12025550100' } as const
  const resolved = { kind: 'resolveConversation', conversationUuid: 'c1', disposition: null }
  const ofNew = { ...update, uuid: null }
  const byPhone = { ...consent, uuid: null, phone: '+12025550100' }

  test.each<[string, PlannedCall, Partial<RunItem>, unknown]>([
    ['a message', message, {}, message],
    ['a conversation that is resolved', resolve, { made: known }, resolved],
    ['a change of the contact that the row has created', ofNew, { made: known }, { ...update, uuid: 'u9' }],
    ['a consent of a number', byPhone, { contact: fresh }, byPhone],
  ])('is read for before it leaves, once: %s', (_what, planned, parts, call) => {
    expect(next(planned, { ...parts, proof: wanted })).toEqual({ kind: 'needsProofRead', call })
    expect(next(planned, { ...parts, proof: read })).toEqual({ kind: 'ready', call })
    for (const proof of [{ kind: 'open' }, { kind: 'none' }] as const)
      expect(next(planned, { ...parts, proof })).toEqual({ kind: 'ready', call })
  })

  test('is read as any other where it writes on a contact that was there, or creates one', () => {
    expect(next(update, { proof: wanted })).toEqual({ kind: 'ready', call: update })
    expect(next(update, { proof: wanted, contact: mustRead })).toEqual({ kind: 'needsFreshRead', uuid: 'u1', call: update })
    expect(next(creation, { proof: wanted })).toEqual({ kind: 'needsAbsence', phone: creation.customer.phone })
    expect(next(resolve, { proof: wanted })).toMatchObject({ kind: 'needsConversation' })
  })

  test('is never read for again where it got lost, nor before a look that the records may need', () => {
    expect(next(message, { ...lost, proof: wanted })).toEqual({ kind: 'needsReconciling', call: message })
    expect(next(message, { proof: wanted }, { looksFirst: true })).toEqual({ kind: 'needsLook', call: message })
  })
})

test('a change of a contact that was read right before it takes along what the service would clear', () => {
  const change = (proof: RunItem['proof'], ...livesWith: LiveWith[]) =>
    readiness(itemWith({ contact: fresh, proof }), () => false, false, new Set(livesWith))
  const read = { kind: 'wanted', how: 'along', before: { record: { uuid: 'u1', name: 'Old', notes: 'N' }, posts: null } } as const
  expect(change(read, 'texts')).toEqual({ kind: 'ready', call: { ...update, customer: { name: 'New', notes: 'N' } } })
  expect(change(read)).toEqual({ kind: 'ready', call: update })
  expect(change({ kind: 'open' }, 'texts')).toEqual({ kind: 'ready', call: update })
  expect(change({ ...read, before: { record: null, posts: null } }, 'texts')).toEqual({ kind: 'ready', call: update })
})

test('a message is looked for first only where that is asked for', () => {
  expect(readiness(itemWith({ calls: [message] }), () => false)).toEqual({ kind: 'ready', call: message })
})

test('a row without a next call is a mistake', () => {
  expect(() => next(update, { ordinal: 1 })).toThrow('Row 3 has no call 1.')
})
