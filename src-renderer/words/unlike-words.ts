import type { ListComparison } from '../../src-main/engine/contract.ts'
import { count } from './format.ts'

export type ListFigure = keyof ListComparison['list']

/** By what lists are compared: the largest of the differences are shown in this order. */
export const listFigures = ['withdrawn', 'rows', 'notFound', 'unknownWords', 'invalid'] as const satisfies readonly ListFigure[]

/** `code`: the attention that says that this is unlike. */
export const listWords: Record<ListFigure, { title: string; about: string; code: string }> = {
  withdrawn: { title: 'Consent withdrawn', about: 'Agreed to Refused', code: 'unlike.withdrawals' },
  rows: { title: 'Rows in the file', about: '', code: 'unlike.rows' },
  notFound: { title: 'People not in your account', about: 'Their rows are left out', code: 'unlike.not_found' },
  unknownWords: { title: 'Rows with words that are not known', about: 'Such as another way to say yes', code: 'unlike.words' },
  invalid: { title: 'Rows that can’t be used', about: '', code: '' },
}

/** "3", "2 to 4": what the lists before came to. */
export function usualWords(before: readonly number[]): string {
  const [least, most] = [Math.min(...before), Math.max(...before)]
  return least === most ? count(least) : `${count(least)} to ${count(most)}`
}

/** Whether a number is far above what it was before, also where it stops nothing by itself. */
export function isFarAbove(value: number, before: readonly number[]): boolean {
  const most = Math.max(...before)
  return before.length > 0 && value > 2 * most && value - most > 20
}

/** Whether a figure of the list is to be looked at: it is why the list has stopped, or far above the usual. */
export function isUnusual(figure: ListFigure, unlike: readonly string[], { list, before }: ListComparison): boolean {
  return (
    unlike.includes(listWords[figure].code) ||
    isFarAbove(
      list[figure],
      before.map((one) => one[figure]),
    )
  )
}

/** How far a number is from the usual. */
export function differenceWords(value: number, before: readonly number[]): string {
  if (before.length === 0) return 'Not as the recipe expects'
  const sorted = before.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
  if (usual > 0 && value >= usual * 3) return `${count(Math.round(value / usual))} times the usual`
  return `Usually ${usualWords(before)}`
}

/** What such a list mostly is, where a rule can tell; null where none can. `unlike`: the codes of what is unlike. */
export function looksLike(unlike: readonly string[], lists: ListComparison): string | null {
  const { list, before } = lists
  const most = Math.max(0, ...before.map(({ rows }) => rows))
  const isLong = unlike.includes('unlike.rows') && list.rows > most
  if (unlike.includes('unlike.columns')) return 'A list of another kind, or one that was exported with other columns.'
  if (isLong && (isUnusual('withdrawn', unlike, lists) || isUnusual('notFound', unlike, lists)))
    return 'A full export with everybody in it, not the usual list.'
  if (unlike.includes('unlike.rows') && !isLong) return 'A part of the usual list, or a file that was cut off.'
  if (unlike.includes('unlike.not_found') && list.notFound * 2 > list.rows) return 'The list of another account or office.'
  if (unlike.includes('unlike.words')) return 'A list from a program that says yes and no in other words now.'
  return null
}

export const unlikeWords = {
  title: 'This list is unlike the last ones, so nothing was imported',
  discard: 'Discard…',
  discardTitle: 'Discard this list?',
  discardMeans:
    'Nothing of it is imported, and it is no longer listed as a draft. The file itself stays where it is; that of a watched folder is in “needs attention”, and the history says so.',
  importAnyway: 'Import anyway…',
  review: 'Open the review',
  note: 'Nothing changes before you have answered.',
}
