import { stat, writeFile } from 'node:fs/promises'
import type { EngineClient, ImportKind, Input, Recipe } from '../../../engine/contract.ts'
import { readPatiently } from '../../../engine/files/patient-files.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'

/** As many characters as the engine reads of a recipe, and more than any has. */
const mostBytes = 1_000_000

/** A recipe from a file or, when there is no such file, the one saved under that name or id. Throws `usage` or `recipe.invalid`. */
export async function loadRecipe(client: EngineClient, pathOrName: string): Promise<Recipe> {
  const text = await readRecipeText(pathOrName)
  if (text !== null) return answered(await client.call('recipes.parse', { text }))
  const { recipes } = answered(await client.call('recipes.list', {}))
  const saved = recipes.find(({ name }) => name === pathOrName) ?? recipes.find(({ id }) => id === pathOrName)
  if (saved) return saved.recipe
  const names = recipes.map(({ name }) => `"${name}"`).join(', ')
  throw new AppError(
    'usage',
    `There is no recipe file "${pathOrName}", and no saved recipe of that name.`,
    names === '' ? 'Check the path.' : `Check the path. Saved recipes of this account: ${names}.`,
  )
}

/** A recipe from the file's headers and values, to look at before it is used. */
export async function suggestRecipe(
  client: EngineClient,
  fileId: string,
  kind: ImportKind | undefined,
  dialect: Input<'mapping.suggest'>['dialect'],
): Promise<{ recipe: Recipe; saved: string[] }> {
  const { recipe, saved } = answered(await client.call('mapping.suggest', { fileId, dialect, ...(kind && { kind }) }))
  return { recipe, saved: saved.map(({ name }) => name) }
}

/** Writes a recipe, never over an existing file. `option`: by which the command was told to. */
export async function saveRecipe(path: string, recipe: Recipe, option: '--save-recipe' | '--out'): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(recipe, null, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw isThere
      ? new AppError('usage', `"${path}" exists already.`, `Choose another name for ${option}, or remove the file first.`)
      : new AppError('usage', `The recipe cannot be written to "${path}".`, 'Check that the folder exists and that you may write to it.', {
          cause: error,
        })
  }
}

/** A recipe file's text; null where there is no such file. Throws `usage` for what cannot be a recipe. */
export async function readRecipeText(path: string): Promise<string | null> {
  try {
    const stats = await stat(path)
    if (!stats.isFile() && !stats.isDirectory()) {
      throw new AppError(
        'usage',
        `"${path}" is not a file but a pipe, a device or the like.`,
        'Save the recipe as a file, and name that one.',
      )
    }
    if (stats.size > mostBytes) {
      throw new AppError(
        'usage',
        `"${path}" is too large for a recipe.`,
        'A recipe is a small JSON file, such as --save-recipe writes. Check that it is not the file with the contacts.',
      )
    }
    return await readPatiently(path)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new AppError('usage', `The recipe file "${path}" cannot be read.`, 'Check that it is a file and that you may read it.', {
      cause: error,
    })
  }
}
