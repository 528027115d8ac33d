import type { Recipe, Target } from '../../model/recipes/recipe-schema.ts'
import type { SourceColumn } from '../../model/files/source-schema.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import { type ColumnUse, columnUses } from './recipe-columns.ts'

/** Where refusals may stand: without one of these columns nobody can say that a row gives permission. */
const refusing: readonly Target[] = ['consent', 'blocked', 'unreachable']

/** Whether a column that is read for this may tell who refused. */
export function mayRefuse(uses: readonly ColumnUse[]): boolean {
  return refusing.some((target) => uses.includes(target))
}

/** The columns of a file that a recipe does not read and that nobody has left out knowingly. */
export function unheardColumns(recipe: Recipe, columns: readonly SourceColumn[]): SourceColumn[] {
  const named = new Set([...columnUses(recipe).map(({ name }) => name), ...(recipe.leftOut ?? [])].map(nameKey))
  return columns.filter(({ name }) => !named.has(nameKey(name)))
}

/** Whether the recipe was adapted to a file by leaving out a column that told who refused. */
export function lacksRefusals({ lacks }: Pick<Recipe, 'lacks'>): boolean {
  return lacks !== undefined
}
