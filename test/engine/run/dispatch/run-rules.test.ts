import { describe, expect, test } from 'vitest'
import {
  heldUntilMs,
  refuseResume,
  refuseSendingAgain,
  refuseUnseen,
  stopAfterDecision,
} from '../../../../src-main/engine/run/dispatch/run-rules.ts'
import { stopReasons } from '../../../../src-main/engine/run/words/pause-words.ts'
import { planSeenSchema } from '../../../../src-main/engine/model/plans/plan-schema.ts'

test.each([
  ['paused', 0, null],
  ['running', 0, null],
  ['finished', 1, null],
  ['finished', 0, 'This run has finished.'],
  ['cancelled', 0, 'This run was canceled.'],
  ['cancelled', 1, 'This run was canceled.'],
] as const)('a run that is %s, with %i unknown rows, may be resumed or not: %j', (state, unknown, refusal) => {
  const resume = () => refuseResume({ state }, unknown)
  if (refusal === null) expect(resume).not.toThrow()
  else expect(resume).toThrow(refusal)
})

test('whoever resumes a run waits as long as its service asked, or sends at once', () => {
  const reason = { code: 'service.asked_to_wait', message: 'M.', hint: 'H.', untilMs: 9 }
  expect([heldUntilMs({ reason }, true), heldUntilMs({ reason }, false)]).toEqual([9, undefined])
  expect([heldUntilMs({ reason: stopReasons.paused }, true), heldUntilMs({ reason: null }, true)]).toEqual([undefined, undefined])
})

describe('about rows that are unknown', () => {
  test('a run that was canceled takes no word that sends them again', () => {
    expect(() => refuseSendingAgain({ state: 'cancelled' }, 'again')).toThrow('This run was canceled, so it sends nothing again.')
    expect(() => refuseSendingAgain({ state: 'cancelled' }, 'done')).not.toThrow()
    for (const state of ['finished', 'paused', 'running'] as const) expect(() => refuseSendingAgain({ state }, 'again')).not.toThrow()
  })

  const isOver = (state: 'finished' | 'cancelled', reason: object | null) => ({ state, reason, finishedAtMs: 7 })
  const goesOn = { state: 'paused', reason: stopReasons.decided, finishedAtMs: null }
  test.each([
    ['finished', 0, isOver('finished', null)],
    ['finished', 2, goesOn],
    ['cancelled', 0, isOver('cancelled', stopReasons.cancelled)],
    ['cancelled', 2, isOver('cancelled', stopReasons.cancelled)],
    ['paused', 0, goesOn],
    ['running', 0, goesOn],
  ] as const)('a run that was %s, and is to continue %i of them, is then %j', (state, open, stop) => {
    expect(stopAfterDecision({ state, finishedAtMs: 7 }, open)).toEqual(stop)
  })
})

test('nothing is sent of a plan that is not as it was seen', () => {
  const seen = planSeenSchema.parse({ send: 3, held: 1, calls: 4, correctionsThrough: 5 })
  expect(() => refuseUnseen({ ...seen }, seen)).not.toThrow()
  for (const key of planSeenSchema.keyof().options) expect(() => refuseUnseen({ ...seen, [key]: 99 }, seen)).toThrow('Nothing was sent.')
})
