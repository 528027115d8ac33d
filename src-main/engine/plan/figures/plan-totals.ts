import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import { guards } from '../../model/plans/plan-schema.ts'
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
  return tally.totals({ issues: issueGroups(store, planId), guards: heldGuards(tally.holds(), figures, isTotalKnown), figures, reads })
}

/** What each guard holds, in words, from what is held. */
function heldGuards(holds: PlanTotals['holds'], figures: GuardFigures, isTotalKnown: boolean): PlanTotals['guards'] {
  return guards.flatMap((guard) => {
    const own = holds.filter(({ reason }) => guardsOf(reason).includes(guard))
    const rows = own.reduce((sum, hold) => sum + hold.rows, 0)
    const contacts = own.reduce((sum, hold) => sum + hold.contacts, 0)
    if (rows === 0) return []
    return [{ guard, rows, contacts, released: false, message: guardWords(guard, { contacts, ...figures, isTotalKnown }) }]
  })
}
