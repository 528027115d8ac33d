import type { Recipe } from '../../../../src-main/engine/contract.ts'

/**
 * The recipe with the office's words as whispers, as they are found in the file; null where it has decided about them, or is told by another
 * column who wrote a message.
 */
export function withOffice(recipe: Recipe, suggested: Pick<Recipe, 'only' | 'whispers'>): Recipe | null {
  const { only, whispers } = recipe
  const found = suggested.whispers
  if (whispers !== undefined || only === undefined || found === undefined || suggested.only?.column !== only.column) return null
  const own = new Set(only.is.map(key))
  const is = found.column === only.column ? found.is.filter((word) => !own.has(key(word))) : found.is
  return is.length === 0 ? null : { ...recipe, whispers: { ...found, is } }
}

function key(word: string): string {
  return word.trim().toLowerCase()
}
