import type { RunWait } from '../../../model/runs/run-schema.ts'
import { askedWords, holdWords, lateWords, lookWords } from '../../words/pause-words.ts'
import { type Hold, longestHoldMs } from '../pacing.ts'
import type { TextWait } from '../../words/wait-for-texts-words.ts'

/** Shorter pauses of a rate cap are not reported. */
const shortestShownMs = 1_000

export interface Waiting {
  hold: Hold | null
  dueMs: number | null
  /** Whether anything else is under way. */
  isBusy: boolean
  /** Rows that wait until a call without an answer cannot take effect any more, and until when at most; null where there are none. */
  late: { rows: number; untilMs: number } | null
  /** Until when nobody may be texted of all who wait for that, in words; null where nobody waits. Asked only where nothing else is told. */
  quiet: () => { kind: TextWait['kind']; untilMs: number; message: string } | null
  /** What the rows that are delayed wait for, where they are only read: until what was written shows, or whether anything answers; else null. */
  looksFor: 'written' | 'answers' | null
}

/** What a run waits for, where that is worth reporting; else null. `dueMs`: when the next delayed row may go. All times are monotonic but `wallMs`, which is now. */
export function waitOf(now: Waiting, nowMs: number, wallMs: number): RunWait | null {
  const { hold, dueMs, isBusy, late, looksFor } = now
  const toWall = (monotonicMs: number) => Math.round(wallMs + monotonicMs - nowMs)
  if (hold !== null && (hold.kind !== 'rate_cap' || hold.untilMs - nowMs >= shortestShownMs)) {
    const untilMs = toWall(hold.untilMs)
    if (hold.isLong) return { kind: hold.kind, untilMs, message: askedWords(untilMs), isLong: true }
    return { kind: hold.kind, untilMs, message: holdWords[hold.kind] }
  }
  if (late !== null && !isBusy) return { kind: 'late_calls', untilMs: toWall(late.untilMs), message: lateWords(late.rows) }
  if (isBusy || dueMs === null) return null
  const quiet = now.quiet()
  if (quiet !== null) return { ...quiet, ...(quiet.untilMs - wallMs > longestHoldMs && { isLong: true as const }) }
  const untilMs = toWall(dueMs)
  if (looksFor !== null) return { kind: 'late_reads', untilMs, message: lookWords[looksFor] }
  return { kind: 'backoff', untilMs, message: holdWords.backoff }
}
