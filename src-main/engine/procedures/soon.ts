import type { Clock } from '../model/clock.ts'

/** How long somebody who wants something to stop waits for it at most, in milliseconds. */
export const soonMs = 800

/** Waits for work that may take long, but not for long: it goes on by itself. Rejects with what it fails for meanwhile. */
export async function soon(work: Promise<void>, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const isAnswered = new AbortController()
  work.catch(() => undefined)
  try {
    await Promise.race([work, clock.sleep(soonMs, isAnswered.signal).catch(() => undefined)])
  } finally {
    isAnswered.abort()
  }
}
