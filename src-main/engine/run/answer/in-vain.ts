import { descriptorOf, mayRepeat } from '../../kinds/calls/all-calls.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { backoffMs } from '../dispatch/pacing.ts'
import type { InVain, RunItem } from '../dispatch/run-item.ts'
import type { RowStep } from './row-step.ts'

/** So often a call that is too much for the service goes again as soon as others do. */
const promptRepeats = 3

/**
 * Whether a call that has failed may have been carried out, which the contact then shows: it was sent again and again without a good
 * answer, or is a consent, of which the ledger is to know whatever the answer was.
 */
export function mayShow(item: RunItem, call: ServiceCall, outcome: Exclude<CallOutcome, { kind: 'done' }>): boolean {
  if (!mayRepeat(call.kind) || item.putBack !== undefined) return false
  if (outcome.kind === 'retry') return outcome.mayArrive && outcome.status !== 404 && canLook(item)
  // Also where the service has no such contact, as it says: whoever stands in front of it may say so, too.
  return outcome.status !== null && descriptorOf(call).consent(call) !== null
}

function canLook(item: RunItem): boolean {
  const call = item.calls[item.ordinal]
  return item.putBack === undefined && (call?.kind === 'updateCustomer' || call?.kind === 'setConsent')
}

/** What was in vain of the row's call so far, with this once more. */
export function inVainOf({ inVain, ordinal }: RunItem): Pick<InVain, 'ordinal' | 'times'> {
  return { ordinal, times: (inVain?.ordinal === ordinal ? inVain.times : 0) + 1 }
}

/** A call is sent again at once for the first time, unless it gives permission; before each further time its contact is read. */
export function inVainAgain(item: RunItem, isPermission: boolean, attempts: number): InVain {
  const inVain = inVainOf(item)
  return { ...inVain, attempts, refused: null, wantsLook: canLook(item) && (isPermission || inVain.times > 1) }
}

/** A row whose calls alone are always too much for the service waits longer and longer, beside what all calls wait for. */
export function ownDelayMs(inVain: InVain | null, random: number): number {
  return inVain === null || inVain.times <= promptRepeats ? 0 : backoffMs(inVain.times - promptRepeats, random)
}

/** How a row ends whose call was refused. `said`: what the service says of it. */
export function refusedStep(item: RunItem, failure: RowFailure, said: string | null): RowStep {
  return {
    next: { kind: 'ends', outcome: 'failed', failure },
    ...(failure.code === 'service.not_applied' ? { notApplied: item.changes.map(({ label }) => label), said } : {}),
  }
}
