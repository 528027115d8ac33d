import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { ConsentDate } from '../../model/plans/plan-schema.ts'
import { createContactNumbers, type ContactKey } from '../match/contact-keys.ts'
import { sharedValue, type Grouping } from './grouping.ts'
import { createRowGroups } from './row-groups.ts'
import { pack, unpack } from './latest-permissions.ts'
import { createRowSet } from './row-set.ts'
import { flagsOf } from './said-flags.ts'
import { createFirstSeenIndex } from './first-seen-index.ts'

/** What a row can be to its group: one that counts on its own, one whose contact nobody has, one that names no contact. */
export type Part = 'own' | 'unfound' | 'nameless'

export type DuplicateGroups = ReturnType<typeof createDuplicateGroups>

/**
 * Finds the rows that are about the same contact, passed one by one in file order: those with the same contact, or with the
 * same value of a shared field. Takes 8 bytes a contact, some 20 for each value of a shared field, some bits a row, and 8 bytes for one
 * that dates its consent.
 */
export function createDuplicateGroups({ sharedFields }: Pick<Grouping, 'sharedFields'>) {
  const firstOfContact = createContactNumbers()
  const firstSeen = sharedFields.map(createFirstSeenIndex)
  const groups = createRowGroups()
  const silent = createRowSet()
  const refusing = createRowSet()
  const agreeing = createRowSet()
  const flags = createContactNumbers(Uint8Array)
  const nameless = createRowSet()
  const dates = createContactNumbers(Float64Array)

  return {
    /** Whether a row that names no contact may still belong to one. */
    mayBelong: (mapped: MappedRow): boolean => sharedFields.some((field) => sharedValue(mapped, field) !== null),

    seen(row: number, part: Part, key: ContactKey | null, mapped: MappedRow, saysSomething: boolean): void {
      if (part === 'nameless') nameless.add(row)
      else if (part === 'own' && !saysSomething) silent.add(row)
      if (mapped.consent === false) refusing.add(row)
      else if (mapped.consent === true) agreeing.add(row)
      if (mapped.consent !== undefined && mapped.consentAt) dates.set(row, pack(mapped.consentAt))
      const said = flagsOf(mapped)
      if (said !== 0) flags.set(row, said)
      if (key !== null) {
        const first = firstOfContact.get(key)
        if (first === 0) firstOfContact.set(key, row)
        else groups.join(first, row)
      }
      for (const [at, field] of sharedFields.entries()) {
        const value = sharedValue(mapped, field)
        const first = value === null ? 0 : (firstSeen[at]?.seen(value, row) ?? 0)
        if (first !== 0) groups.join(first, row)
      }
    },

    has: (row: number): boolean => groups.has(row),
    count: (): number => groups.count(),
    all: (): Generator<Uint32Array | null> => groups.all(),
    /** The row says nothing of its contact but that it should be there. */
    isSilent: (row: number): boolean => silent.has(row),
    /** The row takes consent back. */
    refusesConsent: (row: number): boolean => refusing.has(row),
    /** The row gives consent. */
    givesConsent: (row: number): boolean => agreeing.has(row),
    /** What the row says of texting its contact. */
    flagsOf: (row: number): number => flags.get(row),
    /** When the row's contact agreed or refused; null where it tells no date that leaves no doubt. */
    consentDate: (row: number): ConsentDate | null => unpack(dates.get(row)),
    isNameless: (row: number): boolean => nameless.has(row),
    namelessRows: (): Generator<number> => nameless.rows(),
  }
}
