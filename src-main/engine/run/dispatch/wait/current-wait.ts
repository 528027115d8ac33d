import type { RunWait } from '../../../model/runs/run-schema.ts'
import type { TextingRules } from '../../../text/texting/texting-rules.ts'
import { type TextWait, textWaitWords } from '../../words/wait-for-texts-words.ts'
import type { Course } from '../course.ts'
import type { ExecutionState } from '../execution-state.ts'
import { waitOf } from './run-wait.ts'

/** Nobody may be texted until then; by the wall clock. */
export type QuietWait = Pick<TextWait, 'kind' | 'untilMs'> & { message: string }

/** Until when nobody of those may be texted who wait for that: until the first of them may. Null where nobody waits. */
export function quietNow(waits: Iterable<TextWait>, texting: TextingRules, wallMs: number): QuietWait | null {
  let first: TextWait | null = null
  for (const wait of waits) if (first === null || wait.untilMs < first.untilMs) first = wait
  if (first === null) return null
  const { kind, untilMs } = first
  return { kind, untilMs, message: textWaitWords(first, texting, wallMs) }
}

/** What a run waits for; null where it does not wait, or is about to stop. `quiet` is asked only where nothing else is to be done. */
export function waitNow(
  state: ExecutionState,
  course: Course,
  nowMs: number,
  wallMs: number,
  quiet: () => QuietWait | null,
): RunWait | null {
  if (course.kind === 'stopping') return null
  const { pacing, lanes, inFlight, late: rows, canary } = state
  const late = rows.size === 0 ? null : { rows: rows.size, untilMs: Math.max(...rows.values()) }
  // Nothing else leaves until the call is over that goes alone.
  const isHeldUp = canary.current() !== null && inFlight === 0
  // What is under way may be the looking for late calls.
  const isBusy = inFlight > rows.size || (lanes.readyCount() > 0 && !isHeldUp)
  const isOnlyLooking = lanes.isEachDelayed(({ phase, undo }) => phase.kind === 'verify' || undo?.decided === null)
  const isOnlyWatching = isOnlyLooking && lanes.isEachDelayed((item) => item.isWatched === true)
  return waitOf(
    {
      hold: pacing.holdAt(nowMs),
      dueMs: lanes.nextDueMs(nowMs),
      isBusy,
      late,
      quiet,
      looksFor: isOnlyWatching ? 'answers' : isOnlyLooking ? 'written' : null,
    },
    nowMs,
    wallMs,
  )
}
