import type { RunProgress, RunSummary } from '../../../src-main/engine/contract.ts'
import { outcomes, outcomeWords } from '../../words/class-words.ts'

type Counts = Pick<RunSummary | RunProgress, 'rows' | (typeof outcomes)[number]>

/** The outcomes as parts of the whole, in their order. */
export function outcomeParts(counts: Counts) {
  return outcomes.map((id) => ({ id, word: outcomeWords[id], value: counts[id] }))
}

/** How far the rows that are to be sent have come, 0 to 1. */
export function partDone({ done, failed, unknown, pending }: Counts): number {
  const ended = done + failed + unknown
  return ended + pending === 0 ? 1 : ended / (ended + pending)
}

export function isOver(state: RunSummary['state']): boolean {
  return state === 'finished' || state === 'cancelled'
}
