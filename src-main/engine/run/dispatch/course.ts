import type { AppError } from '../../model/errors.ts'
import type { RunState } from '../../model/runs/run-schema.ts'
import type { Stop } from './execution-state.ts'

/** Where an execution stands between its beginning and its end. */
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

/** What is left to do once no call is under way; null while there is something to send. */
export function endOf(
  course: Course,
  isAllDone: boolean,
): { state: 'paused' | 'cancelled' | 'finished'; reason: Stop['reason'] | null } | null {
  if (course.kind === 'stopping') return { state: course.stop.state, reason: course.stop.reason }
  return course.kind === 'running' && isAllDone ? { state: 'finished', reason: null } : null
}
