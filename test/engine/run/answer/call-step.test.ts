import { describe, expect, test } from 'vitest'
import { callStep, lookAfterMs, nextCallStep, repeatStep } from '../../../../src-main/engine/run/answer/call-step.ts'
import { callError, consent, creation, done, failure, itemWith, message, update } from './items.ts'

const nothingLost = { lost: [], wantsLook: false }
const allWell = { isOutage: false, random: 0 }

describe('a call that is done', () => {
  test('ends its row when it was the last one', () => {
    const outcome = done()
    expect(callStep(itemWith(), update, outcome, nothingLost, allWell)).toEqual({
      item: { ordinal: 1, attempts: 0, losses: 0, made: { contactUuid: null, conversationUuid: null }, phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done', failure: null },
      call: { from: 'sent', state: 'done', httpStatus: 200, failure: null, done: { call: update, outcome } },
      countsAsCall: true,
    })
  })

  test('lets its row go on with the next call, with nothing held against that one', () => {
    const next = { ordinal: 1, attempts: 0, losses: 0, made: { contactUuid: null, conversationUuid: null }, phase: { kind: 'call' } }
    const step = nextCallStep(itemWith({ calls: [consent, update], attempts: 3, losses: 2 }), done(), null)
    expect(step).toEqual({ item: next, next: { kind: 'goes', afterMs: 0 } })
    // What was read before does not tell whether somebody has refused since.
    const permission = nextCallStep(itemWith({ calls: [update, { ...consent, consent: true }] }), done(), null)
    expect(permission).toEqual({ item: { ...next, contact: { isFresh: false } }, next: { kind: 'goes', afterMs: 0 } })
  })

  test('is looked up first where it proves something, even if it was the last one', () => {
    const step = callStep(itemWith(), update, done(), { lost: [], wantsLook: true }, allWell)
    expect(step).toMatchObject({
      item: { ordinal: 1, phase: { kind: 'verify', call: update } },
      next: { kind: 'goes', afterMs: 0 },
      call: { state: 'done' },
    })
  })

  test('hands on the uuid of the contact that it created, and of no other', () => {
    const record = { uuid: 'new' }
    expect(nextCallStep(itemWith({ calls: [creation, update] }), done({ record }), null).item?.made).toEqual({
      contactUuid: 'new',
      conversationUuid: null,
    })
    expect(nextCallStep(itemWith({ calls: [creation, update] }), done(), null).item?.made).toEqual({
      contactUuid: null,
      conversationUuid: null,
    })
    expect(nextCallStep(itemWith(), done({ record }), null).item?.made).toEqual({ contactUuid: null, conversationUuid: null })
    const known = itemWith({ calls: [creation], made: { contactUuid: 'known', conversationUuid: 'c' } })
    expect(nextCallStep(known, done({ record, conversationUuid: 'other' }), null).item?.made).toEqual({
      contactUuid: 'known',
      conversationUuid: 'c',
    })
    expect(nextCallStep(itemWith({ calls: [message] }), done({ conversationUuid: 'c' }), null).item?.made).toEqual({
      contactUuid: null,
      conversationUuid: 'c',
    })
  })

  test('and was not applied fails its row, and what the service answered goes into the cache', () => {
    const lost = [{ field: 'name', asked: 'New', answered: 'Old' }]
    const record = { uuid: 'u1', name: 'Old' }
    const step = callStep(itemWith(), update, done({ record }), { lost, wantsLook: false }, allWell)
    expect(step).toMatchObject({
      call: { from: 'sent', state: 'failed', done: null, failure: { code: 'service.not_applied' } },
      countsAsCall: true,
      seen: { record, extra: null },
      next: { kind: 'ends', outcome: 'failed', failure: { code: 'service.not_applied' } },
      notApplied: ['Name'],
    })
    expect(step.item).toBeUndefined()
    expect(callStep(itemWith(), update, done(), { lost, wantsLook: false }, allWell).seen).toBeNull()
  })
})

describe('a call that is not done', () => {
  test('fails its row when it was refused', () => {
    expect(callStep(itemWith(), update, { kind: 'failed', status: 422, error: callError }, nothingLost, allWell)).toEqual({
      call: { from: 'sent', state: 'failed', httpStatus: 422, failure, done: null },
      countsAsCall: true,
      next: { kind: 'ends', outcome: 'failed', failure },
    })
  })

  test('counts as not applied where the service says so itself', () => {
    const step = callStep(
      itemWith(),
      update,
      { kind: 'failed', status: 200, error: { ...callError, code: 'service.not_applied' } },
      nothingLost,
      allWell,
    )
    expect(step.notApplied).toEqual(['Name'])
  })

  test('is looked for after a while when nobody knows whether it arrived', () => {
    expect(
      callStep(itemWith({ calls: [message] }), message, { kind: 'unknown', status: null, error: callError }, nothingLost, allWell),
    ).toEqual({
      call: { from: 'sent', state: 'unknown', httpStatus: null, failure, done: null },
      item: { phase: { kind: 'lost', absences: 0, failure } },
      next: { kind: 'isLost', failure, lookAfterMs },
    })
    expect(lookAfterMs).toBe(1_000)
  })

  test('goes again, counted as an attempt only where that says something of the row', () => {
    const retry = (reason: 'failed' | 'rate_limited') => ({ kind: 'retry', status: 500, afterMs: null, reason, error: callError }) as const
    expect(callStep(itemWith({ attempts: 1 }), update, retry('failed'), nothingLost, allWell)).toEqual({
      call: { from: 'sent', state: 'pending', httpStatus: 500, failure: null, done: null },
      item: { attempts: 2 },
      next: { kind: 'goes', afterMs: 500 },
    })
    expect(callStep(itemWith({ attempts: 1 }), update, retry('rate_limited'), nothingLost, allWell)).toMatchObject({
      item: { attempts: 1 },
      next: { afterMs: 0 },
    })
    expect(callStep(itemWith({ attempts: 5 }), update, retry('failed'), nothingLost, allWell)).toMatchObject({
      call: { state: 'failed' },
      next: { kind: 'ends' },
    })
    expect(callStep(itemWith({ attempts: 5 }), update, retry('failed'), nothingLost, { isOutage: true, random: 0 })).toMatchObject({
      call: { state: 'pending' },
      item: { attempts: 5 },
    })
  })

  test('pauses the run for a sign-in, and goes again after it', () => {
    const step = repeatStep(itemWith({ attempts: 4 }), { kind: 'signIn', failure })
    expect(step).toEqual({ next: { kind: 'goes', afterMs: 0 }, pauses: failure })
    expect(callStep(itemWith(), update, { kind: 'signIn', status: 401, error: callError }, nothingLost, allWell)).toMatchObject({
      call: { state: 'pending' },
      pauses: failure,
    })
  })
})
