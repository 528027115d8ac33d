import { randomUUID } from 'node:crypto'
import type { SavedRecipe } from '../contract.ts'
import type { HandlersOf } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { AppError } from '../errors.ts'
import { headerSignature } from '../mapping/header-signature.ts'
import { parseRecipe } from '../mapping/parse-recipe.ts'
import { inspectFile } from '../source/inspect-file.ts'
import type { StoredRecipe } from '../store/recipes.ts'
import { storedFile } from './file-procedures.ts'

export function recipeProcedures(context: EngineContext): HandlersOf<'recipes'> {
  return {
    'recipes.list': () => ({ recipes: context.current().tables.recipes.all().map(toSavedRecipe) }),

    async 'recipes.save'({ recipe, fileId, replace }) {
      const account = context.current()
      const before = account.tables.recipes.findByName(recipe.name)
      if (before && !replace) {
        throw new AppError('usage', `There is already a recipe named "${recipe.name}".`, 'Choose another name, or replace the old one.')
      }
      const columns = fileId === undefined ? null : (await inspectFile(storedFile(account, fileId).storedPath, recipe.source)).columns
      const stored: StoredRecipe = {
        id: before?.id ?? randomUUID(),
        name: recipe.name,
        kind: recipe.kind,
        headerSignature: columns ? headerSignature(columns) : (before?.headerSignature ?? ''),
        recipe,
        savedAtMs: context.clock.nowMs(),
        usedAtMs: before?.usedAtMs ?? null,
      }
      account.tables.recipes.save(stored)
      return toSavedRecipe(stored)
    },

    'recipes.remove'({ recipeId }) {
      context.current().tables.recipes.remove(recipeId)
      return {}
    },

    'recipes.parse': ({ text }) => parseRecipe(text),
  }
}

export function toSavedRecipe({ id, name, kind, recipe, savedAtMs, usedAtMs }: StoredRecipe): SavedRecipe {
  return {
    id,
    name,
    kind,
    recipe,
    savedAtSeconds: Math.floor(savedAtMs / 1000),
    usedAtSeconds: usedAtMs === null ? null : Math.floor(usedAtMs / 1000),
  }
}
