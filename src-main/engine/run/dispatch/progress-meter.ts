import type { RunProgress } from '../../model/runs/run-schema.ts'

/** Progress is reported at most this often. */
export const tellEveryMs = 100
/** How quickly the rate follows: what was more than this long ago hardly counts. */
const smoothMs = 5_000
/** Rates are measured over at least this long. */
const sampleMs = 250

/** A smoothed rate of calls: an average in which what is long ago counts less and less. Times are monotonic. */
export function createRateMeter(startMs: number) {
  let perSecond = 0
  let sampleStartMs = startMs
  let calls = 0
  let measuredMs = 0

  const take = (nowMs: number): void => {
    const tookMs = nowMs - sampleStartMs
    if (tookMs < sampleMs) return
    measuredMs += tookMs
    // Until there is enough to smooth, the plain average.
    const weight = Math.max(1 - Math.exp(-tookMs / smoothMs), tookMs / measuredMs)
    perSecond += weight * ((calls * 1000) / tookMs - perSecond)
    sampleStartMs = nowMs
    calls = 0
  }
  return {
    add(count: number): void {
      calls += count
    },
    /** `isOver`: no more calls come. A run that took less than a sample has its plain average then. */
    callsPerSecond(nowMs: number, isOver = false): number {
      take(nowMs)
      const tookMs = nowMs - startMs
      return isOver && measuredMs === 0 && tookMs > 0 ? (calls * 1000) / tookMs : perSecond
    },
  }
}

/** Passes progress on, at most ten times a second; the last one is never swallowed. */
export function createProgressTeller(tell: (progress: RunProgress) => void, make: () => RunProgress) {
  let toldAtMs = Number.NEGATIVE_INFINITY
  let isDue = false
  return {
    note(nowMs: number): void {
      isDue = true
      this.flush(nowMs)
    },
    flush(nowMs: number): void {
      if (!isDue || nowMs - toldAtMs < tellEveryMs) return
      this.tellNow(nowMs)
    },
    tellNow(nowMs: number): void {
      isDue = false
      toldAtMs = nowMs
      tell(make())
    },
    /** When held-back progress is due; null when none is. */
    dueMs: (): number | null => (isDue ? toldAtMs + tellEveryMs : null),
  }
}
