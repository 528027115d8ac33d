import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { readFlag } from '../../text/boolean-words.ts'
import { wordKey } from '../../text/cell-text.ts'

/** A word of a recipe that gives consent, and that nobody has confirmed to mean that. */
export interface UnconfirmedWord {
  /** The rule's place among the recipe's fields. */
  field: number
  /** The columns in whose cells the word stands. */
  columns: string[]
  /** Null where the recipe gives consent to every row. */
  word: string | null
}

/** The words of a recipe that wait to be confirmed, in its order. */
export function unconfirmedWords(recipe: Recipe): UnconfirmedWord[] {
  return recipe.fields.flatMap(({ to, from, value, values, unconfirmed }, field): UnconfirmedWord[] => {
    if (to !== 'consent' || unconfirmed === undefined) return []
    if (from === undefined) return isGiven(value) ? [{ field, columns: [], word: null }] : []
    const open = unconfirmed === true ? null : new Set(unconfirmed.map(wordKey))
    return Object.entries(values ?? {}).flatMap(([word, meaning]) =>
      isGiven(meaning) && (open === null || open.has(wordKey(word))) ? [{ field, columns: from, word }] : [],
    )
  })
}

/** The recipe with some of these words confirmed, and others that mean nothing from now on: they leave the contact as it is. */
export function confirmWords(recipe: Recipe, confirmed: readonly UnconfirmedWord[], declined: readonly UnconfirmedWord[]): Recipe {
  const isAmong = (list: readonly UnconfirmedWord[], field: number, word: string | null) =>
    list.some((one) => one.field === field && one.word === word)
  const open = unconfirmedWords(recipe)
  const fields = recipe.fields.flatMap((rule, field): Recipe['fields'] => {
    const own = open.filter((one) => one.field === field)
    if (own.length === 0) return [rule]
    const { unconfirmed: _, ...rest } = rule
    const left = own.filter(({ word }) => !isAmong(confirmed, field, word) && !isAmong(declined, field, word))
    if (rule.from === undefined) return isAmong(declined, field, null) ? [] : [left.length === 0 ? rest : rule]
    const values = Object.fromEntries(
      Object.entries(rule.values ?? {}).map(([word, meaning]) => [word, isAmong(declined, field, word) ? null : meaning]),
    )
    return [{ ...rest, values, ...(left.length > 0 && { unconfirmed: left.flatMap(({ word }) => word ?? []) }) }]
  })
  return { ...recipe, fields }
}

/** The recipe with every word that gives consent to be confirmed again: what was agreed to was texts from another account. */
export function unconfirmedAnew(recipe: Recipe): Recipe {
  const fields = recipe.fields.map((rule): Recipe['fields'][number] => {
    const asked = { ...rule, unconfirmed: true as const }
    return unconfirmedWords({ ...recipe, fields: [asked] }).length > 0 ? asked : rule
  })
  return { ...recipe, fields }
}

function isGiven(value: unknown): boolean {
  return value === true || (typeof value === 'string' && readFlag('consent', value) === true)
}
