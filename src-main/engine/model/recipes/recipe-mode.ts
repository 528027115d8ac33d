import type { Recipe, RecipeMode } from './recipe-schema.ts'

/** The mode of a recipe; recipes without one say by `notFound` whether contacts are created. */
export function modeOf({ mode, notFound }: Pick<Recipe, 'mode' | 'notFound'>): RecipeMode {
  return mode ?? (notFound === 'create' ? 'updateAndAdd' : 'update')
}

/** Whether contacts that are not there are created. */
export function createsContacts(recipe: Pick<Recipe, 'mode' | 'notFound'>): boolean {
  return modeOf(recipe) !== 'update'
}
