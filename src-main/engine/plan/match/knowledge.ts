import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { MatchedContact } from './match.ts'

/** From when on what the service showed of a contact counts, for a plan. By the wall clock, in milliseconds. */
export interface KnownSince {
  /** What is older may have changed since. */
  believedSinceMs: number
  /** When planning began: a refusal counts as known only where it was read since. */
  plannedSinceMs: number
}

/** How far ahead of now a record may have been read before the clock must have been set back. */
export const clockToleranceMs = 60_000

/** Whether enough is cached of the contact to say whether the row has something to do. */
export function isKnownEnough(
  row: Pick<MappedRow, 'consent'>,
  { record, seenAtMs }: Pick<MatchedContact, 'record' | 'seenAtMs'>,
  since: KnownSince,
): boolean {
  if (!isRecent(seenAtMs, since)) return false
  return row.consent !== false || record.consent !== false || seenAtMs >= since.plannedSinceMs
}

function isRecent(seenAtMs: number, { believedSinceMs, plannedSinceMs }: KnownSince): boolean {
  return seenAtMs >= believedSinceMs && seenAtMs <= plannedSinceMs + clockToleranceMs
}

/**
 * What is known of a contact for a row: of a record that is too old only what the service never shows, which Rollcall's own last
 * write tells; and no refusal that was not read for this plan. The rest is unknown, which is not the same as empty.
 */
export function knownRecord(row: Pick<MappedRow, 'consent'>, contact: MatchedContact, since: KnownSince): CustomerRecord {
  if (isKnownEnough(row, contact, since)) return contact.record
  if (isRecent(contact.seenAtMs, since)) {
    const { consent: _refusal, ...rest } = contact.record
    return rest
  }
  const { uuid, phone, phoneRaw, email, unreachable } = contact.record
  return {
    uuid,
    ...(phone !== undefined && { phone }),
    ...(phoneRaw !== undefined && { phoneRaw }),
    ...(email !== undefined && { email }),
    ...(unreachable !== undefined && { unreachable }),
  }
}
