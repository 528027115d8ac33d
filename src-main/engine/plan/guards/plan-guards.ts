import type { ImportKind } from '../../model/recipe-schema.ts'
import { createBegunPlans } from '../../store/begun-plans.ts'
import { createContacts } from '../../store/contacts/contacts.ts'
import type { Store } from '../../store/open-store.ts'
import { createPlanRows, type StoredPlanRow } from '../../store/plans/plan-rows.ts'
import type { Verdict } from '../row/classify.ts'
import type { GuardLimits } from './guard-limits.ts'
import { createGuardFigures, type GuardFigures } from './guard-figures.ts'
import { consentGuard, guardsOf, holdReason, isMass } from './guard-rules.ts'
import { inTransactions } from '../build/in-transactions.ts'
import { createNumberMap } from '../match/int-hash-map.ts'
import type { OptOut } from '../../model/plan-schema.ts'
import type { createTally } from '../build/tally.ts'

/** Rows that are held in one transaction, where all rows are. */
const rowsAtOnce = 5000

/**
 * Watches a plan's rows being written, and holds those that a guard stops: at once where the row itself tells, else in
 * `settle`, when all rows are known. Messages change no contact and are not guarded. Takes 16 bytes for each row that
 * empties a field.
 */
export function createPlanGuards(
  store: Store,
  planId: string,
  kind: ImportKind,
  tally: ReturnType<typeof createTally>,
  limits: GuardLimits,
) {
  const planRows = createPlanRows(store)
  const begun = createBegunPlans(store)
  const counted = createGuardFigures()
  const clearingRows: number[] = []
  const clearingCalls: number[] = []
  /** Rows that were seen and forgotten: what stands of them before this place does not count. */
  const forgottenAt = createNumberMap()
  let total = 0

  function* holdClears(): Generator<void> {
    if (counted.figures(total).clears <= limits.clearContacts) return
    yield* inTransactions(store, clearingRows.keys(), (at) => {
      const row = clearingRows[at] ?? 0
      if (at < forgottenAt.get(row)) return
      if (planRows.hold(planId, row, 'clear')) tally.hold(row, 'clear', clearingCalls[at] ?? 0)
    })
  }

  function* holdAll(): Generator<void> {
    const { changed } = counted.figures(total)
    if (changed <= limits.massContacts) return
    total = createContacts(store).count()
    if (!isMass(changed, total, limits)) return
    const { rows } = tally.counts()
    for (let from = 1; from <= rows; from += rowsAtOnce) {
      planRows.holdAll(planId, from, from + rowsAtOnce - 1, 'mass')
      yield
    }
    tally.holdAll('mass')
  }

  return {
    /** To be told of each row that would be sent. Answers how its contact opted out, when the row is to be held for that. */
    seen(row: number, { changes, calls, record }: Verdict): OptOut | null {
      if (kind === 'messages') return null
      const optOut = consentGuard(calls, record)
      if (counted.count({ changes, calls, isKnown: record !== null, optOut }, 1)) {
        clearingRows.push(row)
        clearingCalls.push(calls.length)
      }
      return optOut
    },

    /** To be told once more of a row that was seen by an earlier planning. */
    recall(row: number, { contactUuid, detail }: Pick<StoredPlanRow, 'contactUuid' | 'detail'>): void {
      const { changes = [], calls = [], optOut = null } = detail
      if (kind === 'messages' || !counted.count({ changes, calls, isKnown: contactUuid !== null, optOut }, 1)) return
      clearingRows.push(row)
      clearingCalls.push(calls.length)
    },

    /** Neighbouring rows as they were before an earlier `settle` held them, in the store too: what the whole file tells is told anew. */
    putBack<Row extends Pick<StoredPlanRow, 'row' | 'class' | 'reason'>>(rows: readonly Row[]): Row[] {
      const [fromRow = 0, toRow = 0] = [rows[0]?.row, rows.at(-1)?.row]
      const late = new Set(
        rows.flatMap(({ class: rowClass, reason }) =>
          rowClass === 'held' && reason !== null && reason !== heldAtOnce(reason) ? [reason] : [],
        ),
      )
      for (const reason of late) begun.putBack(planId, { fromRow, toRow }, reason, heldAtOnce(reason))
      return rows.map((row) => {
        if (row.class !== 'held' || row.reason === null || !late.has(row.reason)) return row
        const reason = heldAtOnce(row.reason)
        return { ...row, class: reason === null ? 'send' : 'held', reason }
      })
    },

    /** A row that was seen does not count after all, or not as it was seen: it may be seen again. */
    forget({ row, contactUuid, detail }: Pick<StoredPlanRow, 'row' | 'contactUuid' | 'detail'>): void {
      const { changes = [], calls = [] } = detail
      if (kind === 'messages') return
      if (counted.count({ changes, calls, isKnown: contactUuid !== null, optOut: detail.optOut ?? null }, -1))
        forgottenAt.set(row, clearingRows.length)
    },

    /** Holds what only the whole file tells. Stops now and then for others. */
    *settle(): Generator<void> {
      yield* holdClears()
      yield* holdAll()
    },

    /** What was counted. To be asked when everything is settled. */
    figures: (): GuardFigures => counted.figures(total),
  }
}

/** What is left of the reason of a held row without the guards that only the whole file tells; null where that is nothing. */
function heldAtOnce(reason: string): string | null {
  return holdReason(guardsOf(reason).filter((guard) => guard === 'consent')) || null
}
