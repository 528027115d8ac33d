import type { Clock } from '../../model/clock.ts'

export type Telling = ReturnType<typeof createTelling>

/**
 * What is being told to others: an address that answers slowly keeps no further file waiting. Only the end of the program does so, and no longer
 * than `mostMs`.
 */
export function createTelling(clock: Pick<Clock, 'sleep'>, mostMs: number) {
  const underWay = new Set<Promise<unknown>>()
  return {
    /** Nobody waits for it. `telling` never rejects. */
    begin(telling: Promise<unknown>): void {
      underWay.add(telling)
      void telling.finally(() => underWay.delete(telling))
    },
    async end(): Promise<void> {
      if (underWay.size === 0) return
      const stop = new AbortController()
      await Promise.race([Promise.all(underWay), clock.sleep(mostMs, stop.signal).catch(() => undefined)])
      stop.abort()
    },
  }
}
