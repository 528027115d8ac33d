import { z } from 'zod'

/** What guards count over all rows that make calls. */
export const guardFiguresSchema = z.object({
  /** Contacts that get consent although they opted out, by how. */
  optOuts: z.object({
    consent: z.int(),
    blocked: z.int(),
    unreachable: z.int(),
    ledger: z.int().default(0),
    doNotText: z.int().default(0),
    posts: z.int().default(0),
    unreadable: z.int().default(0),
    unconfirmed: z.int().default(0),
    columnGone: z.int().default(0),
    unheard: z.int().default(0),
    undo: z.int().default(0),
  }),
  /** On how many contacts each field is emptied. */
  cleared: z.array(z.object({ field: z.string(), label: z.string(), contacts: z.int() })),
  /** Contacts of which any field is emptied. */
  clears: z.int(),
  /** Contacts from whom consent would be taken, or who would be blocked or unsubscribed, without having asked for it themselves. */
  withdrawn: z.int().default(0),
  /** Of the contacts of the file those that agree to texts now, counted where any is withdrawn; else 0. */
  agreeing: z.int().default(0),
  /** Contacts that would be created. */
  created: z.int().default(0),
  /** Known contacts for whom any call would be made. */
  known: z.int().default(0),
  /** Known contacts that would change, but for those who just have what they refused written down. */
  changed: z.int(),
  /** The account's contacts, where so many would change that it matters; else 0. */
  total: z.int(),
  /** The account may have more contacts than `total`: they were never all read, and its list was not seen to end. */
  isTotalOpen: z.boolean().optional(),
})

export type GuardFigures = z.infer<typeof guardFiguresSchema>
