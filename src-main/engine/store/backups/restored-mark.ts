import { z } from 'zod'
import { createSettings } from '../settings.ts'
import type { Store } from '../open-store.ts'

const markSchema = z.object({ sinceMs: z.int(), untilMs: z.int() })

/** What Rollcall did between these two moments may be missing in its records. */
export type RestoredMark = z.infer<typeof markSchema>

const key = 'restored'

/** Null for an account whose records were never put back to an earlier state. */
export function restoredMark(store: Store): RestoredMark | null {
  return createSettings(store).get(key, markSchema)
}

/**
 * Notes that records since then may be missing, and takes everything that is cached of contacts for out of date: they may have
 * been changed since, by runs that nobody remembers.
 */
export function markRestored(store: Store, sinceMs: number, untilMs: number): void {
  store
    .transaction(() => {
      const before = restoredMark(store)
      const mark: RestoredMark = { sinceMs: Math.min(sinceMs, before?.sinceMs ?? sinceMs), untilMs }
      createSettings(store).set(key, mark)
      store.exec('UPDATE contacts SET read_at_ms = 0, seen_at_ms = 0; UPDATE syncs SET complete = 0')
    })
    .immediate()
}
