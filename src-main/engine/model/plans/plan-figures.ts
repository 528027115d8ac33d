import { z } from 'zod'

/**
 * What rows that will change do, as the review shows and filters it: a contact is created or updated, a field of an updated contact
 * changes, consent is given or refused, a field is emptied, or a message of a day of the file is imported.
 */
export const rowEffectSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('created') }),
  z.object({ what: z.literal('updated') }),
  z.object({ what: z.literal('given') }),
  z.object({ what: z.literal('refused') }),
  z.object({ what: z.literal('emptied') }),
  z.object({ what: z.literal('field'), field: z.string().max(200) }),
  /** As `YYYY-MM-DD`. */
  z.object({ what: z.literal('day'), day: z.string().max(20) }),
])
export type RowEffect = z.infer<typeof rowEffectSchema>

/** How many rows of a plan that will change do what, by `RowEffect`. Rows that only file guards hold count: they change once a number is typed. */
export const planFiguresSchema = z.object({
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  given: z.int(),
  refused: z.int(),
  emptied: z.int(),
  /** Of updated contacts, by how many rows each field is changed; in the order of fields. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), rows: z.int() })),
  /** Of the rows, those that write a whisper; absent where none does. */
  whispers: z.int().exactOptional(),
  /** Of texts to people: the SMS messages that they take in all, and the longest, and how many people get one; absent where nobody is texted. */
  texts: z.object({ segments: z.int(), longest: z.int(), people: z.int() }).exactOptional(),
  /** Conversations that messages and whispers go to. */
  conversations: z.int(),
  /** Messages that the file says the office wrote, which are not imported, and where their rows are; absent where there are none. */
  fromOffice: z.object({ rows: z.int(), class: z.enum(['skipped', 'invalid']) }).exactOptional(),
  /** Messages by the day that the file tells, ascending; those without a day are in none. */
  days: z.array(z.object({ day: z.string(), rows: z.int() })),
})
export type PlanFigures = z.infer<typeof planFiguresSchema>
