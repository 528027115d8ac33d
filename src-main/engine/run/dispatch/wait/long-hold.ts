import type { Clock } from '../../../model/clock.ts'
import type { Pacing } from '../pacing.ts'

/** Watches a long time that the service asked for: it ends by the wall clock too, which goes on while the computer sleeps. */
export function createLongHold(pacing: Pick<Pacing, 'holdAt' | 'release'>, clock: Pick<Clock, 'nowMs'>) {
  /** Until when, by the monotonic clock and by the one on the wall. */
  let hold: { untilMs: number; wallMs: number } | null = null
  return {
    /** To be called at each turn. */
    watch(nowMs: number): void {
      const now = pacing.holdAt(nowMs)
      if (now?.isLong !== true) hold = null
      else if (hold?.untilMs !== now.untilMs) hold = { untilMs: now.untilMs, wallMs: clock.nowMs() + now.untilMs - nowMs }
      else if (clock.nowMs() >= hold.wallMs) {
        pacing.release()
        hold = null
      }
    },
    /** When it ends, by the wall clock; null where there is none. */
    endsAtMs: (): number | null => hold?.wallMs ?? null,
  }
}
