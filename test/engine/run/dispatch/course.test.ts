import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import {
  afterBreakdown,
  afterTurn,
  brokenDown,
  type Course,
  shownState,
  stopped,
  turnWork,
} from '../../../../src-main/engine/run/dispatch/course.ts'

const reason = { code: 'c', message: 'm', hint: 'h' }
const pause = { state: 'paused', reason } as const
const cancel = { state: 'cancelled', reason: { ...reason, code: 'x' } } as const
const error = new AppError('store.full', 'Full.', 'Make room.')
const running: Course = { kind: 'running' }
const pausing: Course = { kind: 'stopping', stop: pause }
const cancelling: Course = { kind: 'stopping', stop: cancel }
const broken: Course = { kind: 'broken', error }
const over: Course = { kind: 'over', was: 'running' }

test('the first reason to stop stays, but cancelling outdoes pausing', () => {
  expect(stopped(running, pause)).toEqual(pausing)
  expect(stopped(pausing, { ...pause, reason: { ...reason, code: 'later' } })).toBe(pausing)
  expect(stopped(pausing, cancel)).toEqual(cancelling)
  expect(stopped(cancelling, pause)).toBe(cancelling)
  expect(stopped(cancelling, { ...cancel, reason })).toBe(cancelling)
  for (const course of [broken, over]) expect(stopped(course, cancel)).toBe(course)
})

test('the first breakdown stays, whatever was wanted', () => {
  for (const course of [running, pausing, cancelling]) expect(brokenDown(course, error)).toEqual(broken)
  for (const course of [broken, over]) expect(brokenDown(course, new AppError('store.damaged', '', ''))).toBe(course)
})

test('what is shown is what somebody asked for', () => {
  expect([running, pausing, cancelling, broken, { kind: 'over', was: 'pausing' } as const].map(shownState)).toEqual([
    'running',
    'pausing',
    'cancelling',
    'running',
    'pausing',
  ])
})

test.each<[Course, number, ReturnType<typeof turnWork>]>([
  [running, 0, 'dispatch'],
  [running, 3, 'dispatch'],
  [pausing, 1, 'record'],
  [pausing, 0, 'finish'],
  [cancelling, 1, 'record'],
  [cancelling, 0, 'finish'],
  [broken, 1, 'record'],
  [broken, 0, 'finish'],
])('a turn of a run that is $kind, with %i calls under way, does this: %s', (course, inFlight, work) => {
  expect(turnWork(course, inFlight)).toBe(work)
})

const waits = { kind: 'wait' }
test.each<[Course, boolean, boolean, object]>([
  [running, true, false, waits],
  [running, false, true, waits],
  [running, true, true, { kind: 'end', state: 'finished', reason: null }],
  [pausing, false, true, waits],
  [pausing, true, false, { kind: 'end', state: 'paused', reason }],
  [pausing, true, true, { kind: 'end', state: 'paused', reason }],
  [cancelling, true, false, { kind: 'end', state: 'cancelled', reason: cancel.reason }],
  [broken, false, true, waits],
  [broken, true, false, { kind: 'fail', error }],
  [over, true, true, waits],
])('after a turn: %j, quiet %s, all done %s', (course, isQuiet, isAllDone, next) => {
  expect(afterTurn(course, { isQuiet, isAllDone })).toEqual(next)
})

const taken: Course = { kind: 'broken', error: new AppError('run.locked', 'Taken.', 'Look there.') }
test.each<[Course, boolean, number, ReturnType<typeof afterBreakdown>]>([
  [broken, true, 0, 'turn'],
  [broken, true, 2, 'turn'],
  [broken, false, 2, 'wait'],
  [broken, false, 0, 'fail'],
  [taken, true, 2, 'leave'],
  [taken, false, 0, 'leave'],
  [over, true, 2, 'wait'],
])('after a breakdown: %j, answers wait %s, %i under way: %s', (course, answersWait, inFlight, next) => {
  expect(afterBreakdown(course, { answersWait, inFlight })).toBe(next)
})
