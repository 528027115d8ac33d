import type { FieldRule, Recipe, Target } from '../../../src-main/engine/contract.ts'

/** Where a column can be sent in the table: a field, or to the finding of the contact. */
export type ColumnUse =
  | { to: 'match'; place: 'first' | 'further' }
  | { to: 'field'; target: Target; order: number; of: number }
  /** Its value says whether a row is imported. */
  | { to: 'filter' }
  /** A text that is put together names it. */
  | { to: 'text'; target: Target }
  | { to: 'nothing' }

/** What a recipe does with a column. A column that does several things is shown with the first. */
export function useOf(recipe: Recipe, column: string): ColumnUse {
  const rule = ruleOf(recipe, column)
  if (rule?.from) return { to: 'field', target: rule.to, order: rule.from.indexOf(column) + 1, of: rule.from.length }
  if (recipe.match.column === column) return { to: 'match', place: 'first' }
  if (recipe.match.otherColumns?.includes(column) || recipe.match.phoneColumns?.includes(column)) return { to: 'match', place: 'further' }
  if (recipe.whispers?.phone === column) return { to: 'match', place: 'further' }
  if (recipe.only?.column === column || recipe.whispers?.column === column) return { to: 'filter' }
  const text = recipe.fields.find(({ template }) => template?.includes(`{{${column}}}`))
  return text === undefined ? { to: 'nothing' } : { to: 'text', target: text.to }
}

export function ruleOf(recipe: Recipe, column: string): FieldRule | null {
  return recipe.fields.find((rule) => rule.from?.includes(column)) ?? null
}

/** Sends a column to a field and nowhere else; beside other columns that go there already, or instead of a constant. */
export function assignField(recipe: Recipe, column: string, target: Target): Recipe {
  const free = release(recipe, column)
  // Columns about consent are heard one by one, and what they say is to be confirmed.
  if (target === 'consent') return { ...free, fields: [...free.fields, { to: target, from: [column], unconfirmed: true }] }
  const existing = free.fields.find((rule) => rule.to === target)
  if (existing?.from) return replaceRule(free, existing, { ...existing, from: [...existing.from, column] })
  const rule: FieldRule = target === 'tags' ? { to: target, from: [column], tags: 'add' } : { to: target, from: [column] }
  return { ...free, fields: [...free.fields.filter((each) => each !== existing), rule] }
}

/** Takes a column out of every field and of the further phone columns. The column that finds the contacts stays. */
export function release(recipe: Recipe, column: string): Recipe {
  const fields = recipe.fields.flatMap((rule) => {
    if (!rule.from?.includes(column)) return [rule]
    const from = rule.from.filter((each) => each !== column)
    return from.length === 0 ? [] : [withoutUnusedTake({ ...rule, from })]
  })
  const leftOut = recipe.leftOut?.filter((each) => each !== column) ?? []
  const others = recipe.match.otherColumns?.filter((each) => each !== column) ?? []
  const phones = recipe.match.phoneColumns?.filter((each) => each !== column) ?? []
  return {
    ...recipe,
    fields,
    ...(recipe.leftOut && { leftOut: leftOut.length === 0 ? undefined : leftOut }),
    match: {
      ...recipe.match,
      otherColumns: others.length === 0 ? undefined : others,
      ...(recipe.match.phoneColumns && { phoneColumns: phones.length === 0 ? undefined : phones }),
    },
  }
}

/** The same of a column that may tell who refused texts: a person has said that it refuses nobody. */
export function leaveOutKnowingly(recipe: Recipe, columns: readonly string[]): Recipe {
  const free = columns.reduce(release, recipe)
  return columns.length === 0 ? free : { ...free, leftOut: [...(free.leftOut ?? []), ...columns] }
}

/** Which contacts the rows may be about; recipes of earlier versions say it by `notFound`. */
export function modeOf({ mode, notFound }: Pick<Recipe, 'mode' | 'notFound'>): NonNullable<Recipe['mode']> {
  return mode ?? (notFound === 'create' ? 'updateAndAdd' : 'update')
}

export function withMode(recipe: Recipe, mode: NonNullable<Recipe['mode']>): Recipe {
  return { ...recipe, mode, notFound: 'skip' }
}

/** Whether a field can be empty, so that a rule may fill it only then. */
export function canFill(rule: FieldRule): boolean {
  return rule.to === 'tags' ? rule.tags !== 'remove' : canClear(rule)
}

/** Sends a column to a field in place of all that goes there now. */
export function useInstead(recipe: Recipe, column: string, target: Target): Recipe {
  const others = recipe.fields.find((rule) => rule.to === target)?.from?.filter((each) => each !== column) ?? []
  return assignField(others.reduce(release, recipe), column, target)
}

/** Whether a rule takes only the first of its columns that is not blank, instead of joining them. */
export function withTake(rule: FieldRule, isFirst: boolean): FieldRule {
  const { take: _, join, ...rest } = rule
  return isFirst ? { ...rest, take: 'first' } : join === undefined ? rest : { ...rest, join }
}

export function changeRule(recipe: Recipe, target: Target, change: (rule: FieldRule) => FieldRule): Recipe {
  const rule = recipe.fields.find((each) => each.to === target)
  return rule ? replaceRule(recipe, rule, change(rule)) : recipe
}

/** Changes the rule that a column belongs to: there may be others for the same field. */
export function changeRuleOf(recipe: Recipe, column: string, change: (rule: FieldRule) => FieldRule): Recipe {
  const rule = ruleOf(recipe, column)
  return rule ? replaceRule(recipe, rule, change(rule)) : recipe
}

/** Reads the dates of a column with the day or the month in front. */
export function withDayOrder(recipe: Recipe, column: string, order: 'dayFirst' | 'monthFirst'): Recipe {
  return changeRuleOf(recipe, column, ({ steps = [], ...rule }) => ({ ...rule, steps: [...steps, { do: 'date', from: order }] }))
}

/** Moves a column one place to the front among those that are joined. */
export function moveForward(recipe: Recipe, target: Target, column: string): Recipe {
  return changeRule(recipe, target, (rule) => {
    const from = [...(rule.from ?? [])]
    const at = from.indexOf(column)
    if (at > 0) from.splice(at - 1, 2, column, from[at - 1] ?? column)
    return { ...rule, from }
  })
}

export function setConstant(recipe: Recipe, target: Target, value: FieldRule['value']): Recipe {
  const existing = recipe.fields.find((rule) => rule.to === target)
  const rule: FieldRule = {
    to: target,
    value,
    ...(target === 'tags' ? { tags: existing?.tags ?? 'add' } : {}),
    ...(target === 'consent' && value === true ? { unconfirmed: true as const } : {}),
  }
  return existing ? replaceRule(recipe, existing, rule) : { ...recipe, fields: [...recipe.fields, rule] }
}

export function removeField(recipe: Recipe, target: Target): Recipe {
  return { ...recipe, fields: recipe.fields.filter((rule) => rule.to !== target) }
}

export const flagTargets: readonly string[] = ['archived', 'blocked', 'unreachable', 'consent']

/** Whether a blank cell can mean "empty the field". */
export function canClear(rule: FieldRule): boolean {
  if (rule.to === 'tags') return rule.tags === 'replace'
  return rule.to === 'name' || rule.to === 'email' || rule.to === 'notes' || rule.to.startsWith('custom:')
}

function replaceRule(recipe: Recipe, from: FieldRule, to: FieldRule): Recipe {
  return { ...recipe, fields: recipe.fields.map((rule) => (rule === from ? to : rule)) }
}

function withoutUnusedTake(rule: FieldRule): FieldRule {
  const { join: _, take: __, ...rest } = rule
  return rule.from && rule.from.length > 1 ? rule : rest
}
