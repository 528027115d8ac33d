import type { AppError } from '../../model/errors.ts'
import type { RunState } from '../../model/runs/run-schema.ts'
import type { Stop } from './execution-state.ts'

/** The state of an execution between its start and its end. */
export type Course =
  | { kind: 'running' }
  /** Nothing more is sent; calls under way are waited for. */
  | { kind: 'stopping'; stop: Stop }
  /** Something that should not happen, or a full disk: nothing more is sent, and what is answered is recorded if that is possible. */
  | { kind: 'broken'; error: AppError }
  | { kind: 'over'; was: RunState }

/** Somebody wants it to stop: the first reason stays, but cancelling outdoes pausing, and nothing outdoes a breakdown. */
export function stopped(course: Course, stop: Stop): Course {
  switch (course.kind) {
    case 'running':
      return { kind: 'stopping', stop }
    case 'stopping':
      return stop.state === 'cancelled' && course.stop.state === 'paused' ? { kind: 'stopping', stop } : course
    case 'broken':
    case 'over':
      return course
  }
}

/** It broke down: the first error stays. */
export function brokenDown(course: Course, error: AppError): Course {
  return course.kind === 'broken' || course.kind === 'over' ? course : { kind: 'broken', error }
}

/** The state as it is shown. */
export function shownState(course: Course): RunState {
  switch (course.kind) {
    case 'stopping':
      return course.stop.state === 'cancelled' ? 'cancelling' : 'pausing'
    case 'over':
      return course.was
    case 'running':
    case 'broken':
      return 'running'
  }
}

/** What a turn does: send more, finish what is left to finish once nothing is under way, or only record what was answered. */
export function turnWork(course: Course, inFlight: number): 'dispatch' | 'finish' | 'record' {
  if (course.kind === 'running') return 'dispatch'
  return inFlight === 0 ? 'finish' : 'record'
}

/** Whether nothing of the run is done later: it is about to be canceled. */
export function isForGood(course: Course): boolean {
  return shownState(course) === 'cancelling'
}

export type NextStep =
  | { kind: 'wait' | 'turn' | 'finish' }
  | { kind: 'stop'; stop: Stop }
  /** It broke down, and what was answered is recorded. */
  | { kind: 'fail'; error: AppError }

const wait: NextStep = { kind: 'wait' }

interface AfterTurn {
  inFlight: number
  /** There is nothing more to send. */
  isAllDone: boolean
  /** Begins what is looked at when all else is done; answers whether there is anything. */
  beginsLast: () => boolean
}

/** What follows a turn, in which all that was answered until then was recorded. */
export function afterTurn(course: Course, { inFlight, isAllDone, beginsLast }: AfterTurn): NextStep {
  if (inFlight > 0) return wait
  switch (course.kind) {
    case 'running':
      if (!isAllDone) return wait
      return { kind: beginsLast() ? 'turn' : 'finish' }
    case 'stopping':
      return { kind: 'stop', stop: course.stop }
    case 'broken':
      return { kind: 'fail', error: course.error }
    case 'over':
      return wait
  }
}

/**
 * What follows a breakdown: a run that another process has taken is left at once; else what was answered is recorded, now or
 * when the calls under way are answered, before it ends.
 */
export function afterBreakdown(
  course: Course,
  { answers, inFlight }: { answers: number; inFlight: number },
): { kind: 'wait' | 'turn' } | { kind: 'leave' | 'fail'; error: AppError } {
  if (course.kind !== 'broken') return { kind: 'wait' }
  const { error } = course
  if (error.code === 'run.locked') return { kind: 'leave', error }
  if (answers > 0) return { kind: 'turn' }
  return inFlight === 0 ? { kind: 'fail', error } : { kind: 'wait' }
}
