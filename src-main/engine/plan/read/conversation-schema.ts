import { z } from 'zod'
import { planRowSchema, rowClasses } from '../../model/plans/plan-schema.ts'
import { rowEffectSchema } from '../../model/plans/plan-figures.ts'

/** Which messages of a plan are looked at; see `plans.rows`. */
export const messageFilterSchema = z.object({
  class: z.enum(rowClasses).optional(),
  asReviewed: z.boolean().default(false),
  effect: rowEffectSchema.optional(),
  search: z.string().max(200).default(''),
})

/** What a file brings into one conversation: the messages with one phone number. */
export const plannedConversationSchema = z.object({
  /** The conversation goes by its number. */
  phone: z.string(),
  contact: planRowSchema.shape.contact,
  /** Its messages and whispers. */
  posts: z.int(),
  /** Of these, the whispers of the office; absent where there are none. */
  whispers: z.int().exactOptional(),
  /** Where its messages are in the file. */
  firstLine: z.int(),
  lastLine: z.int(),
  /** When the latest of them was sent, by the file's clocks; absent where the file does not tell. */
  lastSentAtSeconds: z.number().exactOptional(),
})
export type PlannedConversation = z.infer<typeof plannedConversationSchema>

/** One of them: its place in the list, from 0, and a page of its messages in the order in which they are imported. */
export const openedConversationSchema = z.object({
  at: z.int(),
  conversation: plannedConversationSchema,
  rows: z.array(planRowSchema),
})
export type OpenedConversation = z.infer<typeof openedConversationSchema>
