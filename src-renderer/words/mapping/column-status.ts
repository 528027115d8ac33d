import type { ColumnGuess, MappingPreview, RowIssue } from '../../../src-main/engine/contract.ts'
import { counted } from '../format.ts'
import type { ColumnUse } from '../../wizard/mapping/recipe-edit.ts'

export type ColumnStatus =
  | { kind: 'ready'; text: string }
  | { kind: 'ignored'; text: string }
  | { kind: 'check'; text: string }
  | { kind: 'problem'; text: string; issue: RowIssue }

/** What is wrong with a column in the first rows. */
export function columnIssues(column: string, preview: MappingPreview | null): RowIssue[] {
  return preview?.issues.filter((issue) => issue.column?.split(' + ').includes(column)) ?? []
}

/** What to say of a column: what is wrong with it, what should be looked at, or why it is where it is. */
export function statusOf(
  column: string,
  use: ColumnUse,
  guess: ColumnGuess | null,
  isGuessed: boolean,
  preview: MappingPreview | null,
): ColumnStatus {
  const reason = isGuessed ? (guess?.reason ?? '') : 'Chosen by you.'
  if (use.to === 'nothing') return { kind: 'ignored', text: isGuessed ? reason : 'Left out by you.' }
  const issues = columnIssues(column, preview)
  const [first] = [...issues].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  if (first) {
    const rows = new Set(issues.map(({ line }) => line)).size
    return {
      kind: first.severity === 'error' ? 'problem' : 'check',
      text: `${counted(rows, 'row')} of the first ${preview?.rowsTried ?? 0}: ${first.message}`,
      issue: first,
    }
  }
  if (isGuessed && guess?.confidence === 'guess') return { kind: 'check', text: `Please check. ${reason}` }
  return { kind: 'ready', text: reason }
}
