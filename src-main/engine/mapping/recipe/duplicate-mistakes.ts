import { nameKey } from '../../text/headers/column-name.ts'
import type { FieldRule, Recipe } from '../../model/recipe-schema.ts'
import type { RecipeMistake } from './recipe-mistakes.ts'

/** What cannot work in a recipe's rules for rows about the same contact. */
export function duplicateMistakes(recipe: Recipe): RecipeMistake[] {
  return [...keyMistakes(recipe), ...mergeMistakes(recipe)]
}

function keyMistakes({ kind, fields, duplicateBy = [] }: Recipe): RecipeMistake[] {
  return duplicateBy.flatMap((by, index): RecipeMistake[] => {
    const mistake = (message: string) => [{ path: `duplicateBy[${index}]`, message }]
    if (kind === 'messages')
      return mistake('belongs to imports of contacts and consent only: several messages to one contact are no duplicates')
    if (by === 'phone') return []
    if (kind === 'consent')
      return mistake(`an import of consent has no "${by}"; rows about one contact are found by what they are matched by`)
    const rule = ruleOf(fields, by)
    if (rule === null) return mistake(`no field of this recipe is "${by}", so its values are not known`)
    return rule.value === undefined ? [] : mistake(`"${by}" is the same in every row, so all rows would be about one contact`)
  })
}

function mergeMistakes({ kind, fields, duplicates, merge }: Recipe): RecipeMistake[] {
  if (kind === 'messages') {
    return duplicates === 'merge'
      ? [{ path: 'duplicates', message: 'messages cannot be merged: several messages to one contact are no duplicates' }]
      : []
  }
  if (merge === undefined) return []
  if (duplicates !== 'merge') return [{ path: 'merge', message: 'goes with "duplicates": "merge"' }]
  if (kind === 'consent') return [{ path: 'merge', message: 'belongs to imports of contacts only: of several consents, a "no" counts' }]
  return Object.entries(merge.perField ?? {}).flatMap(([field, how]): RecipeMistake[] => {
    const mistake = (message: string) => [{ path: `merge.perField[${JSON.stringify(field)}]`, message }]
    if (field === 'tags') return mistake('say it in "tags"')
    if (field === 'blocked' || field === 'unreachable') return mistake(`"${field}" stays true where one row says so`)
    if (ruleOf(fields, field) === null) return mistake(`no field of this recipe is "${field}"`)
    return how === 'join' && field !== 'notes' ? mistake('only notes can be joined') : []
  })
}

function ruleOf(fields: readonly FieldRule[], target: string): FieldRule | null {
  return fields.find(({ to }) => nameKey(to) === nameKey(target)) ?? null
}
