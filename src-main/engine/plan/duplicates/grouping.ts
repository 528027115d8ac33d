import { importDescriptors } from '../../kinds/all-kinds.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import type { CompiledMapping, MappedRow } from '../../model/plans/mapped-row.ts'
import { mergeRuleSchema, type DuplicateStrategy, type FieldMerge, type MergeRule, type Recipe } from '../../model/recipes/recipe-schema.ts'

/** What rows may have in common beside their contact: a field, as `FieldChange.field` names it. */
export type SharedField = 'email' | `custom:${string}`

/** How rows that share more than their contact, or that are merged, are found and resolved. */
export interface Grouping {
  strategy: DuplicateStrategy
  sharedFields: SharedField[]
  merge: FieldMerges
}

/** How each field is merged; named as in `FieldChange.field`. */
export type FieldMerges = Omit<MergeRule, 'perField'> & { perField: ReadonlyMap<string, FieldMerge> }

/** Null where it is enough to count the rows of each contact: nothing is merged, and only the contact itself tells. */
export function groupingOf(recipe: Recipe, mapping: Pick<CompiledMapping, 'customFieldUuid'>): Grouping | null {
  const fieldOf = (target: string): string => {
    if (!target.startsWith('custom:')) return nameKey(target)
    return `custom:${mapping.customFieldUuid?.(target) ?? target.slice('custom:'.length)}`
  }
  const kind = importDescriptors[recipe.kind]
  const sharedFields = kind.writesRecord
    ? (recipe.duplicateBy ?? []).filter((by) => by !== 'phone').map((by) => fieldOf(by) as SharedField)
    : []
  if (kind.duplicates.counts === 'every' || (recipe.duplicates !== 'merge' && sharedFields.length === 0)) return null
  const { perField = {}, ...merge } = recipe.merge ?? mergeRuleSchema.parse({})
  return {
    strategy: recipe.duplicates,
    sharedFields: [...new Set(sharedFields)],
    merge: { ...merge, perField: new Map(Object.entries(perField).map(([field, how]) => [fieldOf(field), how])) },
  }
}

/** A row's value of such a field as it is compared; null where it has none, or stands apart by hand. E-mail addresses are the same whatever their case. */
export function sharedValue({ contact, isApart }: Pick<MappedRow, 'contact' | 'isApart'>, field: SharedField): string | null {
  if (contact === undefined || isApart === true) return null
  const text = field === 'email' ? contact.email?.toLowerCase() : contact.customFields?.[field.slice('custom:'.length)]
  const compared = text?.normalize('NFC').trim() ?? ''
  return compared === '' ? null : compared
}
