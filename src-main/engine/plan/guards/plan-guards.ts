import { givesConsent } from '../../kinds/calls/all-calls.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import type { OptOut } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { inTransactions } from '../build/in-transactions.ts'
import type { Tally } from '../figures/tally.ts'
import type { Verdict } from '../row/classify.ts'
import type { GuardLimits } from './guard-limits.ts'
import { consentGuard, isCounted, isMass } from './guard-rules.ts'
import { createKnownRefusals, type RefusesInPosts } from './known-refusals.ts'

/** Rows that are held in one transaction, where all rows are. */
const rowsAtOnce = 5000

/** Holds the rows of a plan that a guard stops: at once where the row itself tells, else in `applyFileGuards`, when all rows are known. */
export function createPlanGuards(
  store: Store,
  planId: string,
  kind: ImportKind,
  tally: Tally,
  limits: GuardLimits,
  refusesInPosts?: RefusesInPosts,
) {
  const { planRows } = tablesOf(store)
  const refusals = createKnownRefusals(store, refusesInPosts)
  let total = 0

  function* holdClears(): Generator<void> {
    if (tally.guardFigures().clears <= limits.clearContacts) return
    yield* inTransactions(store, tally.clearing(), (row) => {
      const held = planRows.hold(planId, row, 'clear')
      if (held !== null) tally.hold(row, held.reason, 'clear', held.calls)
    })
  }

  function* holdAll(): Generator<void> {
    const { changed } = tally.guardFigures()
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
    /** How the contact of a row that would be sent opted out, when the row is to be held for that. */
    optOut({ calls, record, phone, isUnconfirmed }: Verdict): OptOut | null {
      if (!isCounted(kind)) return null
      const refusal = givesConsent(calls) ? refusals.of(record?.uuid ?? null, record?.phone ?? phone) : null
      return consentGuard(calls, record, refusal, isUnconfirmed === true)
    },

    /** Holds what only the whole file tells. Stops now and then for others. */
    *applyFileGuards(): Generator<void> {
      yield* holdClears()
      yield* holdAll()
    },

    /** What was counted. To be asked when all guards have been applied. */
    figures: (): GuardFigures => ({ ...tally.guardFigures(), total }),
  }
}
