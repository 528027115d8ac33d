import { z } from 'zod'

export const contactSchema = z.object({
  uuid: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  tags: z.array(z.string()),
  archived: z.boolean().nullable(),
  blocked: z.boolean().nullable(),
  consent: z.boolean().nullable(),
  readAtSeconds: z.number(),
  /** Of one that is no longer at the service: since when. */
  goneSinceSeconds: z.number().nullable().optional(),
})
export type Contact = z.infer<typeof contactSchema>

export const syncStatusSchema = z.object({
  state: z.enum(['never', 'running', 'complete', 'incomplete']),
  /** While it is running those that were read so far, else those in the cache. */
  contacts: z.int(),
  /** Contacts that an earlier sync had read before it broke off: the running one went on after them, else the next one will. */
  alreadyRead: z.int().default(0),
  /** How many the last complete sync brought: about as many are to be read. Null when there was none. */
  expected: z.int().nullable().default(null),
  finishedAtSeconds: z.number().nullable(),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
  /** What the service did not show during the last sync of this session, and what that means. */
  notices: z.array(z.object({ code: z.string(), message: z.string(), hint: z.string() })),
})
export type SyncStatus = z.infer<typeof syncStatusSchema>
