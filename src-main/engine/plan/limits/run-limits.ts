import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { PastList } from '../../store/plans/past-lists.ts'

/** After so many finished runs a recipe knows its lists. */
export const listsToKnow = 3

/** The shares of its rows that a run may leave undone with nobody asked. */
export interface RunShares {
  notFound: number
  invalid: number
  held: number
}

/** As the recipe says, else twice the largest shares of its last lists, else what is usual. */
export function runShares({ limits = {} }: Pick<Recipe, 'limits'>, past: readonly PastList[]): RunShares {
  const isKnown = past.length >= listsToKnow
  const twice = (of: (list: PastList) => number): number => 2 * Math.max(...past.map((list) => of(list) / list.rows))
  return {
    notFound: limits.notFound ?? (isKnown ? twice(({ notFound }) => notFound) : 0.5),
    invalid: limits.invalid ?? (isKnown ? twice(({ invalid, refusalOnly }) => invalid + refusalOnly) : 0),
    held: limits.held ?? 0,
  }
}
