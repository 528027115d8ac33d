/** How long Rollcall goes on looking before it believes that something is not there. */
export interface Patience {
  /** A call without a good answer may take effect as long as this after it left. Beyond that nothing is promised. */
  arrivalMs: number
  /** What a call wrote may be shown as late as this before it counts as not stored. */
  storedMs: number
  /** A service that answers imported messages by itself has done so this long after them. */
  answersMs: number
  /** A call that wrote what was already there cannot tell how late reads are: what else it changed is expected to show after this long. */
  untoldMs: number
}

export const usualPatience: Patience = { arrivalMs: 120_000, storedMs: 60_000, answersMs: 5_000, untoldMs: 15_000 }

/** What the lag of reads (how late they show what was written; null where it was never seen) makes of it. */
export function patienceWith(patience: Patience, lagMs: number | null): Patience {
  return {
    ...patience,
    // What arrived at the very end is shown so much later.
    arrivalMs: patience.arrivalMs + (lagMs ?? 0),
    storedMs: Math.max(patience.storedMs, 3 * (lagMs ?? 0)),
  }
}

/**
 * How long after a write a read can be believed that does not show it, in milliseconds: long only where nothing was learnt of the
 * service yet.
 */
export function believableAfterMs(patience: Patience, lagMs: number | null): number {
  return lagMs === null ? patience.storedMs : Math.max(leastBelievableMs, 3 * lagMs)
}

const leastBelievableMs = 2_000

/** The same of a write that a read does not tell from what was there before: it only wrote what was there, or what is never shown. */
export function untoldAfterMs({ untoldMs }: Patience, lagMs: number | null): number {
  return lagMs === null ? untoldMs : 3 * lagMs
}

/** How much of a window is left that began then; both times are of the wall clock, which may have been set back meanwhile. */
export function windowLeftMs(beganAtMs: number, nowMs: number, windowMs: number): number {
  return Math.min(windowMs, Math.max(0, windowMs - Math.max(0, nowMs - beganAtMs)))
}

const delays = {
  lost: { firstMs: 1_000, factor: 3, longestMs: 40_000 },
  written: { firstMs: 250, factor: 2, longestMs: 5_000 },
} as const

/**
 * How long to wait before the next look for a lost call, or for what was written: more from look to look, with the last one at the
 * end of the window. `looks`: how often it was looked for. Where the lag is known, there is no use in looking earlier.
 */
export function nextLookMs(
  what: 'lost' | 'written',
  { looks, leftMs, lagMs }: { looks: number; leftMs: number; lagMs: number | null },
): number {
  const { firstMs, factor, longestMs } = delays[what]
  const delayMs = Math.min(longestMs, firstMs * factor ** Math.min(looks, 16))
  return Math.max(0, Math.min(leftMs, looks === 0 ? Math.max(delayMs, lagMs ?? 0) : delayMs))
}
