import type { Recipe, RecipeFit, Replacement } from '../../../../src-main/engine/contract.ts'
import { call } from '../../../engine.ts'
import { type Failure, failureOf } from '../../../app/failure.ts'

/** A recipe that cannot be used for the file as it is. */
export interface RecipeMismatch {
  recipe: Recipe
  fit: RecipeFit
  /** The names of the file's columns. */
  columns: string[]
}

/** Where recipes are taken out for a file: one that fits is used at once, one that does not waits to be adapted. */
export function createRecipeDesk(fileId: () => string, onuse: (recipe: Recipe) => void) {
  let mismatch = $state.raw<RecipeMismatch | null>(null)
  let failure = $state.raw<Failure | null>(null)

  async function trying(work: () => Promise<void>): Promise<void> {
    failure = null
    try {
      await work()
    } catch (error) {
      failure = failureOf(error)
    }
  }

  return {
    get mismatch() {
      return mismatch
    },
    get failure() {
      return failure
    },
    /** `recipeId`: of a saved recipe. */
    take: (recipe: Recipe, recipeId?: string) =>
      trying(async () => {
        const { fit, columns } = await call('recipes.fit', { recipe, fileId: fileId(), recipeId })
        if (fit.kind === 'misfit') mismatch = { recipe, fit, columns }
        else onuse(recipe)
      }),
    takeFile: (file: File) =>
      trying(async () => {
        const recipe = await call('recipes.parse', { text: await file.text() })
        const { fit, columns } = await call('recipes.fit', { recipe, fileId: fileId() })
        if (fit.kind === 'misfit') mismatch = { recipe, fit, columns }
        else onuse(recipe)
      }),
    adapt: (replacements: Replacement[]) =>
      trying(async () => {
        if (mismatch === null) return
        const adapted = await call('recipes.adapt', { recipe: mismatch.recipe, replacements })
        mismatch = null
        onuse(adapted)
      }),
    close(): void {
      mismatch = null
      failure = null
    },
  }
}
export type RecipeDesk = ReturnType<typeof createRecipeDesk>
