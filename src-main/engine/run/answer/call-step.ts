import { callDescriptors, givesConsent } from '../../kinds/calls/all-calls.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import { notAppliedFailure } from '../run-words.ts'
import { labelsOf } from './canary.ts'
import { type CallDecision, decideCall } from './decide-call.ts'
import type { NotApplied } from './echo.ts'
import { goesNow, type RowStep } from './row-step.ts'

type Done = Extract<CallOutcome, { kind: 'done' }>

/** Whether the service is down, and a random number in [0, 1). */
export interface Situation {
  isOutage: boolean
  random: number
}

/** Which fields an answer shows as not applied, and whether the call must be looked up before it proves anything. */
export interface EchoVerdict {
  lost: readonly NotApplied[]
  wantsLook: boolean
}

/** How long after it was lost a call is looked for. */
export const lookAfterMs = 1_000

/** What the outcome of a call that was sent means for its row. */
export function callStep(item: RunItem, call: ServiceCall, outcome: CallOutcome, verdict: EchoVerdict, situation: Situation): RowStep {
  if (outcome.kind === 'done') return doneStep(item, call, outcome, verdict)
  const decision = decideCall(outcome, { attempts: item.attempts, isOutage: situation.isOutage }, situation.random)
  const answered = { from: 'sent', httpStatus: outcome.status, done: null } as const
  switch (decision.kind) {
    case 'failed':
      return {
        call: { ...answered, state: 'failed', failure: decision.failure },
        countsAsCall: true,
        next: { kind: 'ends', outcome: 'failed', failure: decision.failure },
        ...(decision.failure.code === 'service.not_applied' ? { notApplied: item.changes.map(({ label }) => label) } : {}),
      }
    case 'unknown':
      return {
        call: { ...answered, state: 'unknown', failure: decision.failure },
        item: { phase: { kind: 'lost', absences: 0, failure: decision.failure } },
        next: { kind: 'isLost', failure: decision.failure, lookAfterMs },
      }
    case 'again':
    case 'signIn':
      return { ...repeatStep(item, decision), call: { ...answered, state: 'pending', failure: null } }
  }
}

/** Accepted is not applied: what was answered is compared with what was asked. */
function doneStep(item: RunItem, call: ServiceCall, outcome: Done, { lost, wantsLook }: EchoVerdict): RowStep {
  const answered = { from: 'sent', httpStatus: outcome.status } as const
  if (lost.length === 0) {
    return {
      ...nextCallStep(item, outcome, wantsLook ? call : null),
      call: { ...answered, state: 'done', failure: null, done: { call, outcome } },
      countsAsCall: true,
    }
  }
  const notApplied = labelsOf(lost, item.changes)
  const failure = notAppliedFailure(notApplied)
  return {
    call: { ...answered, state: 'failed', failure, done: null },
    countsAsCall: true,
    seen: outcome.record === null ? null : { record: outcome.record, extra: null },
    next: { kind: 'ends', outcome: 'failed', failure },
    notApplied,
  }
}

/** Continues the row with its next call, or ends it. `toVerify`: the call to look up first. */
export function nextCallStep(item: RunItem, { record, conversationUuid }: Done, toVerify: ServiceCall | null): RowStep {
  const { calls, ordinal, made } = item
  const planned = calls[ordinal]
  const created = planned !== undefined && callDescriptors[planned.kind].createsContact ? (record?.uuid ?? null) : null
  const next = calls[ordinal + 1]
  // What was read before this call does not tell whether the contact has refused since.
  const isPermissionNext = next !== undefined && givesConsent([next]) && item.undo === null
  return {
    item: {
      ...(isPermissionNext && { contact: { isFresh: false } }),
      ordinal: ordinal + 1,
      attempts: 0,
      losses: 0,
      made: { contactUuid: made.contactUuid ?? created, conversationUuid: made.conversationUuid ?? conversationUuid },
      phase: toVerify === null ? { kind: 'call' } : { kind: 'verify', call: toVerify },
    },
    next: toVerify === null && ordinal + 1 === calls.length ? { kind: 'ends', outcome: 'done', failure: null } : goesNow,
  }
}

/** A call or a read is tried again. */
export function repeatStep(item: RunItem, decision: Extract<CallDecision, { kind: 'again' | 'signIn' }>): RowStep {
  if (decision.kind === 'signIn') return { next: goesNow, pauses: decision.failure }
  return { item: { attempts: item.attempts + (decision.countsAsAttempt ? 1 : 0) }, next: { kind: 'goes', afterMs: decision.afterMs } }
}
