import { lacksRefusals } from '../../mapping/recipe/refusing-columns.ts'
import type { ImportDescriptor, TextingContext, WhyNotTexted } from '../../kinds/kind-descriptor.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import type { Guard } from '../../model/plans/plan-schema.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { ListSize } from '../../service/service.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { inTransactions } from '../build/in-transactions.ts'
import { rowRanges } from '../figures/row-ranges.ts'
import type { Tally } from '../figures/tally.ts'
import type { Verdict } from '../row/classify.ts'
import type { GuardLimits } from './guard-limits.ts'
import { consentGuard, type Doubt, isClearing, isMass, isWithdrawal, mayBeMass } from './guard-rules.ts'
import { createKnownRefusals, type Refusal, type RefusedInPosts } from './known-refusals.ts'

/** Rows that are held in one transaction, where all rows are. */
const rowsAtOnce = 5000
/** Rows whose contacts are counted without letting other work in between. */
const rowsCountedAtOnce = 20_000

/** Holds the rows of a plan that a guard stops: at once where the row itself decides, else in `applyFileGuards`, when all rows are known. */
export function createPlanGuards(
  store: Store,
  planId: string,
  tally: Tally,
  limits: GuardLimits,
  {
    refusedInPosts,
    textedInPosts,
    whyNever,
    recipe = {},
    kind = { guards: [] },
  }: {
    refusedInPosts?: RefusedInPosts | undefined
    textedInPosts?: ((phone: string) => boolean) | undefined
    whyNever?: TextingContext['whyNever'] | undefined
    recipe?: Pick<Recipe, 'lacks'>
    kind?: Pick<ImportDescriptor, 'guards'>
  } = {},
) {
  const { planRows } = tablesOf(store)
  const refusals = createKnownRefusals(store, refusedInPosts)
  const doubtOf = ({ isUnconfirmed, isUnheard }: Verdict): Doubt | null => {
    if (isUnconfirmed !== true) return null
    if (lacksRefusals(recipe)) return 'columnGone'
    return isUnheard === true ? 'unheard' : 'unconfirmed'
  }
  let total = 0
  let isTotalOpen = false
  let size: ListSize | null = null
  let agreeing = 0
  const figures = (): GuardFigures => ({ ...tally.guardFigures(), total, agreeing, ...(isTotalOpen && { isTotalOpen }) })

  const sizeWanted = (): number | null => {
    const { created } = tally.guardFigures()
    if (limits.isMassive !== undefined || created <= limits.newContacts || tablesOf(store).syncs.latestComplete() !== null) return null
    return Math.ceil(created / limits.newShare)
  }

  function* holdSome(rows: Iterable<number>, guard: Guard): Generator<void> {
    yield* inTransactions(store, rows, (row) => {
      const held = planRows.hold(planId, row, guard)
      if (held !== null) tally.hold(row, held.reason, guard, held.calls)
    })
  }

  function* countAgreeing(): Generator<void> {
    if (figures().withdrawn === 0) return
    for (const { fromRow, toRow } of rowRanges(tally.counts().rows, rowsCountedAtOnce)) {
      agreeing += planRows.agreeing(planId, fromRow, toRow)
      yield
    }
  }

  function* holdAll(): Generator<void> {
    if (!mayBeMass(figures(), limits)) return
    total = Math.max(tablesOf(store).contacts.count(), size?.atLeast ?? 0)
    isTotalOpen = sizeWanted() !== null && size?.isEnd !== true
    if (!isMass(figures(), limits)) return
    for (const { fromRow, toRow } of rowRanges(tally.counts().rows, rowsAtOnce)) {
      planRows.holdAll(planId, fromRow, toRow, 'mass')
      yield
    }
    tally.holdAll('mass')
    yield* inTransactions(store, tally.rowsThat('refuse'), (row) => {
      const calls = planRows.letGo(planId, row, 'mass')
      if (calls !== null) tally.letGo(row, 'mass', calls)
    })
  }

  const { guards: kindGuards } = kind
  /** Nobody is texted before the number of people was typed. */
  function* holdTexts(): Generator<void> {
    // Who is held for something else may be let go, and counts as well.
    if (!kindGuards.includes('sending') || tally.toText() <= (limits.sendingContacts ?? 0)) return
    for (const { fromRow, toRow } of rowRanges(tally.counts().rows, rowsAtOnce)) {
      planRows.holdAll(planId, fromRow, toRow, 'sending')
      yield
    }
    tally.holdAll('sending')
  }

  return {
    /** What is known of permission to text somebody beside their record. */
    texting: {
      refusalOf: (uuid: string | null, phone: string) => whyNotTextedFor(refusals.of(uuid, phone)),
      hasAgreed: (uuid: string | null, phone: string) => refusals.hasAgreed(uuid, phone),
      whyNever: whyNever ?? (() => null),
      hasTexted: (phone: string) => textedInPosts?.(phone) === true || tablesOf(store).textedPeople.has(phone),
    } satisfies TextingContext,

    /** How the contact of a row that would be sent refused, when the row must be held for that. */
    refusal(verdict: Verdict): Refusal | null {
      const { calls, record, phone } = verdict
      return consentGuard(calls, record, () => refusals.of(record?.uuid ?? null, record?.phone ?? phone), doubtOf(verdict))
    },

    /**
     * How many contacts the account must have for what is created so far to be no more than usual; null where that is no question, or all of
     * them were read once.
     */
    sizeWanted,
    /** What the service's list shows of that; null where it shows nothing. To be told before `applyFileGuards`. */
    takeSize(shown: ListSize | null): void {
      size = shown
    },

    /** Holds what only the whole file decides. Yields now and then for other work. */
    *applyFileGuards(): Generator<void> {
      yield* countAgreeing()
      if (isWithdrawal(figures(), limits)) yield* holdSome(tally.rowsThat('withdraw'), 'withdraw')
      if (isClearing(figures(), limits)) yield* holdSome(tally.rowsThat('clear'), 'clear')
      yield* holdAll()
      yield* holdTexts()
    },

    /** What was counted. To be asked when all guards have been applied. */
    figures,
  }
}

/** A refusal as what keeps somebody from being texted; null without one. */
export function whyNotTextedFor(refusal: Refusal | null): WhyNotTexted | null {
  switch (refusal?.how) {
    case undefined:
      return null
    case 'doNotText':
      return 'do_not_text'
    case 'posts':
      return 'refused_posts'
    default:
      return 'refused_ledger'
  }
}
