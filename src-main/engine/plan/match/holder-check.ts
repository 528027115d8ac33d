import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { ContactIndex } from '../../store/contacts/contact-index.ts'
import type { DigestMatcher } from './desired-digest.ts'

/** The number of the contact at a place of the index, if it is known to be as the row wants it; else 0. */
export type HolderCheck = (row: MappedRow, place: number) => number

/** `unseen`: as `Contacts.unseen` answers it. A row that refuses always has its contact read. */
export function createHolderCheck(index: ContactIndex, unseen: Uint8Array | null, isAsDesired: DigestMatcher): HolderCheck {
  return (row, place) => {
    const id = index.idAt(place)
    if (row.consent === false || (unseen !== null && ((unseen[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0)) return 0
    return isAsDesired(row, index.knownAt(place), index.digestAt(place)) ? id : 0
  }
}
