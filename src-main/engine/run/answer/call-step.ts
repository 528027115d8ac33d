import { callDescriptors, givesConsent, refuses } from '../../kinds/calls/all-calls.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { InVain, RunItem, WrittenCall } from '../dispatch/run-item.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { alteredFailure, notAppliedFailure } from '../words/row-words.ts'
import { lostTexts } from './alterations.ts'
import { labelsOf } from './canary.ts'
import { type CallDecision, decideCall, failureOf } from './decide-call.ts'
import type { NotApplied } from './echo.ts'
import type { ProofImage } from '../proof/proof-task.ts'
import { inVainAgain, inVainOf, mayShow, ownDelayMs, refusedStep } from './in-vain.ts'
import { nextLookMs, type Patience } from '../late/patience.ts'
import type { ServiceProfile } from '../late/service-profile.ts'
import { goesNow, type RowStep } from './row-step.ts'

type Done = Extract<CallOutcome, { kind: 'done' }>
type NotDone = Exclude<CallOutcome, { kind: 'done' }>

/** How the service stands at the moment, and a random number in [0, 1). Times are monotonic. */
export interface Situation {
  isOutage: boolean
  random: number
  nowMs: number
  /** When the call or the read had left that was answered now. */
  sentAtMs: number
  /** How long to look for what is not there, with what the lag of reads makes of it. */
  patience: Patience
  profile: ServiceProfile
  /** Whether a call of the row's kind was seen to do what it was asked to. */
  isProven: boolean
}

/** The status that says that the service is asked too much. */
export const busyStatus = 429

/** Which fields an answer shows as not applied, and whether the call must be looked up before it proves anything. */
export interface EchoVerdict {
  lost: readonly NotApplied[]
  wantsLook: boolean
  /** What is there with another text, as Rollcall lives with it. */
  stored?: readonly NotApplied[]
  /** The answer shows the contact as it was before, as an answer does that is late. */
  isDoubted?: true
  /** What the answer shows as not applied, where the contact was read right before: what else became of it is looked at, too. */
  answered?: readonly NotApplied[]
  /** The contact right before, where the answer shows that it lost more than was asked for; `isRead`: it was read then. */
  beside?: { before: ProofImage; isRead: boolean }
}

/** What the outcome of a call that was sent means for its row. */
export function callStep(item: RunItem, call: ServiceCall, outcome: CallOutcome, verdict: EchoVerdict, situation: Situation): RowStep {
  if (outcome.kind === 'done') return doneStep(item, call, outcome, verdict, situation)
  const decision = decideCall(outcome, { attempts: item.attempts, isOutage: situation.isOutage }, situation.random)
  const mayArrive = outcome.kind === 'unknown' || (outcome.kind === 'retry' && outcome.mayArrive)
  const answered: Answered = { from: 'sent', httpStatus: outcome.status, done: null, ...(mayArrive && { fate: 'mayArrive' as const }) }
  switch (decision.kind) {
    case 'failed':
      return failedStep(item, call, outcome, answered, decision.failure, situation)
    case 'unknown':
      return { ...lostCallStep(outcome, decision.failure, situation), call: { ...answered, state: 'unknown', failure: decision.failure } }
    case 'again':
    case 'signIn':
      return { ...againStep(item, call, outcome, decision, mayArrive, situation), call: { ...answered, state: 'pending', failure: null } }
  }
}

/** What every call that was answered, but not done, has in common. */
type Answered = { from: 'sent'; httpStatus: number | null; done: null; fate?: 'mayArrive' }

/** What was refused may have been done all the same: then it is looked at before the row has failed. */
function failedStep(
  item: RunItem,
  call: ServiceCall,
  outcome: NotDone,
  answered: Answered,
  failure: RowFailure,
  { sentAtMs, nowMs, patience, profile: { lagMs } }: Situation,
): RowStep {
  if ((outcome.kind === 'failed' || outcome.kind === 'retry') && mayShow(item, call, outcome)) {
    const isLate = outcome.kind === 'retry'
    const arrivesByMs = isLate ? sentAtMs + patience.arrivalMs : nowMs
    const inVain: InVain = { ...inVainOf(item), attempts: 0, refused: { outcome, failure, arrivesByMs, looks: 0 }, wantsLook: true }
    return {
      call: { ...answered, state: 'pending', failure: null },
      item: { attempts: 0, inVain },
      next: { kind: 'goes', afterMs: isLate ? nextLookMs('lost', { looks: 0, leftMs: arrivesByMs - nowMs, lagMs }) : (lagMs ?? 0) },
    }
  }
  return {
    call: { ...answered, state: 'failed', failure },
    countsAsCall: true,
    ...refusedStep(item, failure, outcome.error.serviceText),
  }
}

/** Nobody knows whether the call arrived: its row waits until that is found out. */
function lostCallStep(outcome: NotDone, failure: RowFailure, { patience, profile, sentAtMs, nowMs }: Situation): Omit<RowStep, 'call'> {
  const arrivesByMs = sentAtMs + patience.arrivalMs
  return {
    item: {
      phase: {
        kind: 'lost',
        looks: 0,
        arrivesByMs,
        status: outcome.status,
        failure,
        ...(outcome.kind === 'unknown' && outcome.refusal !== undefined && { refusal: failureOf(outcome.refusal) }),
      },
    },
    next: { kind: 'isLost', failure, lookAfterMs: nextLookMs('lost', { looks: 0, leftMs: arrivesByMs - nowMs, lagMs: profile.lagMs }) },
  }
}

function againStep(
  item: RunItem,
  call: ServiceCall,
  outcome: NotDone,
  decision: Extract<CallDecision, { kind: 'again' | 'signIn' }>,
  mayArrive: boolean,
  { profile, random }: Situation,
): Omit<RowStep, 'call'> {
  const { next, item: changed, ...step } = repeatStep(item, decision)
  // The contact may have refused in the meantime.
  const isPermission = givesConsent([call]) && item.undo === null
  const inVain = mayArrive ? inVainAgain(item, isPermission, changed?.attempts ?? item.attempts) : null
  const lagMs = inVain?.wantsLook === true ? (profile.lagMs ?? 0) : 0
  const delayMs = outcome.kind === 'retry' && outcome.reason === 'rate_limited' ? ownDelayMs(inVain, random) : 0
  return {
    ...step,
    item: { ...changed, ...(isPermission && mustRead), ...(inVain !== null && { inVain }) },
    next: next.kind === 'goes' ? { ...next, afterMs: Math.max(next.afterMs, lagMs, delayMs) } : next,
  }
}

function imageOf({ proof }: RunItem): ProofImage | null {
  return proof.kind === 'wanted' ? proof.before : null
}

const mustRead = { contact: { isFresh: false, mustRead: true } } as const

/** Accepted is not applied: what was answered is compared with what was asked. */
function doneStep(
  item: RunItem,
  call: ServiceCall,
  outcome: Done,
  { lost, wantsLook, stored = [], isDoubted, answered: shown, beside }: EchoVerdict,
  situation: Situation,
): RowStep {
  const { nowMs, profile } = situation
  const answered = { from: 'sent', httpStatus: outcome.status } as const
  if (lost.length === 0) {
    return {
      ...nextCallStep(
        item,
        outcome,
        wantsLook
          ? {
              call,
              postUuid: outcome.postUuid,
              answeredAtMs: nowMs,
              tookMs: nowMs - situation.sentAtMs,
              looks: 0,
              before: beside?.before ?? imageOf(item),
              ...(beside?.isRead === false && { isRemembered: true as const }),
              ...(isDoubted && { isDoubted }),
              ...(shown !== undefined && { answered: shown }),
            }
          : null,
        profile.lagMs ?? 0,
      ),
      call: { ...answered, state: 'done', failure: null, done: { call, outcome, isLookedUp: wantsLook } },
      countsAsCall: true,
      ...(stored.length > 0 && { stored }),
    }
  }
  const found = lostStep(item, lost, profile)
  return {
    call: { ...answered, state: 'failed', failure: found.failure, done: null },
    countsAsCall: true,
    seen: outcome.record === null ? null : { record: outcome.record, extra: null },
    next: { kind: 'ends', outcome: 'failed', failure: found.failure },
    ...found.step,
  }
}

/** What was not applied, as the row's failure, and what that says of the service: what it always alters is held against no other row. */
export function lostStep(
  item: RunItem,
  lost: readonly NotApplied[],
  profile: ServiceProfile,
): { failure: RowFailure; step: Pick<RowStep, 'notApplied' | 'altered' | 'learnt'> } {
  const labels = labelsOf(lost, item.changes)
  const { isExpected, learnt, cuts, altered } = lostTexts(lost, item, profile)
  const failure = isExpected
    ? alteredFailure(labels, cuts.length === lost.length ? (cuts[0]?.characters ?? null) : null)
    : notAppliedFailure(labels)
  return {
    failure,
    step: { ...(!isExpected && { notApplied: labels, ...(altered !== null && { altered }) }), ...(learnt !== null && { learnt }) },
  }
}

/**
 * Continues the row with its next call, or ends it. `toVerify`: the call to look up first. `lagMs`: how long a read does not show
 * what was done.
 */
export function nextCallStep(item: RunItem, { record, conversationUuid }: Done, toVerify: WrittenCall | null, lagMs: number): RowStep {
  const { calls, ordinal, made } = item
  const planned = calls[ordinal]
  const created = planned !== undefined && callDescriptors[planned.kind].createsContact ? (record?.uuid ?? null) : null
  const next = calls[ordinal + 1]
  // What was read before this call does not tell whether the contact has refused since; nor was it held against a refusal.
  const isPermissionNext = next !== undefined && givesConsent([next]) && item.undo === null
  const wasRefusal = planned !== undefined && next !== undefined && refuses(planned) && item.undo === null
  const readsNext = isPermissionNext || wasRefusal
  return {
    item: {
      ...(readsNext && { contact: { isFresh: false } }),
      ordinal: ordinal + 1,
      attempts: 0,
      losses: 0,
      proof: { kind: 'open' },
      made: { contactUuid: made.contactUuid ?? created, conversationUuid: made.conversationUuid ?? conversationUuid },
      phase: toVerify === null ? { kind: 'call' } : { kind: 'verify', ...toVerify },
    },
    next:
      toVerify === null && ordinal + 1 === calls.length
        ? { kind: 'ends', outcome: 'done', failure: null }
        : { kind: 'goes', afterMs: toVerify !== null || readsNext ? lagMs : 0 },
  }
}

/** A call or a read is tried again. */
export function repeatStep(item: RunItem, decision: Extract<CallDecision, { kind: 'again' | 'signIn' }>): RowStep {
  if (decision.kind === 'signIn') return { next: goesNow, pauses: decision.failure }
  return { item: { attempts: item.attempts + (decision.countsAsAttempt ? 1 : 0) }, next: { kind: 'goes', afterMs: decision.afterMs } }
}
