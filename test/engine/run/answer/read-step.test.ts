import type { CallKind } from '../../../../src-main/engine/model/kinds.ts'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import {
  attemptsWhenUnreadable,
  failedReadStep,
  lookAgainAfterMs,
  mostLosses,
  readStep,
  sureAbsences,
} from '../../../../src-main/engine/run/answer/read-step.ts'
import type { ItemPhase } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { consent, creation, done, failure, itemWith, message, update } from './items.ts'

const lost = (absences = 0): ItemPhase => ({ kind: 'lost', absences, failure })
const lostMessage = (absences = 0, losses = 0) => itemWith({ calls: [message], attempts: 2, losses, phase: lost(absences) })
const verify: ItemPhase = { kind: 'verify', call: update }

describe('what was read for a call', () => {
  test('makes the contact fresh, notes what is not as in the preview, and forgets earlier attempts', () => {
    const seen = { record: { uuid: 'u1', name: 'Other' }, extra: null }
    expect(readStep(itemWith({ attempts: 2 }), { kind: 'found', seen })).toEqual({
      item: {
        attempts: 0,
        contact: { isFresh: true, beforeImage: { name: 'Other' } },
        made: { contactUuid: null, conversationUuid: null },
      },
      next: { kind: 'goes', afterMs: 0 },
      seen,
    })
    const asShown = { record: { uuid: 'u1', name: 'Old' }, extra: null }
    expect(readStep(itemWith(), { kind: 'found', seen: asShown }).item?.contact).toEqual({ isFresh: true, beforeImage: null })
    expect(readStep(itemWith(), { kind: 'found', seen: null }).item?.contact).toEqual({ isFresh: true, beforeImage: null })
  })

  test('tells what an earlier call of the row had made', () => {
    const item = itemWith({ made: { contactUuid: 'u', conversationUuid: null } })
    expect(readStep(item, { kind: 'found', seen: null, made: { conversationUuid: 'c' } }).item?.made).toEqual({
      contactUuid: 'u',
      conversationUuid: 'c',
    })
  })

  test('ends the row where the contact is gone or was changed by somebody', () => {
    expect(readStep(itemWith(), { kind: 'missing', failure, goneUuid: 'u1' })).toMatchObject({
      goneUuid: 'u1',
      next: { kind: 'ends', outcome: 'failed', failure },
    })
    const seen = { record: { uuid: 'u1' }, extra: null }
    expect(readStep(itemWith(), { kind: 'changed', failure, seen })).toMatchObject({
      seen,
      next: { kind: 'ends', outcome: 'held', failure },
    })
  })
})

describe('a lost call', () => {
  test('that is there after all is done, and its row goes on', () => {
    const outcome = done({ postUuid: 'p' })
    expect(readStep(lostMessage(), { kind: 'reconciled', fate: 'arrived', call: message, outcome, lost: [] })).toMatchObject({
      call: { from: 'unknown', state: 'done', failure: null, done: { call: message, outcome } },
      countsAsCall: true,
      reopens: true,
      item: { ordinal: 1, attempts: 0, phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done', failure: null },
    })
  })

  test('that is there, but not as asked, fails its row', () => {
    const item = itemWith({ calls: [creation, update], phase: lost() })
    const step = readStep(item, {
      kind: 'reconciled',
      fate: 'arrived',
      call: creation,
      outcome: done(),
      lost: [{ field: 'name', asked: 'New', answered: 'Theirs' }],
    })
    expect(step).toMatchObject({
      call: { state: 'done' },
      reopens: true,
      next: { kind: 'ends', outcome: 'failed', failure: { code: 'service.not_applied' } },
    })
    expect(step.notApplied).toBeUndefined()
  })

  test('has to be missing twice, some time apart, before it is sent again', () => {
    expect(sureAbsences).toBe(2)
    expect(readStep(lostMessage(0), { kind: 'reconciled', fate: 'absent' })).toEqual({
      item: { attempts: 0, phase: lost(1) },
      next: { kind: 'goes', afterMs: lookAgainAfterMs },
      seen: null,
    })
    expect(lookAgainAfterMs).toBe(5_000)
    expect(readStep(lostMessage(1), { kind: 'reconciled', fate: 'absent' })).toEqual({
      item: { attempts: 0, losses: 1, phase: { kind: 'call' } },
      reopens: true,
      call: { from: 'unknown', state: 'pending', httpStatus: null, failure: null, done: null },
      next: { kind: 'goes', afterMs: 0 },
      seen: null,
    })
  })

  test('that got lost too often is given up: it is not there', () => {
    expect(readStep(lostMessage(1, mostLosses - 2), { kind: 'reconciled', fate: 'absent' })).toMatchObject({
      call: { state: 'pending' },
      item: { losses: mostLosses - 1 },
    })
    const step = readStep(lostMessage(1, mostLosses - 1), { kind: 'reconciled', fate: 'absent' })
    expect(step).toMatchObject({
      call: { from: 'unknown', state: 'failed' },
      countsAsCall: true,
      reopens: true,
      next: { kind: 'ends', outcome: 'failed' },
    })
    expect(step.next.kind === 'ends' && step.next.failure?.message).toContain(`sent ${mostLosses} times`)
  })

  test('of which nothing can be told stays unknown', () => {
    const step = readStep(lostMessage(1), { kind: 'reconciled', fate: 'cannotTell' })
    expect(step.next).toMatchObject({ kind: 'staysUnknown', failure: { code: 'service.no_answer', message: 'No.' } })
    expect(step).not.toHaveProperty('call')
    expect(step).not.toHaveProperty('reopens')
  })

  test('is looked for only while it is lost', () => {
    expect(() => readStep(itemWith(), { kind: 'reconciled', fate: 'absent' })).toThrow('not to be looked up')
  })
})

describe('a call that was looked up', () => {
  test('did what it was asked to: the row goes on, or ends with its last call', () => {
    const last = itemWith({ ordinal: 1, phase: verify })
    expect(readStep(last, { kind: 'verified', lost: [], seen: null })).toEqual({
      item: { attempts: 0, phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done', failure: null },
      seen: null,
    })
    const first = itemWith({ calls: [update, consent], ordinal: 1, phase: verify })
    expect(readStep(first, { kind: 'verified', lost: [], seen: null }).next).toEqual({ kind: 'goes', afterMs: 0 })
  })

  test('did not: the row has failed, whatever calls it has left', () => {
    const item = itemWith({ calls: [update, consent], ordinal: 1, phase: verify })
    const step = readStep(item, { kind: 'verified', lost: [{ field: 'name', asked: 'New', answered: 'Old' }], seen: null })
    expect(step).toMatchObject({
      notApplied: ['Name'],
      next: { kind: 'ends', outcome: 'failed', failure: { code: 'service.not_applied' } },
    })
  })
})

describe('a contact that was read to take a row back', () => {
  const undo = {
    uuid: 'u1',
    written: [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }],
    sent: new Set<string>(),
    done: new Set<CallKind>(),
    decided: null,
  }
  const undone = (name: string) => ({ kind: 'undone', seen: { record: { uuid: 'u1', name }, extra: null } }) as const

  test('decides the call, and notes what is about to be restored', () => {
    const step = readStep(itemWith({ undo }), undone('New'))
    expect(step.item).toMatchObject({
      calls: [{ kind: 'updateCustomer', uuid: 'u1', customer: { name: 'Old' } }],
      contact: { isFresh: true, beforeImage: { name: 'New' } },
      undo: { sent: new Set(['name']), decided: [{ fate: 'restore' }] },
    })
    expect(step.next).toEqual({ kind: 'goes', afterMs: 0 })
    expect(undo.sent.size).toBe(0)
  })

  test('may need nothing, or may have had its call before a crash', () => {
    expect(readStep(itemWith({ undo }), undone('Edited'))).toMatchObject({
      item: { calls: [], undo: { decided: [{ fate: 'kept' }] } },
      next: { kind: 'ends', outcome: 'done' },
    })
    const sent = { ...undo, sent: new Set(['name']), done: new Set(['updateCustomer' as const]) }
    const step = readStep(itemWith({ undo: sent, ordinal: 1 }), undone('New'))
    expect(step).toMatchObject({ item: { calls: [update] }, next: { kind: 'ends', outcome: 'done' } })
    expect(() => readStep(itemWith(), undone('New'))).toThrow('takes nothing back')
  })
})

describe('a read that failed', () => {
  const error = (code: ErrorCode) => new AppError(code, 'No.', 'Ask.')
  const allWell = { isOutage: false, random: 0 }

  test('is tried again, and fails its row when it is in vain too often', () => {
    expect(failedReadStep(itemWith({ attempts: 0 }), error('service.unreachable'), allWell)).toEqual({
      item: { attempts: 1 },
      next: { kind: 'goes', afterMs: 250 },
    })
    expect(failedReadStep(itemWith({ attempts: 5 }), error('service.failed'), allWell).next).toMatchObject({
      kind: 'ends',
      outcome: 'failed',
    })
    expect(failedReadStep(itemWith({ attempts: 5 }), error('service.failed'), { isOutage: true, random: 0 }).next).toEqual({
      kind: 'goes',
      afterMs: 0,
    })
    expect(failedReadStep(itemWith(), error('sign_in.needed'), allWell)).toMatchObject({
      next: { kind: 'goes' },
      pauses: { code: 'sign_in.needed' },
    })
  })

  test('because its answer cannot be read is given up after a few tries, also in an outage', () => {
    expect(attemptsWhenUnreadable).toBe(3)
    for (const situation of [allWell, { isOutage: true, random: 0 }]) {
      expect(failedReadStep(itemWith({ attempts: 1 }), error('service.shape'), situation)).toMatchObject({
        item: { attempts: 2 },
        next: { kind: 'goes' },
      })
      expect(failedReadStep(itemWith({ attempts: 2 }), error('service.shape'), situation).next).toEqual({
        kind: 'ends',
        outcome: 'failed',
        failure: error('service.shape').toAnswer(),
      })
    }
    expect(failedReadStep(itemWith({ attempts: 2 }), error('service.failed'), allWell).next).toMatchObject({ kind: 'goes' })
  })

  test('leaves what is done done, and what nobody knows unknown', () => {
    expect(failedReadStep(itemWith({ attempts: 2, ordinal: 1, phase: verify }), error('service.shape'), allWell)).toEqual({
      item: { phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done', failure: null },
    })
    expect(failedReadStep({ ...lostMessage(), attempts: 2 }, error('service.shape'), allWell).next.kind).toBe('staysUnknown')
  })
})
