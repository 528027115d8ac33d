import type { Recipe, ValueCounts } from '../../../../src-main/engine/contract.ts'
import { call } from '../../../engine.ts'
import { assignField } from '../recipe-edit.ts'
import { consentWords, withConfirmed } from './confirmed-words.ts'

/** The different values of a column in the whole file, each with what it seems to say about consent. */
export function countConsentWords(fileId: string, recipe: Recipe, column: string): Promise<ValueCounts> {
  return call('mapping.values', { fileId, dialect: recipe.source, reading: { columns: [column], to: 'consent' } })
}

/** Sends a column to the consent, with what its values seem to mean; what would give consent waits to be confirmed. */
export function withConsentColumn(recipe: Recipe, column: string, counts: ValueCounts): Recipe {
  if (recipe.fields.some(({ to, from }) => to === 'consent' && from?.includes(column))) return recipe
  const assigned = assignField(recipe, column, 'consent')
  const known = counts.values.flatMap(({ text, suggestion }) => (suggestion === null ? [] : [[text, suggestion.value] as const]))
  if (known.length === 0) return assigned
  const giving = known.flatMap(([text, meaning]) => (meaning === true ? [text] : []))
  return {
    ...assigned,
    fields: assigned.fields.map((rule) => {
      if (rule.to !== 'consent' || !rule.from?.includes(column)) return rule
      const { unconfirmed: _, ...rest } = rule
      return { ...rest, values: Object.fromEntries(known), ...(giving.length > 0 && { unconfirmed: giving }) }
    }),
  }
}

/** Confirms, or opens again, every word by which these columns give consent; all that give it unless columns are named. */
export function confirmWords(recipe: Recipe, isConfirmed: boolean, columns?: readonly string[]): Recipe {
  const isMeant = (named: readonly string[]) => columns === undefined || named.some((column) => columns.includes(column))
  return consentWords(recipe, () => null)
    .filter((word) => isMeant(word.columns))
    .reduce((changed, word) => withConfirmed(changed, word, isConfirmed, null), recipe)
}

/** How many rows agree and refuse by the words of a column, and how many say nothing that is understood. */
export function consentFigures(counts: ValueCounts): { agreed: number; refused: number; blank: number; other: number } {
  const rows = (meaning: boolean) =>
    counts.values.reduce((sum, { rows: some, suggestion }) => (suggestion?.value === meaning ? sum + some : sum), 0)
  const [agreed, refused] = [rows(true), rows(false)]
  return { agreed, refused, blank: counts.blank, other: counts.rows - agreed - refused - counts.blank }
}
