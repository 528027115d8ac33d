import { z } from 'zod'
import { importKinds } from '../kinds.ts'
import { recipeSchema } from './recipe-schema.ts'
import { dialectChoiceSchema } from '../files/source-schema.ts'

/** The wizard's steps after the sign-in. */
export const draftSteps = ['file', 'mapping', 'review', 'run', 'results'] as const
export type DraftStep = (typeof draftSteps)[number]

/** Everything the wizard needs to open again where it was: reloading the page or closing the app loses nothing. */
export const draftStateSchema = z.object({
  step: z.enum(draftSteps),
  fileId: z.string().nullable(),
  fileName: z.string().nullable(),
  kind: z.enum(importKinds).nullable(),
  dialect: dialectChoiceSchema.nullable(),
  recipe: recipeSchema.nullable(),
  /** Questions about the mapping that the person has answered, where the recipe does not tell. */
  answered: z.array(z.string().max(1000)).max(5000).exactOptional(),
  planId: z.string().nullable(),
  runId: z.string().nullable(),
})
export type DraftState = z.infer<typeof draftStateSchema>

export const draftSchema = z.object({
  id: z.string(),
  state: draftStateSchema,
  createdAtSeconds: z.number(),
  updatedAtSeconds: z.number(),
})
export type Draft = z.infer<typeof draftSchema>
