import { describe, expect, test } from 'vitest'
import type { InVain, RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { endStateStep, unreadEndStep } from '../../../../src-main/engine/run/answer/end-state-step.ts'
import { unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import { callError, consent, failure, itemWith, situationWith, toVerify, update } from './items.ts'

const refused = { outcome: { kind: 'failed', status: 403, error: callError } as const, failure, arrivesByMs: 9_000, looks: 0 }
const inVain: InVain = { ordinal: 0, times: 2, attempts: 1, refused: null, wantsLook: true }
const record = { uuid: 'u1', name: 'New' }
const shown = { kind: 'endState', call: update, isThere: true, seen: { record, extra: null } } as const
const notShown = { ...shown, isThere: false }
const item = (parts: Partial<RunItem> = {}) => itemWith({ inVain, ...parts })

describe('a call without a good answer that its contact shows', () => {
  test('is done, as it was looked up', () => {
    const outcome = { kind: 'done', status: 200, record, postUuid: null, conversationUuid: null }
    expect(endStateStep(item(), shown, situationWith())).toMatchObject({
      item: { ordinal: 1, phase: { kind: 'call' } },
      next: { kind: 'ends', outcome: 'done' },
      call: { from: 'pending', state: 'done', httpStatus: 200, failure: null, done: { call: update, outcome, isLookedUp: true } },
      countsAsCall: true,
    })
  })

  test('has the status with which it was refused', () => {
    const step = endStateStep(item({ inVain: { ...inVain, refused } }), { ...shown, seen: null }, situationWith())
    expect(step.call).toMatchObject({ httpStatus: 403, done: { outcome: { status: 403, record: null } } })
  })

  test('proves what it had to prove, but for one that goes along', () => {
    const before = { record: { uuid: 'u1', name: 'Old' }, posts: null }
    const phase = (how: 'alone' | 'sample' | 'along', image: typeof before | null = before) =>
      endStateStep(item({ proof: { kind: 'wanted', how, before: image } }), shown, situationWith()).item?.phase
    for (const how of ['alone', 'sample'] as const) expect(phase(how)).toEqual(toVerify(update, { answeredAtMs: 2_000, before }))
    expect(phase('along')).toEqual({ kind: 'call' })
    expect(phase('alone', null)).toEqual({ kind: 'call' })
    expect(endStateStep(item({ proof: { kind: 'open' } }), shown, situationWith()).item?.phase).toEqual({ kind: 'call' })
  })

  test('lets its row go on once reads can show what was done', () => {
    const goesOn = (lagMs: number | null) =>
      endStateStep(item({ calls: [update, consent] }), shown, situationWith({ profile: { ...unknownService, lagMs } })).next
    expect([goesOn(700), goesOn(null)]).toEqual([
      { kind: 'goes', afterMs: 700 },
      { kind: 'goes', afterMs: 0 },
    ])
  })
})

describe('one that its contact does not show', () => {
  test('is sent again where it was not refused, and not looked for before that', () => {
    expect(endStateStep(item(), notShown, situationWith())).toEqual({
      item: { inVain: { ...inVain, wantsLook: false } },
      next: { kind: 'goes', afterMs: 0 },
    })
  })

  test('has failed where it was refused and can arrive no more, else it is looked for again', () => {
    const step = (sentAtMs: number, nowMs = sentAtMs) =>
      endStateStep(item({ inVain: { ...inVain, refused } }), notShown, situationWith({ sentAtMs, nowMs }))
    expect(step(9_000)).toMatchObject({
      call: { from: 'pending', state: 'failed', httpStatus: 403, failure, done: null },
      countsAsCall: true,
      next: { kind: 'ends', outcome: 'failed', failure },
    })
    expect(step(8_999, 8_999)).toEqual({
      item: { inVain: { ...inVain, refused: { ...refused, looks: 1 } } },
      next: { kind: 'goes', afterMs: 1 },
    })
  })

  test('is never asked about where nothing was sent in vain', () => {
    expect(() => endStateStep(itemWith(), notShown, situationWith())).toThrow('Row 3 has sent nothing in vain.')
  })
})

describe('where the contact cannot be read', () => {
  test('a call that can be repeated is, with as much held against it as before', () => {
    expect(unreadEndStep(item({ attempts: 4 }))).toEqual({
      item: { attempts: 1, inVain: { ...inVain, wantsLook: false } },
      next: { kind: 'goes', afterMs: 0 },
    })
  })

  test('one that was refused has failed', () => {
    expect(unreadEndStep(item({ inVain: { ...inVain, refused } }))).toMatchObject({
      call: { state: 'failed', httpStatus: 403 },
      countsAsCall: true,
      next: { kind: 'ends', outcome: 'failed', failure },
    })
  })

  test.each<[string, Partial<RunItem>]>([
    ['nothing was in vain', { inVain: { ...inVain, ordinal: 1 } }],
    ['another call was', { ordinal: 1 }],
    ['it was not to be looked for', { inVain: { ...inVain, wantsLook: false } }],
  ])('nothing follows of it where %s', (_what, parts) => {
    expect(unreadEndStep(item(parts))).toBeNull()
    expect(unreadEndStep(itemWith())).toBeNull()
  })
})
