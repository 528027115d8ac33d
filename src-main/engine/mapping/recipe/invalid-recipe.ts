import { AppError } from '../../model/errors.ts'
import type { RecipeMistake } from './recipe-mistake.ts'

/** The error that names all mistakes of a recipe with their paths. */
export function invalidRecipe(mistakes: readonly RecipeMistake[]): AppError {
  const list = mistakes.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const count = list.length === 1 ? 'a mistake' : `${list.length} mistakes`
  return new AppError(
    'recipe.invalid',
    `The recipe has ${count}:\n${list.join('\n')}`,
    'Correct the recipe, or make a new one on the mapping screen and save it.',
  )
}
