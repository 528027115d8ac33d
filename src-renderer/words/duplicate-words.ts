import type { DuplicateGroup, GroupDetail, Recipe } from '../../src-main/engine/contract.ts'
import { count, counted } from './format.ts'

export const strategyWords: Record<Recipe['duplicates'], string> = {
  merge: 'Merge them into one',
  last: 'The last one counts',
  first: 'The first one counts',
  invalid: 'None counts: show them to me',
}

/** What becomes of a group, in a few words. */
export function outcomeWords({ outcome, line }: Pick<DuplicateGroup, 'outcome' | 'line'>): {
  text: string
  tone: 'good' | 'neutral' | 'bad'
} {
  switch (outcome) {
    case 'merged':
      return { text: `Merged into row ${count(line ?? 0)}`, tone: 'good' }
    case 'counts':
      return { text: `Row ${count(line ?? 0)} counts`, tone: 'neutral' }
    case 'none':
      return { text: 'None counts', tone: 'bad' }
    case 'contacts':
      return { text: 'Two contacts: you decide', tone: 'bad' }
  }
}

export function lineWords({ lines, rows }: Pick<DuplicateGroup, 'lines' | 'rows'>): string {
  const listed = lines.map((line) => count(line)).join(', ')
  return rows > lines.length ? `${listed} and ${count(rows - lines.length)} more` : listed
}

/** What the rows have in common: "the phone number +1555… and the email ann@…". */
export function sharedWords({ shared, rows }: Pick<GroupDetail, 'shared' | 'rows'>): string {
  const what = shared.map(({ label, value }) => `${label.toLowerCase()} ${value}`)
  return what.length === 0 ? '' : `${counted(rows, 'row')} with the same ${what.join(', or the same ')}.`
}
