import { givesConsent } from '../../kinds/calls/all-calls.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import type { Guard, OptOut } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { inTransactions } from '../build/in-transactions.ts'
import type { Tally } from '../figures/tally.ts'
import type { Verdict } from '../row/classify.ts'
import type { GuardLimits } from './guard-limits.ts'
import { consentGuard, isClearing, isCounted, isMass, isWithdrawal, mayBeMass } from './guard-rules.ts'
import { createKnownRefusals, type RefusesInPosts } from './known-refusals.ts'

/** Rows that are held in one transaction, where all rows are. */
const rowsAtOnce = 5000
/** Rows whose contacts are counted without letting other work in between. */
const rowsCountedAtOnce = 20_000

/** Holds the rows of a plan that a guard stops: at once where the row itself decides, else in `applyFileGuards`, when all rows are known. */
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
  let agreeing = 0
  const figures = (): GuardFigures => ({ ...tally.guardFigures(), total, agreeing })

  function* holdSome(rows: Iterable<number>, guard: Guard): Generator<void> {
    yield* inTransactions(store, rows, (row) => {
      const held = planRows.hold(planId, row, guard)
      if (held !== null) tally.hold(row, held.reason, guard, held.calls)
    })
  }

  function* countAgreeing(): Generator<void> {
    if (figures().withdrawn === 0) return
    const { rows } = tally.counts()
    for (let from = 1; from <= rows; from += rowsCountedAtOnce) {
      agreeing += planRows.agreeing(planId, from, from + rowsCountedAtOnce - 1)
      yield
    }
  }

  function* holdAll(): Generator<void> {
    if (!mayBeMass(figures(), limits)) return
    total = tablesOf(store).contacts.count()
    if (!isMass(figures(), limits)) return
    const { rows } = tally.counts()
    for (let from = 1; from <= rows; from += rowsAtOnce) {
      planRows.holdAll(planId, from, from + rowsAtOnce - 1, 'mass')
      yield
    }
    tally.holdAll('mass')
    yield* inTransactions(store, tally.rowsThat('refuse'), (row) => {
      const calls = planRows.letGo(planId, row, 'mass')
      if (calls !== null) tally.letGo(row, 'mass', calls)
    })
  }

  return {
    /** How the contact of a row that would be sent opted out, when the row must be held for that. */
    optOut({ calls, record, phone, isUnconfirmed }: Verdict): OptOut | null {
      if (!isCounted(kind)) return null
      const refusal = givesConsent(calls) ? refusals.of(record?.uuid ?? null, record?.phone ?? phone) : null
      return consentGuard(calls, record, refusal, isUnconfirmed === true)
    },

    /** Holds what only the whole file decides. Yields now and then for other work. */
    *applyFileGuards(): Generator<void> {
      yield* countAgreeing()
      if (isWithdrawal(figures(), limits)) yield* holdSome(tally.rowsThat('withdraw'), 'withdraw')
      if (isClearing(figures(), limits)) yield* holdSome(tally.rowsThat('clear'), 'clear')
      yield* holdAll()
    },

    /** What was counted. To be asked when all guards have been applied. */
    figures,
  }
}
