import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import { guards, type Guard } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import { guardsOf } from '../guards/guard-rules.ts'
import { guardWords } from '../guards/guard-words.ts'
import { issueGroups } from './issue-groups.ts'
import type { Tally } from './tally.ts'

/** All that a plan comes to of which nothing was released, once its rows and issues are stored. `reads`: how often the service was asked. */
export function planTotals(store: Store, planId: string, tally: Tally, figures: GuardFigures, reads: number): PlanTotals {
  const isTotalKnown = tablesOf(store).syncs.latestComplete() !== null
  const numbersHeld = (guard: Guard): number => tablesOf(store).planRows.heldPhones(planId, guard)
  const held = heldGuards(tally.holds(), figures, isTotalKnown, numbersHeld)
  return tally.totals({ issues: issueGroups(store, planId), guards: held, figures, reads })
}

/** What each guard holds, in words, from what is held. A conversation may have messages that are held for several reasons. */
function heldGuards(
  holds: PlanTotals['holds'],
  figures: GuardFigures,
  isTotalKnown: boolean,
  numbersHeld: (guard: Guard) => number,
): PlanTotals['guards'] {
  return guards.flatMap((guard) => {
    const own = holds.filter(({ reason }) => guardsOf(reason).includes(guard))
    const rows = own.reduce((sum, hold) => sum + hold.rows, 0)
    if (rows === 0) return []
    const isOfMessages = guard === 'direction' || guard === 'keyword'
    const contacts = isOfMessages && own.length > 1 ? numbersHeld(guard) : own.reduce((sum, hold) => sum + hold.contacts, 0)
    return [{ guard, rows, contacts, released: false, message: guardWords(guard, { contacts, ...figures, isTotalKnown }) }]
  })
}
