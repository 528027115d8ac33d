/** How many seconds the plot looks back. */
export const shownSeconds = 90

export interface SecondOfRun {
  /** Calls that were answered in it. */
  calls: number
  /** Whether the run was waiting for something at its end. */
  isWaiting: boolean
}

/** Counts the calls of a run by the second, from the running totals that its progress tells. Only what was watched counts. */
export function createThroughput() {
  const seconds = new Map<number, SecondOfRun>()
  let total: number | null = null
  let isWaiting = false
  let noted = 0

  /** `totalCalls` as of now; a total that is smaller than before begins anew. */
  function note(totalCalls: number, waiting: boolean, nowMs: number): void {
    const second = Math.floor(nowMs / 1000)
    const calls = total === null ? 0 : Math.max(0, totalCalls - total)
    fill(second)
    seconds.set(second, { calls: (seconds.get(second)?.calls ?? 0) + calls, isWaiting: waiting })
    total = totalCalls
    isWaiting = waiting
    noted = second
    for (const old of seconds.keys()) if (old < second - shownSeconds) seconds.delete(old)
  }

  /** Nothing is told while nothing happens: those seconds are as the last one ended. */
  function fill(until: number): void {
    if (total === null) return
    for (let second = Math.max(noted + 1, until - shownSeconds); second < until; second += 1) seconds.set(second, { calls: 0, isWaiting })
  }

  return {
    note,
    /** The seconds that are over, oldest first, as far back as the run was watched; at most `shownSeconds`. */
    series(nowMs: number): SecondOfRun[] {
      const current = Math.floor(nowMs / 1000)
      fill(current)
      noted = Math.max(noted, current - 1)
      const past: SecondOfRun[] = []
      for (let second = current - shownSeconds; second < current; second += 1) {
        const known = seconds.get(second)
        if (known) past.push(known)
      }
      return past
    },
  }
}
export type Throughput = ReturnType<typeof createThroughput>

/** A round number at or above the busiest second, for the top of the plot: 1, 2 or 5 and zeros. */
export function topOf(series: readonly SecondOfRun[]): number {
  const most = Math.max(1, ...series.map(({ calls }) => calls))
  const magnitude = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5, 10].find((step) => step * magnitude >= most) ?? 10) * magnitude
}
