import { z } from 'zod'
import { correctionSchema } from './correction-schema.ts'

export const fileSchema = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  openedAtSeconds: z.number(),
})
export type ImportFile = z.infer<typeof fileSchema>

export const fileCorrectionSchema = z.object({
  number: z.int(),
  correction: correctionSchema,
  madeAtSeconds: z.number(),
  isUndone: z.boolean(),
})
export type FileCorrection = z.infer<typeof fileCorrectionSchema>
