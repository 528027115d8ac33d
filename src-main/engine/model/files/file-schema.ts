import { z } from 'zod'
import { editSchema } from './edit-schema.ts'

export const fileSchema = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  openedAtSeconds: z.number(),
})
export type ImportFile = z.infer<typeof fileSchema>

export const fileEditSchema = z.object({ number: z.int(), edit: editSchema, madeAtSeconds: z.number(), isUndone: z.boolean() })
export type FileEdit = z.infer<typeof fileEditSchema>
