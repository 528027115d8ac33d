import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { fitsPhone } from '../../service/phone-match.ts'
import type { CachedContact } from '../../store/contacts/cached-contact.ts'

export type MatchedContact = Pick<CachedContact, 'id' | 'record' | 'seenAtMs'>

/** Which contact a row is about. */
export type Match =
  | { kind: 'contact'; contact: MatchedContact }
  /** A contact that holds what the row wants of it, by the cache's own number; its record was not read. */
  | { kind: 'holder'; contactId: number }
  | { kind: 'none' }
  /** The contact of each number of a row about a group, in the row's order. */
  | { kind: 'group'; members: { phone: string; match: Match }[] }
  /** Several contacts hold the number, and which one is meant cannot be known. */
  | { kind: 'ambiguous'; contacts: MatchedContact[] }
  /** The service answered a look-up with a contact that has another number or uuid. */
  | { kind: 'mismatch' }

/**
 * Picks from the contacts that hold a number. Of several, the only one that is not archived is meant; where none or more
 * than one is in use, Rollcall does not guess.
 */
export function pickContact(candidates: readonly MatchedContact[]): Match {
  const [first] = candidates
  if (first === undefined) return { kind: 'none' }
  if (candidates.length === 1) return { kind: 'contact', contact: first }
  const [inUse, ...othersInUse] = candidates.filter((one) => one.record.archived !== true)
  if (inUse !== undefined && othersInUse.length === 0) return { kind: 'contact', contact: inUse }
  return { kind: 'ambiguous', contacts: [...candidates] }
}

/**
 * The record that a look-up by number answered, so that it is found again under the number that was asked for; null when
 * it belongs to another number.
 */
export function recordForPhone(record: CustomerRecord, phone: string): CustomerRecord | null {
  if (record.phone === phone) return record
  // A number without the text it was read from can only be taken at its word.
  if (typeof record.phone === 'string' && record.phoneRaw === undefined) return null
  return fitsPhone(record, phone) ? { ...record, phone } : null
}
