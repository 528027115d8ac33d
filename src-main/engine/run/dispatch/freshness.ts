import type { Clock } from '../../model/clock.ts'
import type { CachedContact, Contacts } from '../../store/contacts/contacts.ts'
import type { FieldChange } from '../../model/plans/plan-schema.ts'
import { imageBeside } from '../../model/contacts/field-image.ts'

/** How far ahead of now a record may have been read before the clock must have been set back. */
const toleranceMs = 60_000

/** The cached record of a contact, and whether it is too old to write on, or differs from the preview. */
export function createFreshness(contacts: Contacts, clock: Clock, freshReadAfterSeconds: number) {
  /** The contact that was looked up last: a call asks twice. */
  let last: { uuid: string; cached: CachedContact | null } | null = null
  const known = (uuid: string): CachedContact | null => {
    if (last?.uuid !== uuid) last = { uuid, cached: contacts.findBeforeWrite(uuid) }
    return last.cached
  }
  return {
    known,
    /** To be called before each round: contacts are written in between. */
    forget(): void {
      last = null
    },
    isStale(uuid: string, changes: readonly FieldChange[]): boolean {
      const cached = known(uuid)
      if (cached === null || imageBeside(changes, cached.record) !== null) return true
      const ageMs = clock.nowMs() - cached.readAtMs
      return ageMs > freshReadAfterSeconds * 1000 || ageMs < -toleranceMs
    },
  }
}
