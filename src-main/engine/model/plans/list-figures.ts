import { z } from 'zod'

/** By what the lists of a recipe are compared. Rows, but for `withdrawn`: those are contacts. */
export const listFiguresSchema = z.object({
  rows: z.int(),
  notFound: z.int(),
  /** Of a list that was run, nobody where that was held to the end. */
  withdrawn: z.int(),
  invalid: z.int(),
  unknownWords: z.int(),
})
export type ListFigures = z.infer<typeof listFiguresSchema>

/** A plan's list beside the last ones that were run with its recipe, the newest first. */
export const listComparisonSchema = z.object({
  list: listFiguresSchema,
  /** Columns that the recipe reads and the list has not. */
  missing: z.array(z.string()),
  before: z.array(listFiguresSchema.extend({ startedAtSeconds: z.number() })),
})
export type ListComparison = z.infer<typeof listComparisonSchema>
