import { z } from 'zod'
import { fieldChangeSchema, fieldValueSchema, planRowSchema, rowClasses } from '../../model/plans/plan-schema.ts'
import { rowIssueSchema } from '../../model/plans/row-issue.ts'

/**
 * What becomes of several rows about one contact: they are `merged` into one of them, one of them `counts`, `none` of them
 * does because the recipe says so, or none because they are about several `contacts` of the service.
 */
export const groupOutcomes = ['merged', 'counts', 'none', 'contacts'] as const
export type GroupOutcome = (typeof groupOutcomes)[number]

export const duplicateGroupSchema = z.object({
  /** Names the group within its plan: the row that counts, else the first. */
  group: z.int(),
  outcome: z.enum(groupOutcomes),
  rows: z.int(),
  /** The first ten of its rows. */
  lines: z.array(z.int()),
  /** The row that counts; null where none does. */
  line: z.int().nullable(),
  /** What becomes of that row. */
  class: z.enum(rowClasses),
  contact: planRowSchema.shape.contact,
})
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>

/** A group's rows side by side: the first hundred. */
export const groupDetailSchema = duplicateGroupSchema.extend({
  /** All of its lines, to be left out but for one; empty for more than one correction takes, 100,000. */
  allLines: z.array(z.int()),
  /** What the rows have in common. */
  shared: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What any of the rows has a say in, beginning with the phone number. */
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      /** Two rows have different values, blank ones aside. */
      differs: z.boolean(),
      /** What it comes to; null where no row counts, or where there are too many rows to say. */
      result: fieldValueSchema,
    }),
  ),
  members: z.array(
    z.object({
      row: z.int(),
      line: z.int(),
      class: z.enum(rowClasses),
      reason: z.string().nullable(),
      contact: planRowSchema.shape.contact,
      /** By field; those that the row has no say in are left out. */
      values: z.record(z.string(), fieldValueSchema),
      /** Fields with a value of this row that is not, or not all, in the result. */
      lost: z.array(z.string()),
      issues: z.array(rowIssueSchema),
    }),
  ),
  /** What the row that counts changes at the service. */
  changes: z.array(fieldChangeSchema),
})
export type GroupDetail = z.infer<typeof groupDetailSchema>

export const groupsPageSchema = z.object({
  groups: z.array(duplicateGroupSchema),
  total: z.int(),
  /** Of all groups of the plan, those where no row counts until somebody decides. */
  unresolved: z.int(),
})
