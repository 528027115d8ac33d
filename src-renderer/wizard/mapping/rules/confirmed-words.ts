import type { FieldRule, Recipe, ValueCounts } from '../../../../src-main/engine/contract.ts'

/** A word that gives consent, or a consent for every row (`word` null), and whether a person has confirmed that it means that. */
export interface ConsentWord {
  /** The rule's place among the recipe's fields. */
  field: number
  columns: readonly string[]
  word: string | null
  isConfirmed: boolean
}

/** The words of a recipe that give consent, in its order. `countsOf`: a rule's different values in the file, where they are counted. */
export function consentWords(recipe: Recipe, countsOf: (field: number) => ValueCounts | null): ConsentWord[] {
  return recipe.fields.flatMap((rule, field): ConsentWord[] => {
    if (rule.to !== 'consent' || rule.filled !== undefined) return []
    if (rule.from === undefined)
      return rule.value === true || rule.value === 'true'
        ? [{ field, columns: [], word: null, isConfirmed: rule.unconfirmed === undefined }]
        : []
    const columns = rule.from
    const values = rule.values ?? valuesFrom(countsOf(field))
    return Object.entries(values).flatMap(([word, meaning]) =>
      meaning === true ? [{ field, columns, word, isConfirmed: !isOpen(rule, word) }] : [],
    )
  })
}

/** The recipe with a word confirmed, or not any more. A rule without a map gets one: what is confirmed is what the file holds. */
export function withConfirmed(recipe: Recipe, { field, word }: ConsentWord, isConfirmed: boolean, counts: ValueCounts | null): Recipe {
  const fields = recipe.fields.map((rule, at): FieldRule => {
    if (at !== field) return rule
    const { unconfirmed: _, ...rest } = rule
    if (word === null) return isConfirmed ? rest : { ...rest, unconfirmed: true }
    const values = rule.values ?? valuesFrom(counts)
    const giving = Object.entries(values).flatMap(([each, meaning]) => (meaning === true ? [each] : []))
    const open = giving.filter((each) => (each === word ? !isConfirmed : isOpen(rule, each)))
    return { ...rest, values, ...(open.length > 0 && { unconfirmed: open }) }
  })
  return { ...recipe, fields }
}

/** After an edit of a rule by hand: words that give consent only now wait to be confirmed. */
export function withNewWordsOpen(before: FieldRule, after: FieldRule): FieldRule {
  if (after.to !== 'consent' || after.values === undefined || after.unconfirmed === true) return after
  const known = new Set(Object.entries(before.values ?? {}).flatMap(([word, meaning]) => (meaning === true ? [keyOf(word)] : [])))
  const open = Object.entries(after.values).flatMap(([word, meaning]) =>
    meaning === true && (!known.has(keyOf(word)) || isOpen(before, word)) ? [word] : [],
  )
  const { unconfirmed: _, ...rest } = after
  return open.length === 0 ? rest : { ...rest, unconfirmed: open }
}

function isOpen({ unconfirmed }: FieldRule, word: string): boolean {
  return unconfirmed === true || (unconfirmed?.some((one) => keyOf(one) === keyOf(word)) ?? false)
}

function valuesFrom(counts: ValueCounts | null): Record<string, boolean | null> {
  return Object.fromEntries(
    (counts?.values ?? []).flatMap(({ text, suggestion }) => (suggestion === null ? [] : [[text, suggestion.value]])),
  )
}

function keyOf(word: string): string {
  return word.trim().toLowerCase()
}
