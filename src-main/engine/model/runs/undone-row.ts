import { z } from 'zod'

const fields = z.array(z.string())

/**
 * What became of the fields of a row that was to be taken back, by their names in `FieldChange.field`. Fields that were known
 * to be impossible beforehand are not among them: the plan counts those.
 */
export const undoneRowSchema = z.object({
  restored: fields,
  /** Somebody has edited them since. */
  kept: fields,
  impossible: fields,
  /** They were as before already. */
  already: fields,
  /** They would allow texts to the contact again, which a person has to release. */
  held: fields.default([]),
  /** They were sent, and no answer was seen. */
  unknown: fields.default([]),
  failed: fields,
})

export type UndoneRow = z.infer<typeof undoneRowSchema>

/** The same, counted over all rows. */
export const undoneFieldsSchema = z.object({
  restored: z.int(),
  kept: z.int(),
  impossible: z.int(),
  already: z.int(),
  held: z.int().default(0),
  unknown: z.int().default(0),
  failed: z.int(),
})

export type UndoneFields = z.infer<typeof undoneFieldsSchema>
