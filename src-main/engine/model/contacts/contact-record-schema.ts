import { z } from 'zod'
import { fieldChangeSchema } from '../plans/plan-schema.ts'
import { contactSchema } from './address-book-schema.ts'

/** A contact with all that Rollcall knows: `email` and `unsubscribed` are as Rollcall wrote them, null where it did not. */
export const contactDetailSchema = contactSchema.extend({
  notes: z.string().nullable(),
  email: z.string().nullable(),
  unsubscribed: z.boolean().nullable(),
  reachableBySms: z.boolean().nullable(),
  customFields: z.array(z.object({ uuid: z.string(), name: z.string(), value: z.string() })),
  /** When the service last showed all of it; null where it never has. */
  seenAtSeconds: z.number().nullable(),
  /** Since when the number is on the do-not-text list; null where it is not. */
  doNotTextSinceSeconds: z.number().nullable(),
  /** Since when it is no longer at the service: the rest is as it was last known. Null where it is there. */
  goneSinceSeconds: z.number().nullable(),
  ledgerRecords: z.int(),
  /** The last consent record about the contact. */
  lastConsent: z
    .object({
      to: z.boolean(),
      atSeconds: z.number(),
      operator: z.string(),
      evidence: z.record(z.string(), z.string()),
      source: z.string(),
    })
    .nullable(),
  /** What rows of imports changed of it, the newest first: at most a hundred. */
  changes: z.array(
    z.object({
      runId: z.string(),
      isUndo: z.boolean(),
      fileName: z.string(),
      line: z.int(),
      row: z.int(),
      atSeconds: z.number(),
      changes: z.array(fieldChangeSchema),
    }),
  ),
})
export type ContactDetail = z.infer<typeof contactDetailSchema>
