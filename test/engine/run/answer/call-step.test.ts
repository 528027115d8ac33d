import { describe, expect, test } from 'vitest'
import { callStep, lostStep, nextCallStep, repeatStep } from '../../../../src-main/engine/run/answer/call-step.ts'
import type { CallOutcome, ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import type { RunItem, UndoTask } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import { callError, consent, creation, done, failure, itemWith, lostUntil, message, situationWith, toVerify, update } from './items.ts'

const nothingLost = { lost: [], wantsLook: false }
const allWell = situationWith()

describe('a call that is done', () => {
  test('ends its row when it was the last one', () => {
    const outcome = done()
    expect(callStep(itemWith(), update, outcome, nothingLost, allWell)).toEqual({
      item: {
        ordinal: 1,
        attempts: 0,
        losses: 0,
        proof: { kind: 'open' },
        made: { contactUuid: null, conversationUuid: null },
        phase: { kind: 'call' },
      },
      next: { kind: 'ends', outcome: 'done', failure: null },
      call: { from: 'sent', state: 'done', httpStatus: 200, failure: null, done: { call: update, outcome, isLookedUp: false } },
      countsAsCall: true,
    })
  })

  test('lets its row go on with the next call, with nothing held against that one', () => {
    const next = {
      ordinal: 1,
      attempts: 0,
      losses: 0,
      proof: { kind: 'open' },
      made: { contactUuid: null, conversationUuid: null },
      phase: { kind: 'call' },
    }
    const step = nextCallStep(itemWith({ calls: [consent, update], attempts: 3, losses: 2 }), done(), null, 0)
    expect(step).toEqual({ item: next, next: { kind: 'goes', afterMs: 0 } })
    // Nor was what was read held against a refusal.
    const refusal = nextCallStep(itemWith({ calls: [{ ...consent, consent: false }, update] }), done(), null, 700)
    expect(refusal).toEqual({ item: { ...next, contact: { isFresh: false } }, next: { kind: 'goes', afterMs: 700 } })
    // What was read before does not tell whether somebody has refused since.
    const permission = nextCallStep(itemWith({ calls: [update, { ...consent, consent: true }] }), done(), null, 0)
    expect(permission).toEqual({ item: { ...next, contact: { isFresh: false } }, next: { kind: 'goes', afterMs: 0 } })
  })

  test('is looked up first where it proves something, even if it was the last one', () => {
    const step = callStep(itemWith(), update, done(), { lost: [], wantsLook: true }, allWell)
    expect(step).toMatchObject({
      item: { ordinal: 1, phase: toVerify(update, { answeredAtMs: 2_000 }) },
      next: { kind: 'goes', afterMs: 0 },
      call: { state: 'done' },
    })
  })

  test('hands on the uuid of the contact that it created, and of no other', () => {
    const record = { uuid: 'new' }
    expect(nextCallStep(itemWith({ calls: [creation, update] }), done({ record }), null, 0).item?.made).toEqual({
      contactUuid: 'new',
      conversationUuid: null,
    })
    expect(nextCallStep(itemWith({ calls: [creation, update] }), done(), null, 0).item?.made).toEqual({
      contactUuid: null,
      conversationUuid: null,
    })
    expect(nextCallStep(itemWith(), done({ record }), null, 0).item?.made).toEqual({ contactUuid: null, conversationUuid: null })
    const known = itemWith({ calls: [creation], made: { contactUuid: 'known', conversationUuid: 'c' } })
    expect(nextCallStep(known, done({ record, conversationUuid: 'other' }), null, 0).item?.made).toEqual({
      contactUuid: 'known',
      conversationUuid: 'c',
    })
    expect(nextCallStep(itemWith({ calls: [message] }), done({ conversationUuid: 'c' }), null, 0).item?.made).toEqual({
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
      callStep(
        itemWith({ calls: [message] }),
        message,
        { kind: 'unknown', status: 429, busy: null, error: callError },
        nothingLost,
        allWell,
      ),
    ).toEqual({
      call: { from: 'sent', state: 'unknown', httpStatus: 429, failure, done: null, fate: 'mayArrive' },
      item: { phase: lostUntil(1_500 + 120_000, { status: 429 }) },
      next: { kind: 'isLost', failure, lookAfterMs: 1_000 },
    })
    // There is no use in looking earlier than reads can show it.
    const lagging = situationWith({ profile: { ...unknownService, lagMs: 8_000 } })
    const outcome = { kind: 'unknown', status: null, busy: null, error: callError } as const
    expect(callStep(itemWith({ calls: [message] }), message, outcome, nothingLost, lagging).next).toMatchObject({ lookAfterMs: 8_000 })
  })

  test('goes again, counted as an attempt only where that says something of the row', () => {
    const retry = (reason: 'failed' | 'rate_limited') =>
      ({ kind: 'retry', status: 500, afterMs: null, reason, mayArrive: true, error: callError }) as const
    expect(callStep(itemWith({ attempts: 1 }), update, retry('failed'), nothingLost, allWell)).toEqual({
      call: { from: 'sent', state: 'pending', httpStatus: 500, failure: null, done: null, fate: 'mayArrive' },
      item: { attempts: 2, inVain: { ordinal: 0, times: 1, attempts: 2, refused: null, wantsLook: false } },
      next: { kind: 'goes', afterMs: 500 },
    })
    expect(callStep(itemWith({ attempts: 1 }), update, retry('rate_limited'), nothingLost, allWell)).toMatchObject({
      item: { attempts: 1 },
      next: { afterMs: 0 },
    })
    // It may be there after all.
    expect(callStep(itemWith({ attempts: 5 }), update, retry('failed'), nothingLost, allWell)).toMatchObject({
      call: { state: 'pending', fate: 'mayArrive' },
      item: { inVain: { refused: { failure: { code: 'service.failed' } }, wantsLook: true } },
      next: { kind: 'goes' },
    })
    expect(callStep(itemWith({ attempts: 5 }), update, retry('failed'), nothingLost, situationWith({ isOutage: true }))).toMatchObject({
      call: { state: 'pending' },
      item: { attempts: 5 },
    })
  })

  test('that has failed is looked for as long as it may arrive, a consent that was refused as soon as reads show it', () => {
    const failing = { kind: 'retry', status: 500, afterMs: null, reason: 'failed', mayArrive: true, error: callError } as const
    expect(callStep(itemWith({ attempts: 5 }), update, failing, nothingLost, allWell)).toMatchObject({
      item: { attempts: 0, inVain: { refused: { arrivesByMs: 1_500 + 120_000, looks: 0 } } },
      next: { kind: 'goes', afterMs: 1_000 },
    })
    const refused = { kind: 'failed', status: 403, error: callError } as const
    const stepOf = (lagMs: number | null) =>
      callStep(itemWith({ calls: [consent] }), consent, refused, nothingLost, situationWith({ profile: { ...unknownService, lagMs } }))
    expect(stepOf(null)).toMatchObject({ item: { inVain: { refused: { arrivesByMs: 2_000 } } }, next: { kind: 'goes', afterMs: 0 } })
    expect(stepOf(700)).toMatchObject({ call: { state: 'pending' }, next: { kind: 'goes', afterMs: 700 } })
  })

  test('that is lost keeps the refusal that it comes to where it turns out not to be there', () => {
    const lost = { kind: 'unknown', status: 409, busy: null, error: callError } as const
    const phase = (outcome: CallOutcome) => callStep(itemWith({ calls: [message] }), message, outcome, nothingLost, allWell).item?.phase
    expect(phase({ ...lost, refusal: { ...callError, message: 'Refused.' } })).toMatchObject({ refusal: { message: 'Refused.' } })
    expect(phase(lost)).not.toHaveProperty('refusal')
  })

  test('is doubted where its answer is, and not otherwise', () => {
    const phase = (parts: { isDoubted?: true }) =>
      callStep(itemWith(), update, done(), { lost: [], wantsLook: true, ...parts }, allWell).item?.phase
    expect(phase({ isDoubted: true })).toHaveProperty('isDoubted', true)
    expect(phase({})).not.toHaveProperty('isDoubted')
  })

  test('may take effect late where it left, and not where it did not', () => {
    const retry = (mayArrive: boolean) =>
      ({ kind: 'retry', status: null, afterMs: null, reason: 'unreachable', mayArrive, error: callError }) as const
    expect(callStep(itemWith(), update, retry(false), nothingLost, allWell).call).not.toHaveProperty('fate')
    expect(callStep(itemWith(), update, retry(true), nothingLost, allWell).call).toHaveProperty('fate', 'mayArrive')
    // Also where it is given up, which is done at once where it did not leave.
    expect(callStep(itemWith({ attempts: 9 }), update, retry(true), nothingLost, allWell).call).toHaveProperty('fate', 'mayArrive')
    expect(callStep(itemWith({ attempts: 9 }), update, retry(false), nothingLost, allWell).call).toHaveProperty('state', 'failed')
  })

  test('is looked for before it goes a third time, permission before it goes a second one, and waits for reads that are late', () => {
    const retry = (reason: 'failed' | 'rate_limited') =>
      ({ kind: 'retry', status: 503, afterMs: null, reason, mayArrive: true, error: callError }) as const
    const inVain = (times: number, ordinal = 0) => ({ ordinal, times, attempts: times, refused: null, wantsLook: false })
    const lagging = situationWith({ profile: { ...unknownService, lagMs: 9_000 } })
    const stepOf = (call: typeof update | typeof consent, times: number, reason: 'failed' | 'rate_limited' = 'failed') =>
      callStep(itemWith({ calls: [call], ...(times > 0 && { inVain: inVain(times) }) }), call, retry(reason), nothingLost, lagging)
    expect(stepOf(update, 0)).toMatchObject({ item: { inVain: { times: 1, wantsLook: false } }, next: { afterMs: 250 } })
    expect(stepOf(update, 1)).toMatchObject({ item: { inVain: { times: 2, wantsLook: true } }, next: { afterMs: 9_000 } })
    expect(stepOf(consent, 0)).toMatchObject({ item: { inVain: { times: 1, wantsLook: true } }, next: { afterMs: 9_000 } })
    // Of an earlier call of the row, nothing counts.
    const later = itemWith({ calls: [update, consent], ordinal: 1, inVain: inVain(7) })
    expect(callStep(later, consent, retry('failed'), nothingLost, allWell)).toMatchObject({ item: { inVain: { ordinal: 1, times: 1 } } })
    // A row that alone is always too much goes less and less often.
    const delays = [2, 3, 4, 5, 30].map((times) => {
      const item = itemWith({ inVain: inVain(times) })
      const { next } = callStep(item, update, retry('rate_limited'), nothingLost, allWell)
      return next.kind === 'goes' ? next.afterMs : null
    })
    expect(delays).toEqual([0, 250, 500, 1_000, 30_000])
    // One that fails otherwise waits as any other.
    expect(callStep(itemWith({ inVain: inVain(30) }), update, retry('failed'), nothingLost, allWell).next).toMatchObject({ afterMs: 250 })
  })

  test('is preceded by a fresh read when it gives permission: the contact may have refused in the meantime', () => {
    const retry = { kind: 'retry', status: 500, afterMs: null, reason: 'failed', mayArrive: true, error: callError } as const
    const contact = (call: typeof consent | typeof update) =>
      callStep(itemWith({ calls: [call] }), call, retry, nothingLost, allWell).item?.contact
    expect(contact(consent)).toEqual({ isFresh: false, mustRead: true })
    expect(contact(update)).toBeUndefined()
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

describe('how long is waited', () => {
  const undo: UndoTask = { uuid: 'u1', written: [], sent: new Set(), done: new Set(), shownFromMs: 0, decided: [] }
  const calls = [{ ...consent, consent: false }, update]

  test('for a lost call, but not longer than it may arrive', () => {
    const lost: CallOutcome = { kind: 'unknown', status: null, busy: null, error: callError }
    const after = (nowMs: number) =>
      callStep(itemWith({ calls: [message] }), message, lost, nothingLost, situationWith({ sentAtMs: 0, nowMs })).next
    expect([after(119_000), after(119_600), after(130_000)]).toMatchObject([
      { lookAfterMs: 1_000 },
      { lookAfterMs: 400 },
      { lookAfterMs: 0 },
    ])
  })

  test('before a read of what was just done: as long as reads are late', () => {
    const next = (parts: Partial<RunItem>, isLooked = false) =>
      nextCallStep(
        itemWith(parts),
        done(),
        isLooked ? { call: update, postUuid: null, answeredAtMs: 0, looks: 0, before: null } : null,
        700,
      )
    expect(next({ calls: [update, update] }).next).toEqual({ kind: 'goes', afterMs: 0 })
    expect(next({ calls: [update, update] }, true).next).toEqual({ kind: 'goes', afterMs: 700 })
    expect(next({ calls: [update] }, true).next).toEqual({ kind: 'goes', afterMs: 700 })
    expect(next({ calls: [update, consent] }).next).toEqual({ kind: 'goes', afterMs: 700 })
    // An undo has decided about all of its calls by one read.
    for (const all of [calls, [update, consent]]) {
      expect(next({ calls: all, undo }).next).toEqual({ kind: 'goes', afterMs: 0 })
      expect(next({ calls: all, undo }).item).not.toHaveProperty('contact')
    }
    // The last call of a row is followed by no read.
    expect(next({ calls: calls.slice(0, 1) }).item).not.toHaveProperty('contact')
  })

  test('and a permission is read for anew before it is tried again, unless an undo has decided that', () => {
    const retry: CallOutcome = { kind: 'retry', status: 500, afterMs: null, reason: 'failed', mayArrive: true, error: callError }
    const contact = (parts: Partial<RunItem>, call: ServiceCall = consent) =>
      callStep(itemWith({ calls: [consent], ...parts }), call, retry, nothingLost, allWell).item?.contact
    expect(contact({})).toEqual({ isFresh: false, mustRead: true })
    expect([contact({ undo }), contact({}, update)]).toEqual([undefined, undefined])
  })
})

test('a call that is looked up keeps what its contact was like before it', () => {
  const before = { record: { uuid: 'u1' }, posts: null }
  const step = callStep(
    itemWith({ proof: { kind: 'wanted', how: 'alone', before } }),
    update,
    done(),
    { lost: [], wantsLook: true },
    allWell,
  )
  expect(step.item?.phase).toMatchObject({ kind: 'verify', before })
})

test('texts that are cut are told with after how many characters, unless others are altered otherwise', () => {
  const cut = { field: 'name', asked: 'x'.repeat(300), answered: 'x'.repeat(60) }
  const told = (...lost: (typeof cut)[]) => {
    const { learnt } = lostStep(itemWith(), lost, unknownService).step
    const altered = new Set(learnt?.kind === 'altered' ? learnt.marks : [])
    return lostStep(itemWith(), lost, { ...unknownService, altered }).failure.message
  }
  expect(told(cut)).toBe('The service cut Name after 60 characters.')
  expect(told(cut, { field: 'notes', asked: 'a', answered: 'b' })).toContain('stored another text than was asked for: Name, ')
  expect(told({ field: 'name', asked: 'a', answered: 'b' })).toContain('stored another text than was asked for: Name.')
})
