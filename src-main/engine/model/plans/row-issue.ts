import { z } from 'zod'

/**
 * What is wrong or noteworthy about one row. Bad data is data: an issue is never thrown.
 * `error` makes the row invalid; `warning` only shows. `value` is null where it must not be kept (message bodies).
 */
export const rowIssueSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  line: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
  hint: z.string(),
})

export type RowIssue = z.infer<typeof rowIssueSchema>

/** Of such a row only the refusal of texts counts, because another value cannot be used. */
export const refusalOnlyCode = 'consent.refusal_only'

/** The recipe leaves the row out, the row refuses texts, and nobody has said what becomes of such rows. */
export const leftOutRefusalCode = 'refusal.left_out'

/** The row refuses texts for a contact that is not in the account, and says no number of it: nobody is told. */
export const unreachedRefusalCode = 'refusal.unreached'

/** The row gives consent while a column that the recipe does not read may refuse it. */
export const unheardCode = 'consent.unheard'

/** The same of a row that gives no permission, so that it is those of other rows that wait. */
export const unheardElsewhereCode = 'consent.unheard_elsewhere'

/** A cell is so long that only its beginning was read; the others of its row are what they are. */
export const hugeCellCode = 'row.huge_cell'

/** What the file says of texting the contact contradicts itself: the refusal counts. */
export const contradictsCode = 'consent.contradicts'

/** The same issue over all rows: how many rows have it, and the first of them. */
export const issueGroupSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  rows: z.int(),
  line: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
  hint: z.string(),
})

export type IssueGroup = z.infer<typeof issueGroupSchema>

/** Because of whom of a group all of it is left out. */
export const groupLeftOutCode = 'group.left_out'
/** Because of whom of a group it waits for a person. */
export const groupWaitsCode = 'group.waits'
