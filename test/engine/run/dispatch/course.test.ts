import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { brokenDown, type Course, endOf, shownState, stopped } from '../../../../src-main/engine/run/dispatch/course.ts'

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

test('it ends as it was stopped, or finished once nothing is left', () => {
  expect(endOf(running, false)).toBeNull()
  expect(endOf(running, true)).toEqual({ state: 'finished', reason: null })
  expect(endOf(pausing, true)).toEqual({ state: 'paused', reason })
  expect(endOf(cancelling, false)).toEqual({ state: 'cancelled', reason: cancel.reason })
  expect(endOf(broken, true)).toBeNull()
})
