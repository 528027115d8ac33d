import type { Recipe, Target } from '../../../../src-main/engine/contract.ts'
import { kindWords } from '../../../words/kind-words.ts'

type DuplicateBy = NonNullable<Recipe['duplicateBy']>[number]
type MergeRule = NonNullable<Recipe['merge']>

/** What a merge does unless the recipe says otherwise. */
export const plainMerge: MergeRule = { values: 'last', tags: 'join' }

/** Fields by which rows of this recipe can be found to be about one contact, beside the contact itself. */
export function shareableFields({ kind, fields }: Recipe): Exclude<DuplicateBy, 'phone'>[] {
  if (!kindWords[kind].writesRecord) return []
  const fromFile = fields.filter(({ value }) => value === undefined).map(({ to }) => to)
  return fromFile.filter((to): to is Exclude<DuplicateBy, 'phone'> => to === 'email' || to.startsWith('custom:'))
}

/** The recipe without rules for rows about one contact that belong to fields which it has no more, or to another kind. */
export function fittingDuplicates(recipe: Recipe): Recipe {
  const { duplicateBy, merge, ...rest } = recipe
  const { hasDuplicates, writesRecord } = kindWords[recipe.kind]
  const duplicates = !hasDuplicates && recipe.duplicates === 'merge' ? 'last' : recipe.duplicates
  const possible: readonly DuplicateBy[] = !hasDuplicates ? [] : ['phone', ...shareableFields(recipe)]
  const by = duplicateBy?.filter((one) => possible.includes(one)) ?? []
  const targets: readonly Target[] = recipe.fields.map(({ to }) => to)
  const perField = Object.entries(merge?.perField ?? {}).filter(([field]) => (targets as readonly string[]).includes(field))
  const fitting: MergeRule | null =
    merge === undefined
      ? null
      : { values: merge.values, tags: merge.tags, ...(perField.length > 0 && { perField: Object.fromEntries(perField) }) }
  return {
    ...rest,
    duplicates,
    ...(by.length > 0 && { duplicateBy: by }),
    ...(fitting && duplicates === 'merge' && writesRecord && { merge: fitting }),
  }
}

/** Rows with the same value of this field are about one contact, or are not. */
export function shareBy(recipe: Recipe, field: DuplicateBy, isShared: boolean): Recipe {
  const others = (recipe.duplicateBy ?? ['phone']).filter((one) => one !== field)
  return fittingDuplicates({ ...recipe, duplicateBy: isShared ? [...others, field] : others })
}

export function changeMerge(recipe: Recipe, change: Partial<MergeRule>): Recipe {
  return fittingDuplicates({ ...recipe, merge: { ...plainMerge, ...recipe.merge, ...change } })
}

/** How notes are merged: like other values, or all below each other. */
export function joinNotes(recipe: Recipe, isJoined: boolean): Recipe {
  const { notes: _, ...others } = recipe.merge?.perField ?? {}
  return changeMerge(recipe, { perField: isJoined ? { ...others, notes: 'join' } : others })
}
