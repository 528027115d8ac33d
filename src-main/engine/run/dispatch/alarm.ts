import type { Clock } from '../../model/clock.ts'

/** Rings once at the time that was set last, if nothing earlier is set; times are monotonic. */
export class Alarm {
  private set: { atMs: number; off: AbortController } | null = null
  private readonly clock: Clock
  private readonly ring: () => void

  constructor(clock: Clock, ring: () => void) {
    this.clock = clock
    this.ring = ring
  }

  /** Rings at that time at the latest; not at all where that is never. */
  ringAt(atMs: number, nowMs: number): void {
    // No clock sleeps for ever: a timer would go off at once.
    if (atMs === Number.POSITIVE_INFINITY) return
    if (this.set !== null && this.set.atMs <= atMs) return
    this.off()
    const off = new AbortController()
    this.set = { atMs, off }
    this.clock.sleep(atMs - nowMs, off.signal).then(
      () => {
        if (this.set?.off === off) this.set = null
        this.ring()
      },
      () => undefined,
    )
  }

  off(): void {
    this.set?.off.abort()
    this.set = null
  }
}
