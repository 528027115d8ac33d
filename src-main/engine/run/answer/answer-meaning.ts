import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { AppError } from '../../model/errors.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import type { ServiceProfile } from '../late/service-profile.ts'
import { busyStatus } from './call-step.ts'
import type { Echo } from './canary.ts'
import type { ReadAnswer } from './read-answer.ts'
import type { RowStep } from './row-step.ts'

/** The outcome of a call, or of a read that a call needs. Times are monotonic. */
export type Answer =
  | { kind: 'call'; item: RunItem; call: ServiceCall; outcome: CallOutcome; echo: Echo; sentAtMs: number }
  | { kind: 'read'; item: RunItem; answer: ReadAnswer; sentAtMs: number }
  | { kind: 'readFailed'; item: RunItem; error: AppError; sentAtMs: number }

/** What 429 means for a call that must not happen twice, once it was learnt that this service then does nothing. */
export function turnedAway(outcome: CallOutcome, { isBusyHarmless }: ServiceProfile): CallOutcome {
  if (outcome.kind !== 'unknown' || outcome.status !== busyStatus || outcome.busy === null || !isBusyHarmless) return outcome
  const { status, busy, error } = outcome
  return { kind: 'retry', status, afterMs: busy.afterMs, reason: 'rate_limited', mayArrive: false, error }
}

/** Whether the consent that was looked up is there. */
export function foundOf(answer: Answer): JournalEntries['consents'][number]['found'] {
  if (answer.kind !== 'read' || answer.answer.kind !== 'verified') return 'untold'
  if (answer.answer.lost.length > 0) return 'missing'
  return answer.answer.isShown ? 'shown' : 'untold'
}

export function askedMs(outcome: CallOutcome): number | null {
  if (outcome.kind === 'retry') return outcome.afterMs
  return outcome.kind === 'unknown' ? (outcome.busy?.afterMs ?? null) : null
}

/** The canary keeps everything else waiting until its call is sent, and looked up where that is needed. */
export function staysAlone(answer: Answer, { next }: RowStep): boolean {
  if (next.kind !== 'goes') return false
  const read = answer.kind === 'read' ? answer.answer : null
  const isReady = ['found', 'conversation', 'undone'].includes(read?.kind ?? '') || (read?.kind === 'looked' && read.look === 'absent')
  const { inVain, ordinal, phase } = answer.item
  // Whether it was refused shows when its contact is read; what may take effect late is not waited for.
  const isRead =
    inVain?.ordinal === ordinal && (inVain.refused === null ? read?.kind === 'endState' : inVain.refused.outcome.kind === 'failed')
  return isReady || isRead || phase.kind === 'verify'
}

/** Whether it was refused, and its contact is to show whether that is true. */
export function isToShow(item: Pick<Partial<RunItem>, 'inVain'> | undefined): boolean {
  return item?.inVain !== undefined && item.inVain.refused !== null
}

/** Whether what was read right before a call and after it would have shown whatever else changed, as far as the service shows it at all. */
export function hasShownAll(call: ServiceCall, answer: Answer, { proven }: RowStep): boolean {
  const isShown = answer.kind === 'read' && answer.answer.kind === 'verified' && answer.answer.seen !== null
  return !isShown || descriptorOf(call).createsContact || (proven !== undefined && proven.before !== null)
}

/** Of a call that was looked up: it did what it was asked to, and nothing else. */
export function isGood(step: RowStep): boolean {
  return step.notApplied === undefined && !hasChangedMore(step)
}

/** Of a call that was looked up: more changed beside than it had asked for. */
export function hasChangedMore({ proven }: RowStep): boolean {
  return proven !== undefined && proven.changes.length > 0
}
