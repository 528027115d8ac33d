import type { Recipe } from '../../../src-main/engine/contract.ts'
import { release } from './recipe-edit.ts'

/** The phone columns in their order: where one is blank, the next is taken. Behind an identifier, they are for rows without it. */
export function phonesOf({ match }: Recipe): string[] {
  return match.by === 'phone' ? [match.column, ...(match.otherColumns ?? [])] : [...(match.phoneColumns ?? [])]
}

/** The recipe with these phone columns. Where phone numbers alone find the contacts, the last of them stays. */
export function withPhones(recipe: Recipe, phones: readonly string[]): Recipe {
  const { match } = recipe
  if (match.by === 'uuid') {
    const { phoneColumns: _, ...rest } = match
    return withPossibleMode({ ...recipe, match: { ...rest, ...(phones.length > 0 && { phoneColumns: [...phones] }) } })
  }
  const [column, ...others] = phones
  if (column === undefined) return recipe
  const { otherColumns: _, ...rest } = match
  return { ...recipe, match: { ...rest, column, ...(others.length > 0 && { otherColumns: others }) } }
}

/** Moves a phone column one place to the front. */
export function preferPhone(recipe: Recipe, column: string): Recipe {
  const phones = phonesOf(recipe)
  const at = phones.indexOf(column)
  return at <= 0 ? recipe : withPhones(recipe, phones.toSpliced(at - 1, 2, column, phones[at - 1] ?? column))
}

/** Adds a phone column that is used where those before it are blank, and nowhere else. */
export function addPhone(recipe: Recipe, column: string): Recipe {
  if (recipe.match.column === column) return recipe
  const free = release(recipe, column)
  return withPhones(free, [...phonesOf(free), column])
}

/**
 * Finds the contacts by a column. Phone columns that are there already stay: behind an identifier for rows without one, behind a phone
 * column for rows where it is blank. What found the contacts in the same way before is given up.
 */
export function assignMatch(recipe: Recipe, by: 'phone' | 'uuid', column: string): Recipe {
  const free = release(recipe, column)
  const { match } = free
  const isSame = by === match.by
  const others = phonesOf(free).filter((name) => name !== column && (!isSame || name !== match.column))
  const { country, steps } = match
  const shared = { column, ...(country !== undefined && { country }), ...(steps !== undefined && isSame && { steps }) }
  if (by === 'phone') return { ...free, match: { by, ...shared, ...(others.length > 0 && { otherColumns: others }) } }
  const further = isSame ? match.otherColumns?.filter((name) => name !== column) : undefined
  return withPossibleMode({
    ...free,
    match: {
      by,
      ...shared,
      ...(further !== undefined && further.length > 0 && { otherColumns: further }),
      ...(others.length > 0 && { phoneColumns: others }),
    },
  })
}

/** Takes a column out of everything. The one that finds the contacts makes room for the next phone column; without another it stays. */
export function dropColumn(recipe: Recipe, column: string): Recipe {
  const free = release(recipe, column)
  if (recipe.only?.column === column) delete free.only
  if (recipe.whispers?.column === column || recipe.whispers?.phone === column) delete free.whispers
  if (free.match.column !== column) return free
  const [next] = phonesOf(free).filter((name) => name !== column)
  return next === undefined ? free : assignMatch(free, 'phone', next)
}

/** Whether rows can bring people who are not in the account: only a phone number makes a contact. */
export function canAdd({ match }: Recipe): boolean {
  return match.by === 'phone' || match.phoneColumns !== undefined
}

function withPossibleMode(recipe: Recipe): Recipe {
  if (canAdd(recipe)) return recipe
  return { ...recipe, ...(recipe.mode !== undefined && { mode: 'update' as const }), notFound: 'skip' }
}
