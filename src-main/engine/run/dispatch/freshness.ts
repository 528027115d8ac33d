import type { Clock } from '../../model/clock.ts'
import type { Contacts } from '../../store/contacts/contacts.ts'
import type { FieldChange } from '../../model/plans/plan-schema.ts'
import { imageBeside } from '../../model/contacts/field-image.ts'

/** How far ahead of now a record may have been read before the clock must have been set back. */
const toleranceMs = 60_000

/** Whether the cached record of a contact is too old to write on, or differs from the preview. */
export function createFreshness(contacts: Contacts, clock: Clock, freshReadAfterSeconds: number) {
  return {
    isStale(uuid: string, changes: readonly FieldChange[]): boolean {
      const cached = contacts.findBeforeWrite(uuid)
      if (cached === null || imageBeside(changes, cached.record) !== null) return true
      const ageMs = clock.nowMs() - cached.readAtMs
      return ageMs > freshReadAfterSeconds * 1000 || ageMs < -toleranceMs
    },
  }
}
