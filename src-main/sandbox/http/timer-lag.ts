/** The most that an answer is late as a rule; what is later was held up by something else. In milliseconds. */
const mostMs = 3
/** Of how many answers, about, the usual lag is an average. */
const answersAveraged = 16

export type TimerLag = ReturnType<typeof createTimerLag>

/**
 * How much later than asked answers leave as a rule: timers are up to a millisecond late, and making an answer takes its time.
 * Whoever waits that much less is on time, on average.
 */
export function createTimerLag() {
  let usualMs = 0
  return {
    usualMs: (): number => usualMs,
    /** An answer left so much after the time for which it was kept back. */
    note(lateMs: number): void {
      usualMs += (Math.min(mostMs, Math.max(0, lateMs)) - usualMs) / answersAveraged
    },
  }
}
