import { z } from 'zod'

/** Something of a plan or a run that waits for a person: with how many rows, and what it is in words. */
export const attentionSchema = z.object({
  /**
   * `held.` and the guard or the reason, `rows.` and what is with them, `unlike.` and what is unlike the recipe's last
   * lists; `refusals.existing` in the mode that only adds contacts,
   * `refusals.listed` of those for the do-not-text list, `refusals.filtered` of rows that the filter leaves out.
   */
  code: z.string(),
  rows: z.int(),
  message: z.string(),
})
export type Attention = z.infer<typeof attentionSchema>
