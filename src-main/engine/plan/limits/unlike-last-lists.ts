import { withoutMissing } from '../../mapping/recipe/without-missing.ts'
import type { Attention } from '../../model/plans/attention-schema.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { type PastList, toPastList } from '../../store/plans/past-lists.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { counted, number } from '../../text/counted.ts'
import { listsToKnow } from './run-limits.ts'

/** How far the rows of a list may be from those of all before: so many times, and by more than so many. */
const times = 5
const rowsApart = 100
/** Unknown contacts are unlike from three times the usual share on, and from this share of the rows on. */
const notFoundTimes = 3
const notFoundShare = 0.2
/** Unknown words are unlike from this share of the rows on. */
const unknownWordsShare = 0.05

/** In what a list is unlike the recipe's last ones, each in words. A recipe knows its lists after three of them. */
export function unlikeLast(totals: PlanTotals, { limits = {} }: Pick<Recipe, 'limits'>, past: readonly PastList[]): Attention[] {
  const list = toPastList(totals)
  const isKnown = past.length >= listsToKnow
  return [
    ...rowsUnlike(list.rows, limits.fewestRows ?? null, limits.mostRows ?? null, isKnown ? past.map(({ rows }) => rows) : []),
    ...(isKnown ? contactsUnlike(list, past) : []),
    ...(isKnown ? wordsUnlike(list) : []),
    ...(isKnown ? withdrawalsUnlike(totals) : []),
  ]
}

/** A plan lacks columns of its recipe only where the recipe knew its lists when it was made. */
export function columnsUnlike({ rows }: Pick<PlanTotals, 'rows'>, recipe: Recipe, columns: readonly { name: string }[]): Attention[] {
  const there = withoutMissing(recipe, columns)
  if (there === null || there.missing.length === 0) return []
  const names = there.missing.map((name) => `"${name}"`).join(' and no ')
  const held = there.holdsPermissions ? ' Without it nobody is given consent: such rows are held.' : ''
  const message = `This list has no column ${names}; the last ones had. The fields that are read from it stay as they are.${held}`
  return [{ code: 'unlike.columns', rows, message }]
}

function rowsUnlike(rows: number, fewest: number | null, most: number | null, past: readonly number[]): Attention[] {
  const [least, largest] = [Math.min(...past), Math.max(...past)]
  const isKnown = past.length > 0
  const isShort = fewest === null ? isKnown && rows < least / times && least - rows > rowsApart : rows < fewest
  const isLong = most === null ? isKnown && rows > largest * times && rows - largest > rowsApart : rows > most
  if (!isShort && !isLong) return []
  const usual = least === largest ? number(least) : `${number(least)} to ${number(largest)}`
  const bound = isShort ? fewest : most
  const than =
    bound === null ? `the last ${number(past.length)} had ${usual}` : `the recipe expects at ${isShort ? 'least' : 'most'} ${number(bound)}`
  return [{ code: 'unlike.rows', rows, message: `This list has ${counted(rows, 'row')}; ${than}.` }]
}

function contactsUnlike({ rows, notFound }: PastList, past: readonly PastList[]): Attention[] {
  const usual = median(past.map((list) => list.notFound / list.rows))
  if (notFound <= notFoundShare * rows || notFound <= notFoundTimes * usual * rows) return []
  const message = `${number(notFound)} of ${counted(rows, 'row')} are about contacts that are not in this account; usually it is ${percent(usual)}.`
  return [{ code: 'unlike.not_found', rows: notFound, message }]
}

function wordsUnlike({ rows, unknownWords }: PastList): Attention[] {
  if (unknownWords <= unknownWordsShare * rows) return []
  const message = `${number(unknownWords)} of ${counted(rows, 'row')} have words that the recipe does not know, such as another way to say yes or no.`
  return [{ code: 'unlike.words', rows: unknownWords, message }]
}

function withdrawalsUnlike({ guards }: PlanTotals): Attention[] {
  const held = guards.find(({ guard, released }) => guard === 'withdraw' && !released)
  return held === undefined ? [] : [{ code: 'unlike.withdrawals', rows: held.rows, message: held.message }]
}

function median(shares: readonly number[]): number {
  const sorted = shares.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

function percent(share: number): string {
  return `${number(Math.round(share * 1000) / 10)} %`
}
