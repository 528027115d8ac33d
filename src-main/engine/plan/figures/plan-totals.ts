import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import { guards, type Guard } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import { guardsOf } from '../guards/guard-rules.ts'
import { guardWords } from '../guards/guard-words.ts'
import { heldByFile } from './held-by-file.ts'
import { createGuardTally } from './guard-tally.ts'
import { mostFrequentIssues } from './most-frequent-issues.ts'
import type { Tally } from './tally.ts'

/** How often the service was asked, and about how many contacts it was not; the country of the plan. */
interface Asked {
  reads: number
  postsUnasked?: number | undefined
  country?: string | undefined
}

/** All that a plan comes to of which nothing was released, once its rows and issues are stored. */
export function planTotals(store: Store, planId: string, tally: Tally, figures: GuardFigures, asked: Asked): PlanTotals {
  const { reads, postsUnasked = 0, country } = asked
  const held = heldGuards(store, planId, tally.holds(), figures)
  return tally.totals({
    issues: mostFrequentIssues(store, planId),
    guards: held,
    figures,
    reads,
    ...(postsUnasked > 0 && { postsUnasked }),
    ...(country !== undefined && { country }),
  })
}

/**
 * What each guard holds, in words, from what is held. A conversation may have messages that are held for several reasons. `figures`:
 * null for an undo, of which guards hold permissions alone.
 */
export function heldGuards(store: Store, planId: string, holds: PlanTotals['holds'], figures: GuardFigures | null): PlanTotals['guards'] {
  const isTotalKnown = tablesOf(store).syncs.latestComplete() !== null
  const recipe = tablesOf(store).plans.find(planId)?.recipe
  const subject = recipe && importDescriptors[recipe.kind].subject
  const isOfMessages = subject === 'phone'
  const isOfGroups = subject === 'group'
  const numbersHeld = (guard: Guard): number => tablesOf(store).planRows.heldPhones(planId, guard)
  return guards.flatMap((guard) => {
    const own = holds.filter(({ reason }) => guardsOf(reason).includes(guard))
    const rows = own.reduce((sum, hold) => sum + hold.rows, 0)
    if (rows === 0) return []
    // Who is held for something else, too, is not texted when the number is typed.
    const contacts =
      guard === 'sending'
        ? heldByFile(holds).contacts
        : isOfMessages && own.length !== 1
          ? numbersHeld(guard)
          : own.reduce((sum, hold) => sum + hold.contacts, 0)
    const lacks = recipe?.lacks ?? []
    const hasWhispers = recipe?.whispers !== undefined
    const facts = figures ?? { ...noFigures, optOuts: { ...noFigures.optOuts, undo: rows } }
    return [
      {
        guard,
        rows,
        contacts,
        released: false,
        message: guardWords(guard, { contacts, ...facts, lacks, isTotalKnown, hasWhispers, isOfGroups }),
      },
    ]
  })
}

const noFigures = { ...createGuardTally().figures(), total: 0, agreeing: 0 }
