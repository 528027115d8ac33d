import type { CallKind } from './plan-schema.ts'
import { mayRepeat } from '../service/call-safety.ts'
import type { CallState } from './run-schema.ts'

/**
 * A call's way through the journal, in one place. `pending` is a planned call that is not at the service: it never left
 * (then it has no record), or it may be sent again. `sent` is written before the request leaves.
 *
 *   pending -> sent                  about to leave
 *   sent    -> done | failed         the service answered
 *   sent    -> pending               to be sent again: refused for now, harmless to repeat, or it did not leave after all
 *   sent    -> unknown               it must not happen twice, and no answer was seen
 *   unknown -> done | pending        settled: it arrived, or it did not (or the person decided)
 *   unknown -> failed                it did not arrive, as often as it was sent
 *   failed  -> pending               the person lets it be tried again
 */
const transitions: Record<CallState, readonly CallState[]> = {
  pending: ['sent'],
  sent: ['done', 'failed', 'pending', 'unknown'],
  unknown: ['done', 'pending', 'failed'],
  failed: ['pending'],
  done: [],
}

export function canBecome(from: CallState, to: CallState): boolean {
  return transitions[from].includes(to)
}

/** Throws for a way that is not in the table: a bug, never data. */
export function assertTransition(from: CallState, to: CallState): void {
  if (!canBecome(from, to)) throw new Error(`A call cannot become ${to} from ${from}.`)
}

/**
 * What a call becomes that was `sent` when its process ended, before anything else is sent. Settling an unknown one by
 * reading back from the service starts here.
 */
export function afterCrash(kind: CallKind): 'pending' | 'unknown' {
  return mayRepeat(kind) ? 'pending' : 'unknown'
}

/** A call that must not happen twice is journalled so that even a power cut does not forget it before it leaves. */
export function needsDurableIntent(kind: CallKind): boolean {
  return !mayRepeat(kind)
}
