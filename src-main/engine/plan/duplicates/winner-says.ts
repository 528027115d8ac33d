import type { DuplicateStrategy } from '../../model/recipes/recipe-schema.ts'
import { type ContactKey, createContactNumbers } from '../match/contact-keys.ts'
import type { LosingRow } from './duplicate-rule.ts'
import { createRowSet } from './row-set.ts'
import { agreesIn, refusalsIn, refusesIn, together } from './said-flags.ts'
import type { createSayTogether } from './say-together.ts'
import type { WrittenRows } from './written-rows.ts'

/**
 * Notes what rows say of texting, and lets the row that counts for a contact say what all of them do. Takes a byte a row, and a few for each
 * contact of several rows.
 */
export function createWinnerSays(strategy: DuplicateStrategy, writtenRows: WrittenRows, sayTogether: ReturnType<typeof createSayTogether>) {
  const ofRows = createContactNumbers(Uint8Array)
  const ofContacts = createContactNumbers(Uint8Array)
  const done = createRowSet()
  return {
    seen(row: number, flags: number): void {
      if (flags !== 0) ofRows.set(row, flags)
    },
    /**
     * What all rows of a contact refuse together, for the first of them that refuses; 0 for the others. Where none of them counts, that one
     * refuses for all. To be called once for each row, in file order, after `gather`.
     */
    refusedBy(row: number, key: ContactKey): number {
      const all = ofContacts.get(key)
      if (!refusesIn(ofRows.get(row))) return 0
      ofContacts.set(key, 0)
      return refusalsIn(all)
    },
    /** To be called for each row that does not count, before `hear` is for any. */
    gather({ row, otherRow, key }: LosingRow): void {
      ofContacts.set(key, ofContacts.get(key) | ofRows.get(row) | ofRows.get(otherRow))
    },
    /** To be called for each row that does not count, before it is rejected. */
    hear({ row, otherRow: winner, key, isPermissionLast }: LosingRow): void {
      const all = ofContacts.get(key)
      const own = ofRows.get(winner)
      // With "invalid" no row counts for others.
      if (all === own || done.has(winner) || strategy === 'invalid') return
      const lastPermission = isPermissionLast ? own : null
      const whole = together(all, lastPermission)
      if (JSON.stringify(whole) === JSON.stringify(together(own, lastPermission))) return
      const takesPermission = whole.consent === true && !agreesIn(own)
      // The row that agrees first brings its evidence.
      if (takesPermission && !agreesIn(ofRows.get(row))) return
      done.add(winner)
      const stored = writtenRows.find(winner)
      sayTogether(stored, whole, (takesPermission ? writtenRows.find(row) : stored).detail.evidence)
    },
  }
}
