import type { RunProgress, RunSummary } from '../../../src-main/engine/contract.ts'
import { outcomes, outcomeWord, toGoWord } from '../../words/class-words.ts'

type Counts = Pick<RunSummary | RunProgress, (typeof outcomes)[number]>

/** The outcomes as parts of the whole, in their order and in the words of its kind. `isLive`: what is not done is still to come. */
export function outcomeParts(counts: Counts, kind: RunSummary['kind'], isLive = false) {
  return outcomes.map((id) => ({ id, word: isLive && id === 'pending' ? toGoWord : outcomeWord(id, kind), value: counts[id] }))
}

/** How far the rows that are to be sent have come, 0 to 1. */
export function partDone({ done, failed, unknown, pending }: Counts): number {
  const ended = done + failed + unknown
  return ended + pending === 0 ? 1 : ended / (ended + pending)
}

export function isOver(state: RunSummary['state']): boolean {
  return state === 'finished' || state === 'cancelled'
}
