import type { ImportKind } from '../../model/kinds.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlanRow } from '../../store/plans/plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Verdict } from '../row/classify.ts'
import type { GuardLimits } from './guard-limits.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import { createGuardFigures } from './guard-figures.ts'
import { givesConsent } from '../../kinds/calls/descriptors.ts'
import { createKnownRefusals, type RefusesInPosts } from './known-refusals.ts'
import { consentGuard, isCounted, isMass } from './guard-rules.ts'
import { inTransactions } from '../build/in-transactions.ts'
import { createNumberMap } from '../match/int-hash-map.ts'
import type { OptOut } from '../../model/plans/plan-schema.ts'
import type { createTally } from '../build/tally.ts'

/** Rows that are held in one transaction, where all rows are. */
const rowsAtOnce = 5000

/**
 * Watches a plan's rows being written, and holds those that a guard stops: at once where the row itself tells, else in
 * `applyFileGuards`, when all rows are known. Takes 16 bytes for each row that
 * empties a field.
 */
export function createPlanGuards(
  store: Store,
  planId: string,
  kind: ImportKind,
  tally: ReturnType<typeof createTally>,
  limits: GuardLimits,
  refusesInPosts?: RefusesInPosts,
) {
  const isGuarded = isCounted(kind)
  const { planRows } = tablesOf(store)
  const counted = createGuardFigures()
  const refusals = createKnownRefusals(store, refusesInPosts)
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
      const reason = planRows.hold(planId, row, 'clear')
      if (reason !== null) tally.hold(row, reason, 'clear', clearingCalls[at] ?? 0)
    })
  }

  function* holdAll(): Generator<void> {
    const { changed } = counted.figures(total)
    if (changed <= limits.massContacts) return
    total = tablesOf(store).contacts.count()
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
    seen(row: number, { changes, calls, record, phone, isUnconfirmed }: Verdict): OptOut | null {
      if (!isGuarded) return null
      const optOut = consentGuard(
        calls,
        record,
        givesConsent(calls) ? refusals.of(record?.uuid ?? null, record?.phone ?? phone) : null,
        isUnconfirmed === true,
      )
      if (counted.count({ changes, calls, isKnown: record !== null, optOut }, 1)) {
        clearingRows.push(row)
        clearingCalls.push(calls.length)
      }
      return optOut
    },

    /** A row that was seen does not count after all, or not as it was seen: it may be seen again. */
    forget({ row, contactUuid, detail }: Pick<StoredPlanRow, 'row' | 'contactUuid' | 'detail'>): void {
      const { changes = [], calls = [] } = detail
      if (!isGuarded) return
      if (counted.count({ changes, calls, isKnown: contactUuid !== null, optOut: detail.optOut ?? null }, -1))
        forgottenAt.set(row, clearingRows.length)
    },

    /** Holds what only the whole file tells. Stops now and then for others. */
    *applyFileGuards(): Generator<void> {
      yield* holdClears()
      yield* holdAll()
    },

    /** What was counted. To be asked when all guards have been applied. */
    figures: (): GuardFigures => counted.figures(total),
  }
}
