import { importDescriptors } from '../../kinds/all-kinds.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import { importsThat } from './imports-that.ts'
import type { RecipeMistake } from './recipe-mistake.ts'

/** What cannot work in a recipe's rules for rows about the same contact. */
export function duplicateMistakes(recipe: Recipe): RecipeMistake[] {
  return [...keyMistakes(recipe), ...mergeMistakes(recipe)]
}

function keyMistakes({ kind, fields, duplicateBy = [] }: Recipe): RecipeMistake[] {
  const { duplicates, writesRecord } = importDescriptors[kind]
  return duplicateBy.flatMap((by, index): RecipeMistake[] => {
    const mistake = (message: string) => [{ path: `duplicateBy[${index}]`, message }]
    if (duplicates.counts === 'every')
      return mistake(`belongs to ${importsThat((one) => one.duplicates.counts === 'one')} only: ${duplicates.why}`)
    if (duplicates.isByKeyAlone === true) return mistake(`does not go with ${kind}: ${duplicates.whyNotMerged ?? ''}`)
    if (by === 'phone') return []
    if (!writesRecord) return mistake(`an import of ${kind} has no "${by}"; rows about one contact are found by what they are matched by`)
    const rule = ruleOf(fields, by)
    if (rule === null) return mistake(`no field of this recipe is "${by}", so its values are not known`)
    return rule.value === undefined ? [] : mistake(`"${by}" is the same in every row, so all rows would be about one contact`)
  })
}

function mergeMistakes({ kind, fields, duplicates, merge }: Recipe): RecipeMistake[] {
  const rules = importDescriptors[kind].duplicates
  if (rules.counts === 'every') {
    return duplicates === 'merge' ? [{ path: 'duplicates', message: `${kind} cannot be merged: ${rules.why}` }] : []
  }
  if (rules.isByKeyAlone === true && duplicates === 'merge')
    return [{ path: 'duplicates', message: `${kind} cannot be merged: ${rules.whyNotMerged ?? ''}` }]
  if (merge === undefined) return []
  if (duplicates !== 'merge') return [{ path: 'merge', message: 'goes with "duplicates": "merge"' }]
  if (rules.whyNotMerged !== null)
    return [
      {
        path: 'merge',
        message: `belongs to ${importsThat((one) => one.duplicates.counts === 'one' && one.duplicates.whyNotMerged === null)} only: ${rules.whyNotMerged}`,
      },
    ]
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
