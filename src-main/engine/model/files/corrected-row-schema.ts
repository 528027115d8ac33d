import { z } from 'zod'

/** The effect of corrections on one cell, or (`exclude` and `apart`, without a column) in the row as a whole. `kind`: of the last one. */
export const correctionEffectSchema = z.object({
  column: z.int().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  kind: z.enum(['cell', 'replace', 'set', 'mend', 'exclude', 'apart', 'join']),
})
export type CorrectionEffect = z.infer<typeof correctionEffectSchema>

/** A row that corrections concern. */
export const correctedRowSchema = z.object({
  isExcluded: z.boolean(),
  /** It is about a contact of its own, whatever it shares with other rows but the contact itself. */
  isApart: z.boolean().optional(),
  /** Cells that are not as in the file any more. */
  corrections: z.array(correctionEffectSchema),
  /** Corrections of a cell that do not apply, because it holds something else than they were made for. */
  conflicts: z.array(z.object({ column: z.int(), before: z.string(), after: z.string(), found: z.string() })),
})
export type CorrectedRow = z.infer<typeof correctedRowSchema>
export type CorrectionConflict = CorrectedRow['conflicts'][number]
