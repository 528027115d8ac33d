import { AppError } from '../../model/errors.ts'
import { type PlanSeen, planSeenSchema } from '../../model/plans/plan-schema.ts'
import type { StoredRun } from '../../store/runs/runs.ts'
import type { UnknownDecision } from '../reconcile/decide-unknown.ts'
import { stopReasons } from '../words/pause-words.ts'

/** What is sent is what somebody has seen: throws `plan.changed`. */
export function refuseUnseen(plan: PlanSeen, seen: PlanSeen): void {
  if (planSeenSchema.keyof().options.every((key) => plan[key] === seen[key])) return
  throw new AppError(
    'plan.changed',
    'Since you looked at these changes, somebody corrected rows or released some that were held: in another window or by a command. Nothing was sent.',
    'Look at the changes as they are now, then send them.',
  )
}

/** Throws `run.state` where nothing is left to resume. A finished run with unknown rows looks for those once more. */
export function refuseResume({ state }: Pick<StoredRun, 'state'>, unknown: number): void {
  if (state === 'finished' && unknown === 0)
    throw new AppError('run.state', 'This run has finished.', 'Plan the file again to see whether anything is left to do.')
  if (state === 'cancelled') throw new AppError('run.state', 'This run was canceled.', 'Plan the file again to do the rest.')
}

/** Until when a run that is resumed sends nothing, since the epoch: as its service asked, if whoever resumes it `waits` for that. */
export function heldUntilMs({ reason }: Pick<StoredRun, 'reason'>, waits: boolean): number | undefined {
  return waits ? reason?.untilMs : undefined
}

/** Throws `run.state` where rows of a run are to be sent again that sends nothing any more. */
export function refuseSendingAgain({ state }: Pick<StoredRun, 'state'>, decision: UnknownDecision): void {
  if (state === 'cancelled' && decision === 'again') {
    throw new AppError(
      'run.state',
      'This run was canceled, so it sends nothing again.',
      'Mark these rows as done if they arrived; otherwise plan the file again.',
    )
  }
}

/** How a run stands after somebody has decided about rows that were unknown. `open`: how many of these it is to continue. */
export function stopAfterDecision({ state, finishedAtMs }: Pick<StoredRun, 'state' | 'finishedAtMs'>, open: number) {
  if (state === 'cancelled') return { state, reason: stopReasons.cancelled, finishedAtMs } as const
  if (state === 'finished' && open === 0) return { state, reason: null, finishedAtMs } as const
  return { state: 'paused', reason: stopReasons.decided, finishedAtMs: null } as const
}
