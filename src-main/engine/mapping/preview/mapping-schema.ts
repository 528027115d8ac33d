import { z } from 'zod'
import { errorCodes } from '../../model/errors.ts'
import { rowIssueSchema } from '../../model/plans/row-issue.ts'
import { fileNoticeSchema } from '../../model/files/source-schema.ts'
import { importKinds } from '../../model/kinds.ts'
import { columnQuestions } from '../suggest/recipe-draft.ts'
import { recipeSchema } from '../../model/recipes/recipe-schema.ts'

export const targetChoiceSchema = z.object({
  /** A plain target or `custom:` and the uuid. */
  to: z.string(),
  label: z.string(),
  help: z.string(),
  custom: z.boolean(),
  dataType: z.string(),
})
export type TargetChoice = z.infer<typeof targetChoiceSchema>

export const columnGuessSchema = z.object({
  name: z.string(),
  target: z.string().nullable(),
  confidence: z.enum(['sure', 'likely', 'guess']),
  reason: z.string(),
  /** What only a person can say of the column; null where the suggestion stands by itself. */
  question: z.enum(columnQuestions).nullable(),
  /** Left out, it may tell who refuses texts: permissions beside it are held, unless `leftOut` of the recipe names it. */
  mayRefuse: z.boolean(),
  /** Where else the column could go, the best first. */
  others: z.array(z.object({ target: z.string(), confidence: z.enum(['likely', 'guess']), reason: z.string() })),
})
export type ColumnGuess = z.infer<typeof columnGuessSchema>

export const savedRecipeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(importKinds),
  savedAtSeconds: z.number(),
  usedAtSeconds: z.number().nullable(),
  recipe: recipeSchema,
})
export type SavedRecipe = z.infer<typeof savedRecipeSchema>

/** With its last lists: when they were run, the newest first, and the file of the last one, as far as it is still known. */
export const listedRecipeSchema = savedRecipeSchema.extend({
  ranAtSeconds: z.array(z.number()),
  lastFile: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type ListedRecipe = z.infer<typeof listedRecipeSchema>

export const mappingPreviewSchema = z.object({
  columns: z.array(
    z.object({
      to: z.string(),
      samples: z.array(z.object({ line: z.int(), before: z.string(), after: z.string().nullable(), issue: rowIssueSchema.nullable() })),
    }),
  ),
  rowsTried: z.int(),
  rowsWithIssues: z.int(),
  /** Of the rows tried, those that the recipe's `only` leaves out. */
  rowsFiltered: z.int(),
  issues: z.array(rowIssueSchema),
  /** What is to be known of the mapping as a whole, such as messages that the office sent. */
  notices: z.array(fileNoticeSchema),
  /** Why the recipe cannot be used for this file at all; null when it can. */
  error: z.object({ code: z.enum(errorCodes), message: z.string(), hint: z.string() }).nullable(),
})
export type MappingPreview = z.infer<typeof mappingPreviewSchema>

export const previewedRowSchema = z.object({
  /** Of the row among those of the file, from 1. */
  number: z.int(),
  line: z.int(),
  /** Why the row is left out; null for one that is imported. */
  filtered: z.string().nullable(),
  issues: z.array(rowIssueSchema),
  /** First the match key, then each rule of the recipe; empty where the row is left out or damaged. */
  fields: z.array(z.object({ to: z.string(), before: z.string(), after: z.string().nullable(), issue: rowIssueSchema.nullable() })),
})
export type PreviewedRow = z.infer<typeof previewedRowSchema>
