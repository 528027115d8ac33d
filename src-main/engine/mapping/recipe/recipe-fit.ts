import { importDescriptors } from '../../kinds/all-kinds.ts'
import { AppError } from '../../model/errors.ts'
import type { CustomFieldDefinition, Department } from '../../model/contacts/customer.ts'
import { findByName, nameKey, nearNames } from '../../text/headers/name-key.ts'
import { roleOfHeader } from '../../text/headers/header-role.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { columnUses, withColumns } from './recipe-columns.ts'
import { mayRefuse } from './refusing-columns.ts'
import type { MissingThing, RecipeFit, Replacement } from './recipe-fit-schema.ts'

interface AccountThings {
  customFields: readonly CustomFieldDefinition[]
  departments: readonly Department[]
}

/** Compares a recipe with a file's columns. `madeFor`: the columns of the file that it was made for; null when not known. Pure. */
export function recipeFit(
  recipe: Recipe,
  madeFor: readonly string[] | null,
  columns: readonly { name: string }[],
  account: AccountThings,
): RecipeFit {
  const names = columns.map(({ name }) => name)
  const missing = [
    ...missingColumns(recipe, madeFor, names),
    ...missingFields(recipe, account.customFields),
    ...missingDepartment(recipe, account.departments),
  ]
  const isIn = (list: readonly string[]) => {
    const keys = new Set(list.map(nameKey))
    return (name: string) => keys.has(nameKey(name))
  }
  const before = madeFor ?? names
  const kept = before.filter(isIn(names)).map(nameKey)
  const added = names.filter((name) => !isIn(before)(name))
  const removed = before.filter((name) => !isIn(names)(name))
  const isSame = madeFor !== null && added.length === 0 && removed.length === 0
  return {
    kind: missing.length > 0 ? 'misfit' : isSame ? 'same' : 'fits',
    missing,
    added,
    removed,
    isMoved: names.filter(isIn(before)).some((name, at) => nameKey(name) !== kept[at]),
  }
}

/**
 * The recipe with other columns, fields or a department instead of missing ones. Where a column is left out that told who refused,
 * the recipe says so (`lacks`), and nobody is given consent by it. Throws `recipe.misfit` where it cannot do without one that is to
 * be left out.
 */
export function replaceInRecipe(recipe: Recipe, replacements: readonly Replacement[]): Recipe {
  const of = (what: Replacement['what']) => new Map(replacements.filter((one) => one.what === what).map(({ name, by }) => [name, by]))
  const adapted = withColumns(recipe, of('column'))
  if (adapted === null) {
    throw new AppError(
      'recipe.misfit',
      'The recipe cannot do without the column that finds the contacts, nor without the one that chooses the rows.',
      'Choose a column of this file for it.',
    )
  }
  const newFields = of('field')
  const fields = adapted.fields.flatMap((rule) => {
    const by = rule.to.startsWith('custom:') ? newFields.get(rule.to.slice('custom:'.length)) : undefined
    if (by === undefined) return [rule]
    return by === null ? [] : [{ ...rule, to: `custom:${by}` as const }]
  })
  const { group, lacks: _, ...rest } = adapted
  const newGroup = group === undefined ? undefined : of('department').get(group)
  const department = newGroup === undefined ? group : (newGroup ?? undefined)
  const lacks = stillLacking(recipe, of('column'), fields)
  return { ...rest, fields, ...(lacks.length > 0 && { lacks }), ...(department !== undefined && { group: department }) }
}

/** The columns that told who refused and are left out, of a recipe that can still give consent. */
function stillLacking(recipe: Recipe, newNames: ReadonlyMap<string, string | null>, fields: Recipe['fields']): string[] {
  if (!fields.some(({ to }) => to === 'consent')) return []
  const leftOut = columnUses(recipe).filter(({ name, uses }) => newNames.get(name) === null && mayRefuse(uses))
  return [...new Set([...(recipe.lacks ?? []), ...leftOut.map(({ name }) => name)])]
}

function missingColumns(recipe: Recipe, madeFor: readonly string[] | null, names: readonly string[]): MissingThing[] {
  const uses = columnUses(recipe)
  const used = new Set(uses.flatMap(({ name }) => findByName(names, (one) => one, name).found ?? []))
  const free = names.filter((name) => !used.has(name))
  return uses.flatMap(({ name, uses: own }): MissingThing[] => {
    const { found, ambiguous } = findByName(names, (one) => one, name)
    if (found !== null) return []
    const near = ambiguous ? names.filter((one) => nameKey(one) === nameKey(name)) : likeColumns(name, recipe, madeFor, names, free)
    return [{ what: 'column', name, uses: own, near, canBeLeftOut: withColumns(recipe, new Map([[name, null]])) !== null }]
  })
}

/** Free columns that may have taken the place of one: by their names, by what their headers mean, by where they stand. */
function likeColumns(
  name: string,
  recipe: Recipe,
  madeFor: readonly string[] | null,
  names: readonly string[],
  free: readonly string[],
): string[] {
  const { roles } = importDescriptors[recipe.kind]
  const role = roleOfHeader(name, roles)?.role
  const sameRole = role === undefined ? [] : free.filter((one) => roleOfHeader(one, roles)?.role === role)
  const place = madeFor?.findIndex((one) => nameKey(one) === nameKey(name)) ?? -1
  const there = names[place]
  const isNewThere = there !== undefined && free.includes(there) && !(madeFor ?? []).some((one) => nameKey(one) === nameKey(there))
  return [...new Set([...nearNames(name, free), ...sameRole, ...(isNewThere ? [there] : [])])].slice(0, 5)
}

function missingFields(recipe: Recipe, fields: readonly CustomFieldDefinition[]): MissingThing[] {
  return recipe.fields.flatMap(({ to }): MissingThing[] => {
    if (!to.startsWith('custom:')) return []
    const name = to.slice('custom:'.length)
    if (fields.some(({ uuid }) => uuid === name)) return []
    const { found, ambiguous } = findByName(fields, (field) => field.name, name)
    if (found !== null) return []
    const near = ambiguous
      ? fields.filter((field) => nameKey(field.name) === nameKey(name)).map(({ uuid }) => uuid)
      : nearNames(
          name,
          fields.map((field) => field.name),
        )
    return [{ what: 'field', name, uses: [to], near, canBeLeftOut: true }]
  })
}

function missingDepartment({ group }: Recipe, departments: readonly Department[]): MissingThing[] {
  // The specification has no list of departments; an account that knows none accepts the recipe's.
  if (group === undefined || departments.length === 0 || departments.some(({ uuid }) => uuid === group)) return []
  if (findByName(departments, ({ name }) => name, group).found !== null) return []
  return [
    {
      what: 'department',
      name: group,
      uses: [],
      near: nearNames(
        group,
        departments.map(({ name }) => name),
      ),
      canBeLeftOut: true,
    },
  ]
}
