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
