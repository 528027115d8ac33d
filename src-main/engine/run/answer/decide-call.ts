import type { CallError, CallOutcome } from '../../model/runs/service-call.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { backoffMs, type Trouble } from '../dispatch/pacing.ts'
import { serviceSays } from '../../text/service-says.ts'

export type NotDone = Exclude<CallOutcome, { kind: 'done' }>

/** What happens to a call that is not done. `again` waits `afterMs`, beside any pause that concerns all calls. */
export type CallDecision =
  | { kind: 'failed'; failure: RowFailure }
  | { kind: 'unknown'; failure: RowFailure }
  | { kind: 'again'; afterMs: number; countsAsAttempt: boolean }
  | { kind: 'signIn'; failure: RowFailure }

/** Attempts of one call that end in a failure of the service's own before the row has failed, while other calls go well. */
export const attemptsWhenFailed = 6
/** The same for attempts without an answer. More, because a flaky line hits any row. */
export const attemptsWhenUnreachable = 10

/**
 * What to do with an outcome, from nothing but it and what went before: `attempts` that were in vain before this one,
 * `isOutage` when the service or the network is down, so that nothing is held against the row. `random` is in [0, 1).
 */
export function decideCall(outcome: NotDone, before: { attempts: number; isOutage: boolean }, random: number): CallDecision {
  switch (outcome.kind) {
    case 'failed':
    case 'unknown':
    case 'signIn':
      return { kind: outcome.kind, failure: failureOf(outcome.error) }
    case 'retry': {
      if (outcome.reason === 'rate_limited') return { kind: 'again', afterMs: 0, countsAsAttempt: false }
      if (before.isOutage) return { kind: 'again', afterMs: 0, countsAsAttempt: false }
      const attempts = before.attempts + 1
      const limit = outcome.reason === 'failed' ? attemptsWhenFailed : attemptsWhenUnreachable
      if (attempts >= limit) return { kind: 'failed', failure: failureOf(outcome.error, `Tried ${attempts} times.`) }
      return { kind: 'again', afterMs: outcome.afterMs ?? backoffMs(attempts, random), countsAsAttempt: true }
    }
  }
}

/** What an outcome says about the service as a whole; null when it answered as it should. */
export function troubleOf(outcome: CallOutcome): Trouble | null {
  switch (outcome.kind) {
    case 'retry':
      return outcome.reason
    case 'unknown':
      return outcome.busy === null ? 'lost' : 'rate_limited'
    case 'done':
    case 'failed':
    case 'signIn':
      return null
  }
}

/** A call's error as the row keeps it: with what the service itself said. */
export function failureOf(error: CallError, more?: string): RowFailure {
  const sentences = [error.message, error.serviceText === null ? null : serviceSays(error.serviceText), more ?? null]
  return { code: error.code, message: sentences.filter((sentence) => sentence !== null).join(' '), hint: error.hint }
}
