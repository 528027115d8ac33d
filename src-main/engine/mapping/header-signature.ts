import { createHash } from 'node:crypto'
import { findByName, nameKey } from './column-name.ts'
import type { Recipe } from './recipe.ts'
import { columnsOfTemplate } from './template.ts'

/**
 * Identifies a header whatever the order of its columns and the case and spacing of their names, so that a recipe is
 * offered again for the next file of the same kind. Hexadecimal SHA-256.
 */
export function headerSignature(columns: readonly { name: string }[]): string {
  const names = columns.map((column) => nameKey(column.name)).sort()
  return createHash('sha256').update(JSON.stringify(names)).digest('hex')
}

/** Whether a file has every column that the recipe names, and which it lacks, each once, in the recipe's order. */
export function fitsHeader(recipe: Recipe, columns: readonly { name: string }[]): { fits: boolean; missing: string[] } {
  const missing = new Set<string>()
  for (const name of columnsOfRecipe(recipe)) {
    if (findByName(columns, (column) => column.name, name).found === null) missing.add(name)
  }
  return { fits: missing.size === 0, missing: [...missing] }
}

/** Every column that the recipe reads, as it names them. */
export function columnsOfRecipe(recipe: Recipe): string[] {
  const filter = recipe.only === undefined ? [] : [recipe.only.column]
  return [recipe.match.column, ...(recipe.match.otherColumns ?? []), ...filter, ...recipe.fields.flatMap((rule) => rule.from ?? columnsOfTemplate(rule))]
}
