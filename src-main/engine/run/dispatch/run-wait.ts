import type { RunWait } from '../../model/runs/run-schema.ts'
import { holdWords } from '../run-words.ts'
import type { Hold } from './pacing.ts'

/** Shorter pauses of a rate cap are not reported. */
const shortestShownMs = 1_000

/** What a run waits for, where that is worth reporting; else null. `dueMs`: when the next delayed row may go. All times are monotonic but `wallMs`, which is now. */
export function waitOf(now: { hold: Hold | null; dueMs: number | null; isBusy: boolean }, nowMs: number, wallMs: number): RunWait | null {
  const { hold, dueMs, isBusy } = now
  const toWall = (monotonicMs: number) => Math.round(wallMs + monotonicMs - nowMs)
  if (hold !== null && (hold.kind !== 'rate_cap' || hold.untilMs - nowMs >= shortestShownMs)) {
    return { kind: hold.kind, untilMs: toWall(hold.untilMs), message: holdWords[hold.kind] }
  }
  return isBusy || dueMs === null ? null : { kind: 'backoff', untilMs: toWall(dueMs), message: holdWords.backoff }
}
