import { z } from 'zod'
import { fieldRuleSchema, rowFilterSchema, targetSchema } from '../../model/recipes/recipe-schema.ts'

const limit = 1000
const { join, take, steps, separator } = fieldRuleSchema.shape

/** Whose values are counted: the texts that a rule of a recipe reads, before its own map says what they mean. */
export const valueReadingSchema = z.object({
  columns: z.array(z.string().min(1)).min(1).max(20),
  join,
  take,
  steps,
  separator,
  /** The items of the lists in the cells, instead of the whole texts. */
  items: z.boolean().default(false),
  /** Only rows that the recipe imports. */
  only: rowFilterSchema.optional(),
  /** Where the values go: of flags it is suggested what each value means. */
  to: targetSchema.optional(),
  /** Different values that are told; rows with others are counted only. */
  limit: z.int().min(1).max(limit).default(limit),
})
export type ValueReading = z.output<typeof valueReadingSchema>

export const valueSuggestionSchema = z.object({
  /** Null leaves the contact as it is. */
  value: z.boolean().nullable(),
  confidence: z.enum(['sure', 'likely']),
  reason: z.string(),
})
export type ValueSuggestion = z.infer<typeof valueSuggestionSchema>

export const valueCountsSchema = z.object({
  rows: z.int(),
  /** Rows without a value. */
  blank: z.int(),
  /** Rows whose text the steps could not change. */
  unreadable: z.int(),
  /** Rows of a wrong shape, whose cells may be in the wrong columns: they are not among `rows`. */
  damaged: z.int(),
  /** The most frequent first. Case and the spaces around a text do not make it another one; `line`: of the first such row. */
  values: z.array(z.object({ text: z.string(), rows: z.int(), line: z.int(), suggestion: valueSuggestionSchema.nullable() })),
  /** Whether there are more different values than the limit. */
  hasMore: z.boolean(),
  /** Rows with values beyond the limit. */
  otherRows: z.int(),
})
export type ValueCounts = z.infer<typeof valueCountsSchema>
