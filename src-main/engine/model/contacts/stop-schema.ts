import { z } from 'zod'

/** How somebody may ask for no more texts: by any means. */
export const stopWays = ['Text message', 'Phone call', 'E-mail', 'In person', 'Letter', 'Other'] as const
export type StopWay = (typeof stopWays)[number]

export const stopRequestSchema = z.object({
  /** Somebody in the address book by uuid, or anybody by number. */
  person: z.union([z.object({ contact: z.string().min(1).max(200) }), z.object({ phone: z.string().min(1).max(50) })]),
  how: z.enum(stopWays),
  /** What was said, in short. */
  note: z.string().max(500).default(''),
  /** When they asked for it; now where that is left out. */
  askedAtMs: z.int().min(0).optional(),
})
export type StopRequest = z.infer<typeof stopRequestSchema>

/** Of one contact: that consent is refused now, or was already; that the contact is unsubscribed instead; or that neither could be done. */
export const stopOutcomes = ['refused', 'already', 'unsubscribed', 'failed'] as const

export const stoppedSchema = z.object({
  /** E.164; null for a contact without a readable number. */
  phone: z.string().nullable(),
  /** Whether the number is on the account's do-not-text list. */
  isListed: z.boolean(),
  contacts: z.array(
    z.object({
      uuid: z.string(),
      name: z.string().nullable(),
      outcome: z.enum(stopOutcomes),
      error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
    }),
  ),
  /** Why it could not be asked who has the number; null where it could. */
  unasked: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
})
export type Stopped = z.infer<typeof stoppedSchema>
