import { texts } from '../../kinds/calls/all-calls.ts'
import { refusesTexts } from '../../kinds/refuses-texts.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { numbersOf } from '../../model/plans/stored-phones.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { inTransactions } from '../build/in-transactions.ts'
import type { WrittenRows } from '../duplicates/written-rows.ts'
import { rowRanges } from '../figures/row-ranges.ts'
import { createContactKeys, createContactNumbers } from '../match/contact-keys.ts'

const rowsAtOnce = 5000
const maybe = 1
const surely = 2

export type RefusedInFile = ReturnType<typeof createRefusedInFile>

/**
 * Remembers whom the rows of a file say no for, whatever else becomes of these rows, so that nobody is texted by another row of it; and
 * who may be among them, because a row cannot be read or is not. Takes 8 bytes a number.
 */
export function createRefusedInFile(store: Store, planId: string, writtenRows: Pick<WrittenRows, 'leaveOut' | 'doubtText'>) {
  const { planRows } = tablesOf(store)
  const keys = createContactKeys()
  const said = createContactNumbers(Uint8Array)
  let isAny = false
  const note = (phone: string | null, uuid: string | null, how: number): void => {
    for (const key of [phone === null ? null : keys.ofPhone(phone), uuid === null ? null : keys.ofUuid(uuid)]) {
      if (key === null) continue
      said.set(key, Math.max(how, said.get(key)))
      isAny = true
    }
  }
  const of = (phone: string | null, uuid: string | null): number =>
    Math.max(phone === null ? 0 : said.get(keys.ofPhone(phone)), uuid === null ? 0 : said.get(keys.ofUuid(uuid)))

  return {
    /** `phone`: the number that the row is about. */
    seen(mapped: MappedRow, phone: string | null): void {
      const how = refusesTexts(mapped) ? surely : isDoubted(mapped) ? maybe : 0
      if (how === 0) return
      for (const one of numbersOf(phone)) note(one, null, how)
      for (const key of [mapped.key, mapped.otherKey ?? null]) {
        if (key !== null) note(key.by === 'phone' ? key.phone : null, key.by === 'uuid' ? key.uuid : null, how)
      }
    },
    /** To be called when all of the plan's rows are written and duplicates are resolved. Yields now and then for other work. */
    *leaveOut(rows: number): Generator<void> {
      if (!isAny) return
      for (const { fromRow, toRow } of rowRanges(rows, rowsAtOnce)) {
        const texting = planRows.changing(planId, fromRow, toRow).filter(({ detail }) => texts(detail.calls ?? []))
        yield* inTransactions(store, texting, ({ row, phone, contactUuid }) => {
          const how = Math.max(of(null, contactUuid), ...numbersOf(phone).map((one) => of(one, null)))
          if (how === surely) writtenRows.leaveOut(row, 'refused_in_file')
          else if (how === maybe) writtenRows.doubtText(row)
        })
      }
    },
  }
}

function isDoubted({ isConsentUnreadable, isUnheard, isRefusalLeftOut, isNumberBorrowed, onlyRefusal }: MappedRow): boolean {
  return [isConsentUnreadable, isUnheard, isRefusalLeftOut, isNumberBorrowed].includes(true) || onlyRefusal !== undefined
}
