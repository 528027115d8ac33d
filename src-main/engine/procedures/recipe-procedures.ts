import { randomUUID } from 'node:crypto'
import type { ListedRecipe, SavedRecipe } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import type { OpenAccount } from '../account/open-account.ts'
import type { Recipe } from '../model/recipes/recipe-schema.ts'
import { isNameSuggested } from '../model/recipes/suggested-names.ts'
import { AppError } from '../model/errors.ts'
import { headerSignature } from '../mapping/suggest/header-signature.ts'
import { parseRecipe } from '../mapping/recipe/parse-recipe.ts'
import { recipeFit, replaceInRecipe } from '../mapping/recipe/recipe-fit.ts'
import { unconfirmedAnew } from '../mapping/recipe/unconfirmed-words.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import type { StoredRecipe } from '../store/files/recipes.ts'
import { accountFields } from './account-fields.ts'
import { storedFile } from './file-procedures.ts'

export function recipeProcedures(context: EngineContext): HandlersOf<'recipes'> {
  return {
    'recipes.list': () => ({
      recipes: context
        .current()
        .tables.recipes.all()
        .map((stored) => toListedRecipe(context.current(), stored)),
    }),

    async 'recipes.save'({ recipe, fileId, replace }) {
      const account = context.current()
      const before = account.tables.recipes.findByName(recipe.name)
      if (before && !replace) throw nameTaken(recipe.name)
      const id = before?.id ?? idToKeep(account, recipe) ?? randomUUID()
      const columns = fileId === undefined ? null : (await inspectFile(storedFile(account, fileId).storedPath, recipe.source)).columns
      const stored: StoredRecipe = {
        id,
        name: recipe.name,
        kind: recipe.kind,
        headerSignature: columns ? headerSignature(columns) : (before?.headerSignature ?? ''),
        columns: columns ? columns.map((column) => column.name) : (before?.columns ?? null),
        recipe: { ...recipe, id },
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

    async 'recipes.fit'({ recipe, fileId, recipeId }) {
      const account = context.current()
      const { columns } = await inspectFile(storedFile(account, fileId).storedPath, recipe.source)
      const madeFor = recipeId === undefined ? null : (account.tables.recipes.find(recipeId)?.columns ?? null)
      return {
        fit: recipeFit(recipe, madeFor, columns, await accountFields(account, context.clock)),
        columns: columns.map(({ name }) => name),
      }
    },

    'recipes.adapt': ({ recipe, replacements }) => replaceInRecipe(recipe, replacements),

    'recipes.rename'({ recipeId, name }) {
      const { recipes } = context.current().tables
      const stored = recipes.find(recipeId)
      if (stored === null) throw new AppError('usage', 'This recipe is no longer there.', 'Choose another one.')
      if ((recipes.findByName(name)?.id ?? recipeId) !== recipeId) throw nameTaken(name)
      const renamed = { ...stored, name, recipe: { ...stored.recipe, name } }
      recipes.save(renamed)
      return toSavedRecipe(renamed)
    },

    async 'recipes.copy'({ recipeId, accountId, replace }) {
      const { clock } = context
      const here = context.current()
      const stored = here.tables.recipes.find(recipeId)
      if (stored === null) throw new AppError('usage', 'This recipe is no longer there.', 'Choose another one.')
      if (accountId === here.id) throw new AppError('usage', 'The recipe is in this account already.', 'Choose another account.')
      const there = context.openBeside(accountId)
      if (there.readOnlyFor !== null) throw there.readOnlyFor
      const before = there.tables.recipes.findByName(stored.name)
      if (before && !replace) throw nameTaken(stored.name)
      const { id: _own, ...recipe } = unconfirmedAnew(withNames(stored.recipe, here))
      const id = before?.id ?? randomUUID()
      const copy: StoredRecipe = { ...stored, id, recipe: { ...recipe, id }, savedAtMs: clock.nowMs(), usedAtMs: null }
      const fields = await accountFields(there, clock).catch(() => null)
      there.tables.recipes.save(copy)
      const columns = (stored.columns ?? []).map((name) => ({ name }))
      const missing = fields === null ? [] : recipeFit(copy.recipe, stored.columns, columns, fields).missing
      return { recipe: toSavedRecipe(copy), missing: missing.filter(({ what }) => what !== 'column'), checked: fields !== null }
    },

    'recipes.parse': ({ text }) => parseRecipe(text),
  }
}

/** The recipe with the names of custom fields and of its department instead of their uuids, which are this account's alone. */
function withNames(recipe: Recipe, { tables }: OpenAccount): Recipe {
  const names = new Map(tables.customFields.all().map(({ uuid, name }) => [`custom:${uuid}`, `custom:${name}`]))
  const named = JSON.parse(JSON.stringify(recipe), (_key, value: unknown) =>
    typeof value === 'string' ? (names.get(value) ?? value) : value,
  ) as Recipe
  const department = tables.departments.all().find(({ uuid }) => uuid === recipe.group)
  return department === undefined ? named : { ...named, group: department.name }
}

/** The id with which a recipe came from a file; null for one that has none, or is saved here by another name: this is a copy of that. */
function idToKeep({ tables }: OpenAccount, { id }: Recipe): string | null {
  return id === undefined || tables.recipes.find(id) !== null ? null : id
}

/** A recipe without an id of its own is the saved one of its name, where that is for the same lists. */
export function identified({ tables }: OpenAccount, recipe: Recipe): Recipe {
  const saved = recipe.id === undefined ? tables.recipes.findByName(recipe.name) : null
  if (saved === null || saved.kind !== recipe.kind || saved.recipe.match.column !== recipe.match.column) return recipe
  return isNameSuggested(recipe) && readsOf(saved.recipe) !== readsOf(recipe) ? recipe : { ...recipe, id: saved.id }
}

/** Which columns go to which fields. */
function readsOf({ fields }: Recipe): string {
  return JSON.stringify(fields.map(({ to, from }) => [to, from]))
}

function nameTaken(name: string): AppError {
  return new AppError('usage', `There is already a recipe named "${name}".`, 'Choose another name, or replace the old one.')
}

function toListedRecipe({ tables }: OpenAccount, stored: StoredRecipe): ListedRecipe {
  const lists = tables.pastLists.of(stored.recipe)
  const file = lists[0] === undefined ? null : tables.files.find(lists[0].fileId)
  return {
    ...toSavedRecipe(stored),
    ranAtSeconds: lists.map(({ startedAtMs }) => Math.floor(startedAtMs / 1000)),
    lastFile: file && { id: file.id, name: file.name },
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
