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

export type NextStep =
  | { kind: 'wait' }
  | { kind: 'end'; state: 'paused' | 'cancelled' | 'finished'; reason: Stop['reason'] | null }
  | { kind: 'fail'; error: AppError }

const wait: NextStep = { kind: 'wait' }

/** What follows a turn. `isQuiet`: nothing is under way, and no answer waits. `isAllDone`: there is nothing more to send. */
export function afterTurn(course: Course, { isQuiet, isAllDone }: { isQuiet: boolean; isAllDone: boolean }): NextStep {
  if (!isQuiet) return wait
  switch (course.kind) {
    case 'running':
      return isAllDone ? { kind: 'end', state: 'finished', reason: null } : wait
    case 'stopping':
      return { kind: 'end', ...course.stop }
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
  { answersWait, inFlight }: { answersWait: boolean; inFlight: number },
): 'leave' | 'turn' | 'fail' | 'wait' {
  if (course.kind !== 'broken') return 'wait'
  if (course.error.code === 'run.locked') return 'leave'
  if (answersWait) return 'turn'
  return inFlight === 0 ? 'fail' : 'wait'
}
