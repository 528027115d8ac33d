import { withoutMissing } from '../../mapping/recipe/without-missing.ts'
import type { ListComparison, ListFigures } from '../../model/plans/list-figures.ts'
import type { Store } from '../../store/open-store.ts'
import { type PastList, toPastList } from '../../store/plans/past-lists.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { listsBefore } from './find-attention.ts'

/** What a ready plan's list comes to, beside the last lists of its recipe; null of a plan that is not ready. */
export function comparedLists(store: Store, plan: StoredPlan): ListComparison | null {
  const { totals, recipe, columns } = plan
  if (totals === null) return null
  return {
    // Whoever would be withdrawn counts here, held or not.
    list: { ...figuresOf(toPastList(totals)), withdrawn: totals.figures?.withdrawn ?? 0 },
    missing: withoutMissing(recipe, columns)?.missing ?? [],
    before: listsBefore(store, plan).map((list) => ({ ...figuresOf(list), startedAtSeconds: Math.floor(list.startedAtMs / 1000) })),
  }
}

function figuresOf({ rows, notFound, withdrawn, invalid, unknownWords }: PastList): ListFigures {
  return { rows, notFound, withdrawn, invalid, unknownWords }
}
