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
    unconfirmed: z.int().default(0),
  }),
  /** On how many contacts each field is emptied. */
  cleared: z.array(z.object({ field: z.string(), label: z.string(), contacts: z.int() })),
  /** Contacts of which any field is emptied. */
  clears: z.int(),
  /** Known contacts that would change. */
  changed: z.int(),
  /** The account's contacts, where so many would change that it matters; else 0. */
  total: z.int(),
})

export type GuardFigures = z.infer<typeof guardFiguresSchema>
