import type { SandboxClock } from './sandbox-options.ts'

/** A clock that can be advanced, so that late effects and late reads need no waiting. */
export interface AdvanceableClock extends SandboxClock {
  advance(byMs: number): void
  /** Runs `work` as if it were earlier by so much: what it writes carries that time. */
  earlier<T>(byMs: number, work: () => T): T
}

export function createAdvanceableClock(clock: SandboxClock): AdvanceableClock {
  let offsetMs = 0
  return {
    nowMs: () => clock.nowMs() + offsetMs,
    monotonicMs: () => clock.monotonicMs() + offsetMs,
    sleep: (delayMs) => clock.sleep(delayMs),
    advance(byMs) {
      offsetMs += byMs
    },
    earlier(byMs, work) {
      offsetMs -= byMs
      try {
        return work()
      } finally {
        offsetMs += byMs
      }
    },
  }
}
