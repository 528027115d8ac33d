import { z } from 'zod'

/** What a contact has said of texts, in the order in which lists are sorted by it. */
export const consents = ['agreed', 'refused', 'notAsked'] as const
const flags = ['blocked', 'archived', 'unsubscribed', 'noSms'] as const

/** Which contacts: several of one list mean "or", all else "and". */
export const contactFilterSchema = z.object({
  /** Words that stand in name, number, tags, e-mail, custom fields or notes. */
  search: z.string().max(200).default(''),
  consent: z.array(z.enum(consents)).default([]),
  flags: z.array(z.enum([...consents, ...flags])).default([]),
  tags: z.array(z.string().max(500)).max(100).default([]),
  /** A custom field, by its uuid or name, that has just this value. */
  field: z.object({ uuid: z.string().max(200), value: z.string().min(1).max(500) }).optional(),
  /** Those that this import changed. */
  run: z.string().max(200).optional(),
  /** Those that the service has not shown since then. */
  notSeenSinceMs: z.int().optional(),
  /** Those that are no longer at the service, instead of those that are. */
  gone: z.boolean().optional(),
})
export type ContactFilter = z.infer<typeof contactFilterSchema>
/** What may be left out is. */
export type ContactFilterInput = z.input<typeof contactFilterSchema>

/** By name, those without one last; or by consent (agreed, refused, never asked) and then by name. `down`: the other way round. */
export const contactSortSchema = z.object({ by: z.enum(['name', 'consent']), down: z.boolean() })
export type ContactSort = z.infer<typeof contactSortSchema>

/** Columns of an export, by their headers. */
export const exportColumnsSchema = z.array(z.string().max(500)).min(1).max(1000).optional()

export const flagCountsSchema = z.object({
  agreed: z.int(),
  refused: z.int(),
  notAsked: z.int(),
  blocked: z.int(),
  archived: z.int(),
  unsubscribed: z.int(),
  noSms: z.int(),
  /** No longer at the service. */
  gone: z.int(),
})
export type SearchFlagCounts = z.infer<typeof flagCountsSchema>
