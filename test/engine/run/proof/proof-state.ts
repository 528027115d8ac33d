import type { ReadAnswer } from '../../../../src-main/engine/run/answer/read-answer.ts'
import { createCanary } from '../../../../src-main/engine/run/answer/canary.ts'
import type { Stop } from '../../../../src-main/engine/run/dispatch/execution-state.ts'
import { createLanes } from '../../../../src-main/engine/run/dispatch/lanes.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import type { LookAgainState } from '../../../../src-main/engine/run/proof/look-again.ts'
import type { LaterState } from '../../../../src-main/engine/run/proof/posts/later-answers.ts'
import { sharedState } from '../answer/items.ts'

/** What the parts of a run share that prove what the service does, and what it was stopped for. Row n is on line n + 1. */
export function proofState(parts: Partial<LookAgainState> = {}): { state: LookAgainState & LaterState; stops: Stop[] } {
  const stops: Stop[] = []
  const state = {
    ...sharedState(),
    lanes: createLanes<RunItem>(),
    canary: createCanary(),
    counts: { rows: 9, done: 5, failed: 0, unknown: 0, pending: 4, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 5 },
    inFlight: 0,
    pendingRows: { line: (row: number) => row + 1, sentBefore: () => null },
    stop: (stop: Stop) => void stops.push(stop),
    ...parts,
  }
  return { state, stops }
}

/** What looking something up has brought; that all is as it should be, unless `parts` say otherwise. */
export const verified = (parts: Partial<Extract<ReadAnswer, { kind: 'verified' }>> = {}): ReadAnswer => ({
  kind: 'verified',
  lost: [],
  isShown: true,
  isLate: false,
  changes: [],
  seen: null,
  ...parts,
})
