import type { Clock } from '../clock.ts'
import { createContacts } from '../store/contacts.ts'
import type { Store } from '../store/open-store.ts'

/** How far ahead of now a record may have been read before the clock must have been set back. */
const toleranceMs = 60_000

/** Tells whether what is cached of a contact is too old to write on. */
export function createFreshness(store: Store, clock: Clock, freshReadAfterSeconds: number) {
  const contacts = createContacts(store)
  return {
    isStale(uuid: string): boolean {
      const readAtMs = contacts.findByUuid(uuid)?.readAtMs
      if (readAtMs === undefined) return true
      const ageMs = clock.nowMs() - readAtMs
      return ageMs > freshReadAfterSeconds * 1000 || ageMs < -toleranceMs
    },
  }
}
