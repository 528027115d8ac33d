import { z } from 'zod'
import {
  columnGuessSchema,
  listedRecipeSchema,
  mappingPreviewSchema,
  previewedRowSchema,
  savedRecipeSchema,
  targetChoiceSchema,
} from '../mapping/preview/mapping-schema.ts'
import { valueCountsSchema, valueReadingSchema } from '../mapping/preview/values-schema.ts'
import { missingThingSchema, recipeFitSchema, replacementSchema } from '../mapping/recipe/recipe-fit-schema.ts'
import { dialectChoiceSchema } from '../model/files/source-schema.ts'
import { importKinds } from '../model/kinds.ts'
import { draftSchema, draftStateSchema } from '../model/recipes/draft-schema.ts'
import { recipeSchema } from '../model/recipes/recipe-schema.ts'
import { peopleCountSchema, previewedContactSchema } from '../plan/estimate/estimate-schema.ts'
import { id, nothing, procedure } from './procedure.ts'

/** What columns mean: suggestions, previews, recipes, and the drafts of imports. */
export const mappingProcedures = {
  'mapping.targets': procedure(
    z.object({ kind: z.enum(importKinds) }),
    z.object({
      targets: z.array(targetChoiceSchema),
      departments: z.array(z.object({ uuid: z.string(), name: z.string(), isSmsGroup: z.boolean() })),
      dispositions: z.array(z.object({ uuid: z.string(), name: z.string() })),
    }),
  ),
  /** A recipe for the file, found by its headers and values; `saved` are the person's own recipes that fit or nearly do, best first. */
  'mapping.suggest': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}), kind: z.enum(importKinds).optional() }),
    z.object({
      kind: z.enum(importKinds),
      /** What the file seems to be, whatever kind was asked for. */
      detected: z.enum(importKinds),
      recipe: recipeSchema,
      columns: z.array(columnGuessSchema),
      saved: z.array(savedRecipeSchema.extend({ fit: recipeFitSchema })),
    }),
  ),
  'mapping.preview': procedure(z.object({ fileId: id, recipe: recipeSchema }), mappingPreviewSchema),
  /**
   * What becomes of one row: that of a number (from 1), the first on or below a line, or the first behind a row (0 for the
   * beginning) that has an issue. Null where there is none. `request`: a name of the caller's, see `mapping.stop`.
   */
  'mapping.row': procedure(
    z.object({
      fileId: id,
      recipe: recipeSchema,
      at: z.union([z.object({ row: z.int().min(1) }), z.object({ line: z.int().min(1) }), z.object({ issueAfter: z.int().min(0) })]),
      request: id.optional(),
    }),
    z.object({ row: previewedRowSchema.nullable() }),
  ),
  /** The different values that a rule would read in the whole file, with the number of rows that have them. See `mapping.progress`. */
  'mapping.values': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}), reading: valueReadingSchema, request: id.optional() }),
    valueCountsSchema,
  ),
  /**
   * Counts whom the file's rows are about and how many of them the account has. At most 500 people are looked up at the service for
   * it; of more, those that neither the cache nor a recent sync tells stay open. See `mapping.progress`.
   */
  'mapping.people': procedure(z.object({ fileId: id, recipe: recipeSchema, request: id.optional() }), peopleCountSchema),
  /** What some consecutive rows, from a number (from 1) on, would make of their contacts as these are cached, each row seen alone. */
  'mapping.contacts': procedure(
    z.object({ fileId: id, recipe: recipeSchema, from: z.int().min(1), count: z.int().min(1).max(20), request: id.optional() }),
    z.object({ contacts: z.array(previewedContactSchema), hasMore: z.boolean() }),
  ),
  /** Ends what was asked for under this name: it answers `cancelled`. */
  'mapping.stop': procedure(z.object({ request: id }), nothing),

  'recipes.list': procedure(nothing, z.object({ recipes: z.array(listedRecipeSchema) })),
  /** Saves under the recipe's name; an existing one of that name is replaced only when `replace`. */
  'recipes.save': procedure(
    z.object({ recipe: recipeSchema, fileId: id.optional(), replace: z.boolean().default(false) }),
    savedRecipeSchema,
  ),
  'recipes.remove': procedure(z.object({ recipeId: id }), nothing),
  /** Compares a recipe with a file, read as the recipe says, and with the account. `recipeId`: the saved one that it comes from. */
  'recipes.fit': procedure(
    z.object({ recipe: recipeSchema, fileId: id, recipeId: id.optional() }),
    z.object({ fit: recipeFitSchema, columns: z.array(z.string()) }),
  ),
  /** The recipe with other columns, fields or a department instead of missing ones. Throws `recipe.misfit` where it cannot do without one. */
  'recipes.adapt': procedure(z.object({ recipe: recipeSchema, replacements: z.array(replacementSchema).max(10_000) }), recipeSchema),
  'recipes.rename': procedure(z.object({ recipeId: id, name: z.string().trim().min(1).max(200) }), savedRecipeSchema),
  /**
   * Saves a recipe in another account, too, and says which of its custom fields and departments that one does not have: `checked` is false
   * where the account could not be asked. Words that give consent are to be confirmed there: people agreed to texts from this one. Its name may be taken there only when `replace`. The account in use stays the same.
   */
  'recipes.copy': procedure(
    z.object({ recipeId: id, accountId: id, replace: z.boolean().default(false) }),
    z.object({ recipe: savedRecipeSchema, missing: z.array(missingThingSchema), checked: z.boolean() }),
  ),
  /** Reads a recipe's text; every mistake is named with its path. */
  'recipes.parse': procedure(z.object({ text: z.string().max(1_000_000) }), recipeSchema),

  /** Imports that are being prepared or were started. Of several of the same content, of which none was started, the one changed last; those that nobody has changed for 30 days are gone. */
  'drafts.list': procedure(nothing, z.object({ drafts: z.array(draftSchema) })),
  'drafts.get': procedure(z.object({ draftId: id }), draftSchema),
  'drafts.create': procedure(z.object({ state: draftStateSchema }), draftSchema),
  'drafts.save': procedure(z.object({ draftId: id, state: draftStateSchema }), draftSchema),
  'drafts.remove': procedure(z.object({ draftId: id }), nothing),
} as const
