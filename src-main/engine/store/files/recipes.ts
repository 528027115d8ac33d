import { z } from 'zod'
import type { ImportKind } from '../../model/kinds.ts'
import { recipeSchema, type Recipe } from '../../model/recipes/recipe-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

export interface StoredRecipe {
  id: string
  name: string
  kind: ImportKind
  /** What the header of the file looked like; see `mapping/`. */
  headerSignature: string
  /** The columns of the file that it was made for; null when there was none. */
  columns: string[] | null
  recipe: Recipe
  savedAtMs: number
  usedAtMs: number | null
}

interface RecipeRow {
  id: string
  name: string
  header_signature: string
  columns: string | null
  recipe: string
  saved_at_ms: number
  used_at_ms: number | null
}

/** Statements on saved recipes. A name, in whatever case, belongs to one recipe. Damaged ones throw `store.damaged`. */
export function createRecipes(store: Store) {
  const upsert = store.prepare<[string, string, string, string, string | null, string, number, number | null]>(
    `INSERT INTO recipes (id, name, kind, header_signature, columns, recipe, saved_at_ms, used_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, header_signature = excluded.header_signature,
       columns = excluded.columns, recipe = excluded.recipe, saved_at_ms = excluded.saved_at_ms, used_at_ms = excluded.used_at_ms`,
  )
  const selectAll = store.prepare<[], RecipeRow>('SELECT * FROM recipes ORDER BY coalesce(used_at_ms, saved_at_ms) DESC, name')
  const selectById = store.prepare<[string], RecipeRow>('SELECT * FROM recipes WHERE id = ?')
  const selectNames = store.prepare<[], { id: string; name: string }>('SELECT id, name FROM recipes')
  const setUsed = store.prepare<[number, string]>('UPDATE recipes SET used_at_ms = ? WHERE id = ?')
  const remove = store.prepare<[string]>('DELETE FROM recipes WHERE id = ?')
  return {
    /** Adds it, or replaces the one with the same id. */
    save(one: StoredRecipe): void {
      const columns = one.columns === null ? null : JSON.stringify(one.columns)
      upsert.run(one.id, one.name, one.kind, one.headerSignature, columns, JSON.stringify(one.recipe), one.savedAtMs, one.usedAtMs)
    },
    /** The last used first. */
    all: (): StoredRecipe[] => selectAll.all().map(toRecipe),
    find: (id: string): StoredRecipe | null => toRecipeOrNull(selectById.get(id)),
    findByName(name: string): StoredRecipe | null {
      const all = selectNames.all()
      const found = all.find((one) => one.name === name) ?? all.find((one) => nameKey(one.name) === nameKey(name))
      return found === undefined ? null : toRecipeOrNull(selectById.get(found.id))
    },
    markUsed: (id: string, usedAtMs: number): void => void setUsed.run(usedAtMs, id),
    /** Answers whether there was one. */
    remove: (id: string): boolean => remove.run(id).changes > 0,
  }
}

function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

function toRecipeOrNull(row: RecipeRow | undefined): StoredRecipe | null {
  return row === undefined ? null : toRecipe(row)
}

function toRecipe(row: RecipeRow): StoredRecipe {
  const what = `recipe “${row.name}”`
  const recipe = readJsonColumn(recipeSchema, row.recipe, what)
  const columns = row.columns === null ? null : readJsonColumn(z.array(z.string()), row.columns, what)
  const { id, name, header_signature: headerSignature, saved_at_ms: savedAtMs, used_at_ms: usedAtMs } = row
  return { id, name, kind: recipe.kind, headerSignature, columns, recipe, savedAtMs, usedAtMs }
}
