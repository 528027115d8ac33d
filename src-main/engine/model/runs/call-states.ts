import type { CallState } from './run-schema.ts'

/**
 * The states of a call in the journal, in one place. `pending` is a planned call that never left
 * (then it has no record), or may be sent again. `sent` is written before the request leaves.
 *
 *   pending -> sent                  about to leave
 *   sent    -> done | failed         the service answered
 *   pending -> done | failed         it was sent, and a read shows that it was carried out, or, where it was refused, that it was not
 *   sent    -> pending               will be sent again: refused for now, harmless to repeat, or it did not leave after all
 *   sent    -> unknown               it must not happen twice, and no answer was seen
 *   unknown -> done | pending        reconciled: it arrived, or it did not (or the person decided)
 *   unknown -> failed                it did not arrive, as often as it was sent
 *   failed  -> pending               the person lets it be tried again
 */
const transitions: Record<CallState, readonly CallState[]> = {
  pending: ['sent', 'done', 'failed'],
  sent: ['done', 'failed', 'pending', 'unknown'],
  unknown: ['done', 'pending', 'failed'],
  failed: ['pending'],
  done: [],
}

export function canBecome(from: CallState, to: CallState): boolean {
  return transitions[from].includes(to)
}

/** Throws for a transition that is not in the table: a bug, never data. */
export function assertTransition(from: CallState, to: CallState): void {
  if (!canBecome(from, to)) throw new Error(`A call cannot become ${to} from ${from}.`)
}
