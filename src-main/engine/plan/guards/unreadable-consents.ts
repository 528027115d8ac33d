import { givesConsent } from '../../kinds/calls/all-calls.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { inTransactions } from '../build/in-transactions.ts'
import type { WrittenRows } from '../duplicates/written-rows.ts'
import { rowRanges } from '../figures/row-ranges.ts'
import { createContactKeys, createContactNumbers } from '../match/contact-keys.ts'

const rowsAtOnce = 5000

/**
 * Remembers whom rows are about whose word about consent cannot be read: it may be a refusal, so that permissions in other rows about
 * them are held. Takes 8 bytes a number.
 */
export function createUnreadableConsents(store: Store, planId: string, writtenRows: Pick<WrittenRows, 'doubt'>) {
  const { planRows } = tablesOf(store)
  const keys = createContactKeys()
  const doubted = createContactNumbers()
  let isAny = false
  const isDoubted = (phone: string | null, uuid: string | null): boolean =>
    (phone !== null && doubted.get(keys.ofPhone(phone)) > 0) || (uuid !== null && doubted.get(keys.ofUuid(uuid)) > 0)
  return {
    seen({ key, otherKey }: MappedRow): void {
      for (const one of [key, otherKey ?? null]) {
        if (one === null) continue
        doubted.set(one.by === 'phone' ? keys.ofPhone(one.phone) : keys.ofUuid(one.uuid), 1)
        isAny = true
      }
    },
    /** To be called when all of the plan's rows are written and duplicates are resolved. Yields now and then for other work. */
    *hold(rows: number): Generator<void> {
      if (!isAny) return
      for (const { fromRow, toRow } of rowRanges(rows, rowsAtOnce)) {
        const permissions = planRows
          .changing(planId, fromRow, toRow)
          .filter(({ phone, contactUuid, detail }) => isDoubted(phone, contactUuid) && givesConsent(detail.calls ?? []))
        yield* inTransactions(store, permissions, ({ row }) => writtenRows.doubt(row))
      }
    },
  }
}
