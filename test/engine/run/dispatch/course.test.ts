import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import {
  afterBreakdown,
  afterTurn,
  brokenDown,
  type Course,
  isForGood,
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

test('nothing of a run is done later only where it is about to be canceled', () => {
  const canceled: Course = { kind: 'over', was: 'cancelling' }
  expect([running, pausing, cancelling, broken, over, canceled].map(isForGood)).toEqual([false, false, true, false, false, true])
})

const waits = { kind: 'wait' }
test.each<[Course, number, boolean, object]>([
  [running, 0, false, waits],
  [running, 1, true, waits],
  [running, 0, true, { kind: 'finish' }],
  [pausing, 1, true, waits],
  [pausing, 0, false, { kind: 'stop', stop: pause }],
  [pausing, 0, true, { kind: 'stop', stop: pause }],
  [cancelling, 0, false, { kind: 'stop', stop: cancel }],
  [broken, 1, true, waits],
  [broken, 0, false, { kind: 'fail', error }],
  [over, 0, true, waits],
])('after a turn: %j, %i under way, all done %s', (course, inFlight, isAllDone, next) => {
  expect(afterTurn(course, { inFlight, isAllDone, beginsLast: () => false })).toEqual(next)
})

test('what is looked at when all else is done is begun only then, and not where the run stops', () => {
  const next = (course: Course, inFlight: number, isAllDone: boolean) => {
    let begun = 0
    const { kind } = afterTurn(course, { inFlight, isAllDone, beginsLast: () => (begun += 1) > 0 })
    return [kind, begun]
  }
  expect(next(running, 0, true)).toEqual(['turn', 1])
  expect(next(running, 1, true)).toEqual(['wait', 0])
  expect(next(running, 0, false)).toEqual(['wait', 0])
  expect(next(pausing, 0, true)).toEqual(['stop', 0])
})

const locked = new AppError('run.locked', 'Taken.', 'Look there.')
const taken: Course = { kind: 'broken', error: locked }
test.each<[Course, number, number, ReturnType<typeof afterBreakdown>]>([
  [broken, 1, 1, { kind: 'turn' }],
  [broken, 1, 2, { kind: 'turn' }],
  [broken, 0, 2, { kind: 'wait' }],
  [broken, 0, 0, { kind: 'fail', error }],
  [taken, 1, 2, { kind: 'leave', error: locked }],
  [taken, 0, 0, { kind: 'leave', error: locked }],
  [over, 1, 2, { kind: 'wait' }],
])('after a breakdown: %j, %i answers wait, %i under way', (course, answers, inFlight, next) => {
  expect(afterBreakdown(course, { answers, inFlight })).toEqual(next)
})
