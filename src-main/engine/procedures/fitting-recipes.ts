import type { OpenAccount } from '../account/open-account.ts'
import type { SavedRecipe } from '../contract.ts'
import { AppError } from '../model/errors.ts'
import type { MappingAccount } from '../mapping/compile/compile-recipe.ts'
import { headerSignature } from '../mapping/suggest/header-signature.ts'
import type { Recipe } from '../model/recipes/recipe-schema.ts'
import { columnUses } from '../mapping/recipe/recipe-columns.ts'
import { recipeFit } from '../mapping/recipe/recipe-fit.ts'
import type { RecipeFit } from '../mapping/recipe/recipe-fit-schema.ts'
import { inspectFile } from '../source/open/inspect-file.ts'
import type { DialectChoice, Inspection, SourceColumn } from '../model/files/source-schema.ts'
import type { StoredFile } from '../store/files/files.ts'
import type { StoredRecipe } from '../store/files/recipes.ts'
import { toSavedRecipe } from './recipe-procedures.ts'

export type FittingRecipe = SavedRecipe & { fit: RecipeFit }

const kindOrder: Record<RecipeFit['kind'], number> = { same: 0, fits: 1, misfit: 2 }
/** A recipe that lacks more of its columns than this, with nothing like them in the file, was made for another one. */
const mostLacking = 0.5

/**
 * The person's own recipes for a file, each compared with it as the recipe itself would read it: made for just this header
 * first, then those that find all they need, then those that nearly do; the last used first.
 */
export async function fittingRecipes(account: OpenAccount, file: StoredFile, fields: MappingAccount): Promise<FittingRecipe[]> {
  const read = readerOf(file)
  const fitting: (FittingRecipe & { isExact: boolean })[] = []
  for (const stored of account.tables.recipes.all()) {
    const compared = await compare(stored, read, fields)
    if (compared === null || isOtherFile(stored, compared.fit)) continue
    const { recipe, fit, columns } = compared
    fitting.push({ ...toSavedRecipe(stored), recipe, fit, isExact: stored.headerSignature === headerSignature(columns) })
  }
  return fitting
    .sort(
      (a, b) =>
        kindOrder[a.fit.kind] - kindOrder[b.fit.kind] ||
        Number(b.isExact) - Number(a.isExact) ||
        a.fit.missing.length - b.fit.missing.length,
    )
    .map(({ isExact: _, ...one }) => one)
}

interface Compared {
  recipe: Recipe
  fit: RecipeFit
  columns: SourceColumn[]
}

/** How the file and a recipe go together; also where the file has another number of titles above its header this time. */
async function compare({ recipe, columns: madeFor }: StoredRecipe, read: FileReader, fields: MappingAccount): Promise<Compared | null> {
  const compareAs = async (source: DialectChoice): Promise<Compared | null> => {
    const found = await read(source)
    if (found === null) return null
    const ownSource = source === recipe.source ? source : { ...source, skipLines: found.dialect.skipLines }
    return { recipe: { ...recipe, source: ownSource }, fit: recipeFit(recipe, madeFor, found.columns, fields), columns: found.columns }
  }
  const asSaved = await compareAs(recipe.source)
  if (asSaved !== null && asSaved.fit.kind !== 'misfit') return asSaved
  const asFound = await compareAs({ ...recipe.source, skipLines: 'auto' })
  return asFound !== null && asFound.fit.kind !== 'misfit' ? asFound : asSaved
}

type FileReader = (source: DialectChoice) => Promise<Inspection | null>

/** The file as a recipe would read it; null where it cannot be read in that way. */
function readerOf(file: StoredFile): FileReader {
  const known = new Map<string, Inspection | null>()
  return async (source) => {
    const key = JSON.stringify(source)
    const before = known.get(key)
    if (before !== undefined) return before
    const inspection = await inspectFile(file.storedPath, source).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    known.set(key, inspection)
    return inspection
  }
}

function isOtherFile({ recipe }: StoredRecipe, { missing }: RecipeFit): boolean {
  const needed = columnUses(recipe).length
  const columns = missing.filter(({ what }) => what === 'column')
  return columns.length === needed || columns.filter(({ near }) => near.length === 0).length > needed * mostLacking
}
