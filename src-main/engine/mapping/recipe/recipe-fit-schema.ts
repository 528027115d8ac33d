import { z } from 'zod'

export const neededThings = ['column', 'field', 'department'] as const

export const missingThingSchema = z.object({
  what: z.enum(neededThings),
  /** As the recipe names it. */
  name: z.string(),
  /** `match` (finding the contact), `only` (choosing the rows), or the fields it is for. */
  uses: z.array(z.string()),
  /** What may be meant instead, the likeliest first: columns of the file, or fields and departments of the account. */
  near: z.array(z.string()),
  canBeLeftOut: z.boolean(),
})
export type MissingThing = z.infer<typeof missingThingSchema>

/** How a recipe and a file (and the account) go together. */
export const recipeFitSchema = z.object({
  /** `same`: the file has just the columns that the recipe was made for; `fits`: all that it needs; `misfit`: not all. */
  kind: z.enum(['same', 'fits', 'misfit']),
  /** What the recipe needs and is not there. A column is missing too where several could be meant. */
  missing: z.array(missingThingSchema),
  /** Columns of the file that the recipe's own file did not have; empty when that file is not known. */
  added: z.array(z.string()),
  /** Columns that the recipe's own file had and this one has not. */
  removed: z.array(z.string()),
  /** The columns that both have stand in another order. */
  isMoved: z.boolean(),
})
export type RecipeFit = z.infer<typeof recipeFitSchema>

/** What to take instead of something missing; null leaves it out. */
export const replacementSchema = z.object({ what: z.enum(neededThings), name: z.string(), by: z.string().nullable() })
export type Replacement = z.infer<typeof replacementSchema>
