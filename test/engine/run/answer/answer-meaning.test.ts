import { describe, expect, test } from 'vitest'
import type { CallOutcome, ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import {
  type Answer,
  askedMs,
  foundOf,
  hasShownAll,
  isGood,
  isToShow,
  staysAlone,
  turnedAway,
} from '../../../../src-main/engine/run/answer/answer-meaning.ts'
import type { ReadAnswer } from '../../../../src-main/engine/run/answer/read-answer.ts'
import type { RowStep } from '../../../../src-main/engine/run/answer/row-step.ts'
import { unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { InVain, RefusedCall, RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { callError, consent, creation, done, failure, itemWith, message, toVerify, update } from './items.ts'

const contact = { record: { uuid: 'u1' }, extra: null }
const read = (answer: ReadAnswer, item = itemWith()): Answer => ({ kind: 'read', item, answer, sentAtMs: 0 })
const verified = (parts: Partial<Extract<ReadAnswer, { kind: 'verified' }>> = {}): ReadAnswer => ({
  kind: 'verified',
  lost: [],
  isShown: true,
  isLate: false,
  seen: contact,
  ...parts,
})
const answered = (item = itemWith(), call: ServiceCall = update): Answer => ({
  kind: 'call',
  item,
  call,
  outcome: done(),
  echo: { lost: [], isSeen: true },
  sentAtMs: 0,
})
const unread = (item = itemWith()): Answer => ({
  kind: 'readFailed',
  item,
  error: new AppError('service.failed', 'No.', 'Ask.'),
  sentAtMs: 0,
})
const lostName = { field: 'name', asked: 'New', answered: 'Old' }
const goes: RowStep = { next: { kind: 'goes', afterMs: 0 } }
const busy = (status: number | null, afterMs: number | null = 7_000): CallOutcome => ({
  kind: 'unknown',
  status,
  busy: { afterMs },
  error: callError,
})

describe('an answer that says the service is busy', () => {
  const harmless = { ...unknownService, isBusyHarmless: true }

  test.each([429])('%i is turned away where that is known to be without effect, and asked again as late as it says', (status) => {
    expect(turnedAway(busy(status), harmless)).toEqual({
      kind: 'retry',
      status,
      afterMs: 7_000,
      reason: 'rate_limited',
      mayArrive: false,
      error: callError,
    })
  })

  test.each<[string, CallOutcome, typeof harmless]>([
    ['429 of a service of which nothing is known', busy(429), unknownService],
    ['503 with Retry-After', busy(503), harmless],
    ['no answer at all', busy(null), harmless],
    ['429 that is not known to be about pace', { kind: 'unknown', status: 429, busy: null, error: callError }, harmless],
    ['what is done', done(), harmless],
    ['a refusal', { kind: 'failed', status: 429, error: callError }, harmless],
  ])('%s stays what it is', (_what, outcome, profile) => {
    expect(turnedAway(outcome, profile)).toBe(outcome)
  })

  const retry: CallOutcome = { kind: 'retry', status: 429, afterMs: 3_000, reason: 'rate_limited', mayArrive: false, error: callError }
  test.each<[string, CallOutcome, number | null]>([
    ['of a call that may be repeated', retry, 3_000],
    ['that names no time', { ...retry, afterMs: null }, null],
    ['of a call that must not happen twice', busy(503), 7_000],
    ['of such a call, without a time', busy(503, null), null],
    ['that is none: no answer', { kind: 'unknown', status: null, busy: null, error: callError }, null],
    ['that is none: done', done(), null],
    ['that is none: a refusal', { kind: 'failed', status: 403, error: callError }, null],
  ])('asks to wait: %s', (_what, outcome, ms) => {
    expect(askedMs(outcome)).toBe(ms)
  })
})

test.each<[string, Answer, ReturnType<typeof foundOf>]>([
  ['there', read(verified()), 'shown'],
  ['not there', read(verified({ lost: [lostName] })), 'missing'],
  ['not there, though something is shown', read(verified({ lost: [lostName], isShown: true })), 'missing'],
  ['not shown', read(verified({ isShown: false })), 'untold'],
  ['told by another read', read({ kind: 'found', seen: contact }), 'untold'],
  ['told by nothing: the read failed', unread(), 'untold'],
  ['told by the answer alone', answered(), 'untold'],
])('a consent that was looked up is %s', (_what, answer, found) => {
  expect(foundOf(answer)).toBe(found)
})

describe('the canary goes on keeping all else waiting', () => {
  const refused: RefusedCall = { outcome: { kind: 'failed', status: 403, error: callError }, failure, arrivesByMs: 0, looks: 0 }
  const outcome = { kind: 'retry', status: 500, afterMs: null, reason: 'failed', mayArrive: true, error: callError } as const
  const late: RefusedCall = { outcome, failure, arrivesByMs: 9_000, looks: 0 }
  const inVain = (parts: Partial<InVain>) =>
    itemWith({ inVain: { ordinal: 0, times: 1, attempts: 1, refused: null, wantsLook: true, ...parts } })
  const endState: ReadAnswer = { kind: 'endState', call: update, isThere: true, seen: contact }
  const cases: [string, Answer, RowStep, boolean][] = [
    ['when its contact was found', read({ kind: 'found', seen: contact }), goes, true],
    ['when the contact to be taken back was read', read({ kind: 'undone', seen: contact }), goes, true],
    ['when nothing is there that it could have become', read({ kind: 'looked', look: 'absent', agoMs: null }), goes, true],
    ['not when that cannot be told', read({ kind: 'looked', look: 'cannotTell', isRestored: false }), goes, false],
    ['not when nobody refuses', read({ kind: 'notRefused' }), goes, false],
    [
      'not when its row has ended',
      read({ kind: 'found', seen: contact }),
      { next: { kind: 'ends', outcome: 'done', failure: null } },
      false,
    ],
    ['while its call is looked up', read(verified(), itemWith({ phase: toVerify(update) })), goes, true],
    ['not when the read failed', unread(), goes, false],
    ['not when its call is repeated', answered(), goes, false],
    ['when the end state of its call was read', read(endState, inVain({})), goes, true],
    ['not when something else of it was read', read({ kind: 'notRefused' }, inVain({})), goes, false],
    ['not for an earlier call of the row', read(endState, inVain({ ordinal: 1 })), goes, false],
    ['while its contact is to show whether it was refused', answered(inVain({ refused })), goes, true],
    ['not for what may take effect late', answered(inVain({ refused: late })), goes, false],
  ]

  test.each(cases)('%s', (_what, answer, step, isAlone) => {
    expect(staysAlone(answer, step)).toBe(isAlone)
  })

  test.each<[string, Pick<Partial<RunItem>, 'inVain'> | undefined, boolean]>([
    ['of no row', undefined, false],
    ['of a row that had good answers', {}, false],
    ['of a call without an answer', inVain({}), false],
    ['of a call that was refused', inVain({ refused }), true],
  ])('a refusal is to be shown: %s', (_what, item, isIt) => {
    expect(isToShow(item)).toBe(isIt)
  })
})

describe('what was read around a call', () => {
  const proven = (before: { uuid: string } | null): RowStep => ({ ...goes, proven: { call: update, before, changes: [], target: null } })

  test.each<[string, ServiceCall, Answer, RowStep, boolean]>([
    ['a call that nothing was read of', update, answered(), goes, true],
    ['a read that failed', update, unread(), goes, true],
    ['a read that shows no contact', update, read(verified({ seen: null })), goes, true],
    ['a contact that was read before, too', update, read(verified()), proven({ uuid: 'u1' }), true],
    ['a contact that was not read before', update, read(verified()), goes, false],
    ['a contact that the service did not show before', consent, read(verified()), proven(null), false],
    ['a new contact', creation, read(verified()), goes, true],
    ['a message', message, read(verified()), goes, false],
  ])('shows whatever else changed, or cannot: %s', (_what, call, answer, step, isIt) => {
    expect(hasShownAll(call, answer, step)).toBe(isIt)
  })

  test.each<[string, RowStep, boolean]>([
    ['nothing is said against it', goes, true],
    ['nothing else changed', proven({ uuid: 'u1' }), true],
    ['something was not applied', { ...goes, notApplied: ['Name'] }, false],
    [
      'something else changed',
      { ...goes, proven: { call: update, before: null, changes: [{ field: 'notes', before: 'a', after: null }], target: null } },
      false,
    ],
  ])('is good where %s', (_what, step, isIt) => {
    expect(isGood(step)).toBe(isIt)
  })
})
