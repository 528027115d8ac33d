import { describe, expect, test } from 'vitest'
import type { CallOutcome } from '../../../../src-main/engine/model/runs/service-call.ts'
import { inVainAgain, mayShow, ownDelayMs, refusedStep } from '../../../../src-main/engine/run/answer/in-vain.ts'
import { callError, consent, failure, itemWith, message, update } from './items.ts'

type Refused = Exclude<CallOutcome, { kind: 'done' }>
const retry = (mayArrive: boolean, status: number | null = 500): Refused => ({
  ...{ kind: 'retry', status, afterMs: null, reason: 'failed', mayArrive, error: callError },
})
const refused = (status: number | null): Refused => ({ kind: 'failed', status, error: callError })
const putBack = { target: { uuid: 'u1' }, changes: [], rounds: 0, isCutShort: false }
const ofConsent = itemWith({ calls: [consent] })
const ofMessage = itemWith({ calls: [message] })

describe('a call that failed may show at its contact all the same', () => {
  test.each([
    ['a change that was sent in vain', itemWith(), update, retry(true), true],
    ['one that never left', itemWith(), update, retry(false), false],
    ['one of a contact that is not there', itemWith(), update, retry(true, 404), false],
    ['one that puts something back', itemWith({ putBack }), update, retry(true), false],
    ['a message: it is looked for otherwise', ofMessage, message, retry(true), false],
    ['a consent that was refused', ofConsent, consent, refused(403), true],
    ['a consent that was never sent', ofConsent, consent, refused(null), false],
    ['a consent of a contact that is not there, as the service says', ofConsent, consent, refused(404), true],
    ['a consent that puts something back', itemWith({ calls: [consent], putBack }), consent, refused(403), false],
    ['a change that was refused', itemWith(), update, refused(403), false],
    ['a message that was refused', ofMessage, message, refused(403), false],
    // What the row is about to do is no change of a contact: nothing shows it.
    ['a row that is about to send a message', ofMessage, update, retry(true), false],
  ])('%s', (_what, item, call, outcome, answer) => {
    expect(mayShow(item, call, outcome)).toBe(answer)
  })
})

test('a contact is read before a call goes once more, where it could show the call', () => {
  const wantsLook = (item: Parameters<typeof inVainAgain>[0], isPermission = false) => inVainAgain(item, isPermission, 1).wantsLook
  const once = { ordinal: 0, times: 1, attempts: 1, refused: null, wantsLook: false }
  expect([wantsLook(itemWith()), wantsLook(itemWith({ inVain: once }))]).toEqual([false, true])
  expect([wantsLook(ofConsent), wantsLook(ofConsent, true)]).toEqual([false, true])
  expect(wantsLook(itemWith({ calls: [message], inVain: once }))).toBe(false)
  expect(wantsLook(itemWith({ putBack, inVain: once }))).toBe(false)
  expect(wantsLook(itemWith({ inVain: once, ordinal: 1 }))).toBe(false)
})

test('a row waits for itself only once its call was in vain more often than three times', () => {
  const delay = (times: number) => ownDelayMs({ ordinal: 0, times, attempts: 0, refused: null, wantsLook: false }, 0)
  expect([ownDelayMs(null, 0), delay(3), delay(4), delay(5)]).toEqual([0, 0, 250, 500])
})

test('what the service took and did not carry out is named by its fields', () => {
  const lost = refusedStep(itemWith(), { ...failure, code: 'service.not_applied' }, 'Not now')
  expect(lost).toMatchObject({ notApplied: ['Name'], said: 'Not now' })
  expect(refusedStep(itemWith(), failure, null)).not.toHaveProperty('notApplied')
})
