import type { ListedRecipe } from '../../src-main/engine/contract.ts'

/** How often a list comes, in the words of the tile, and about when it comes next. */
export interface NextDue {
  every: 'weekly' | 'every two weeks' | 'monthly' | 'every three months' | 'yearly'
  atMs: number
}

const dayMs = 86_400_000
/** Days between two lists, as far as they may be apart from one another to be the same rhythm. */
const rhythms: { every: NextDue['every']; from: number; to: number; days?: number; months?: number }[] = [
  { every: 'weekly', from: 5, to: 9, days: 7 },
  { every: 'every two weeks', from: 11, to: 18, days: 14 },
  { every: 'monthly', from: 24, to: 38, months: 1 },
  { every: 'every three months', from: 80, to: 105, months: 3 },
  { every: 'yearly', from: 340, to: 390, months: 12 },
]
/** From so many lists on there is a rhythm to be seen. */
const listsToKnow = 3
/** So many of the last ones are looked at. */
const listsSeen = 7

/**
 * When the next list is due, by when the last ones were run, in any order. Several on one day are one: a list that was corrected. Null where
 * they are fewer than three, or came at no rhythm.
 */
export function nextDue(ranAtSeconds: readonly number[]): NextDue | null {
  const days = [...new Map(ranAtSeconds.map((at) => [new Date(at * 1000).toDateString(), at * 1000])).values()].sort((a, b) => b - a)
  const seen = days.slice(0, listsSeen)
  const [last] = seen
  if (last === undefined || seen.length < listsToKnow) return null
  const gaps = seen.slice(1).map((at, index) => ((seen[index] ?? at) - at) / dayMs)
  const rhythm = rhythms.find(({ from, to }) => gaps.every((gap) => gap >= from && gap <= to))
  if (rhythm === undefined) return null
  return { every: rhythm.every, atMs: rhythm.days === undefined ? monthsLater(last, rhythm.months ?? 0) : last + rhythm.days * dayMs }
}

/** The same day of a later month; the last one of a month that is shorter. */
function monthsLater(atMs: number, months: number): number {
  const at = new Date(atMs)
  const lastDay = new Date(at.getFullYear(), at.getMonth() + months + 1, 0).getDate()
  return new Date(at.getFullYear(), at.getMonth() + months, Math.min(at.getDate(), lastDay), at.getHours()).getTime()
}

/** What is due next comes first, then what was used last. */
export function byDue(recipes: readonly ListedRecipe[], nowMs: number): ListedRecipe[] {
  const soonMs = 14 * dayMs
  const place = (recipe: ListedRecipe): number => {
    const due = nextDue(recipe.ranAtSeconds)
    return due !== null && due.atMs < nowMs + soonMs ? due.atMs : Number.MAX_SAFE_INTEGER
  }
  return recipes.toSorted((a, b) => place(a) - place(b) || (b.usedAtSeconds ?? 0) - (a.usedAtSeconds ?? 0))
}
