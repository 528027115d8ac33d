import type { ConsentDate } from '../../model/plans/plan-schema.ts'
import { createContactNumbers, type ContactKey } from '../match/contact-keys.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Of times that were written in different ways, nobody knows the zone of one: they must lie further apart than zones can. */
const zonesMs = 1.5 * dayMs
const precisions = ['day', 'local', 'moment'] as const

/** Whether somebody agreed later than they refused, whatever the zones of the two dates. The same day or moment is not later. */
export function isLater(agreed: ConsentDate, refused: ConsentDate): boolean {
  const apartMs = agreed.atMs - refused.atMs
  return agreed.precision === refused.precision ? apartMs > 0 : apartMs > zonesMs
}

/**
 * Keeps, for each contact of which rows both agree and refuse, which came last by the dates in the file. Dates decide only where
 * every row of the contact that says something of consent has one, and none lies in the future. Takes 24 bytes a contact.
 */
export function createLatestPermissions(nowMs: number) {
  const undated = createContactNumbers()
  const agreedRows = createContactNumbers()
  const agreed = createContactNumbers(Float64Array)
  const refused = createContactNumbers(Float64Array)

  return {
    /** `at` as in `MappedRow.consentAt`. */
    seen(key: ContactKey, row: number, consent: boolean, at: ConsentDate | null): void {
      if (at === null || at.atMs > nowMs + dayMs) return undated.set(key, 1)
      const dates = consent ? agreed : refused
      const before = unpack(dates.get(key))
      if (before !== null && before.precision !== at.precision) undated.set(key, 1)
      if (before !== null && before.atMs > at.atMs) return
      dates.set(key, pack(at))
      if (consent) agreedRows.set(key, row)
    },
    /** The row of the permission that was given after every refusal; 0 where the refusal counts, or there is none. */
    permission(key: ContactKey): number {
      const [yes, no] = [unpack(agreed.get(key)), unpack(refused.get(key))]
      if (undated.get(key) !== 0 || yes === null || no === null) return 0
      return isLater(yes, no) ? agreedRows.get(key) : 0
    },
  }
}

/** The same of one contact's rows, passed one by one. */
export function createLatestPermission(nowMs: number) {
  let isUndated = false
  let agreed: { at: ConsentDate; row: number } | null = null
  let refused: ConsentDate | null = null
  return {
    seen(row: number, consent: boolean, at: ConsentDate | null): void {
      if (at === null || at.atMs > nowMs + dayMs) {
        isUndated = true
        return
      }
      const before = consent ? agreed?.at : refused
      if (before && before.precision !== at.precision) isUndated = true
      if (before && before.atMs > at.atMs) return
      if (consent) agreed = { at, row }
      else refused = at
    },
    /** The row of the permission that was given after every refusal; null where the refusal counts, or there is none. */
    permission: (): number | null => (!isUndated && agreed !== null && refused !== null && isLater(agreed.at, refused) ? agreed.row : null),
  }
}

/** A date as one number, which is never 0. */
export function pack({ atMs, precision }: ConsentDate): number {
  return atMs * 4 + precisions.indexOf(precision) + 1
}

/** Null for 0. */
export function unpack(packed: number): ConsentDate | null {
  if (packed === 0) return null
  const code = ((packed % 4) + 4) % 4
  return { atMs: (packed - code) / 4, precision: precisions[code - 1] ?? 'day' }
}
