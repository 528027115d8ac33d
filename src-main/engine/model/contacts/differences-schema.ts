import { z } from 'zod'
import { fieldChangeSchema, fieldValueSchema } from '../plans/plan-schema.ts'

export const differenceKinds = ['new', 'changed', 'gone'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** A field as Rollcall knew it, and as the service shows it now. */
export const storedDifferenceSchema = z.object({ field: z.string(), before: fieldValueSchema, after: fieldValueSchema })
export type StoredDifference = z.infer<typeof storedDifferenceSchema>

/** What came between two complete syncs, or since the last one. */
export const differencePeriodSchema = z.object({
  /** The number of the sync at its beginning. */
  since: z.int(),
  sinceSeconds: z.number(),
  /** When the sync at its end was complete; null where none has been since. */
  untilSeconds: z.number().nullable(),
  /** Whether it could be told who is gone: not by a sync that went on where another one broke off. */
  isGoneKnown: z.boolean(),
  new: z.int(),
  changed: z.int(),
  gone: z.int(),
})
export type DifferencePeriod = z.infer<typeof differencePeriodSchema>

/** A contact that differs. */
export const differenceSchema = z.object({
  kind: z.enum(differenceKinds),
  contact: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  tags: z.array(z.string()),
  consent: z.boolean().nullable(),
  changes: z.array(fieldChangeSchema),
  /** The consent that it shows now is not the one of the newest ledger record. */
  isAgainstLedger: z.boolean(),
  /** Of one that is gone: who has the number now. */
  numberNowOf: z.string().nullable(),
  /** The import that changed it last. */
  lastImport: z.object({ runId: z.string(), fileName: z.string(), atSeconds: z.number() }).nullable(),
})
export type Difference = z.infer<typeof differenceSchema>

export const differencePageSchema = z.object({
  /** The newest first; none before two complete syncs. */
  periods: z.array(differencePeriodSchema),
  /** The one that the rows are of; null where there is none. */
  period: differencePeriodSchema.nullable(),
  rows: z.array(differenceSchema),
  total: z.int(),
})
export type DifferencePage = z.infer<typeof differencePageSchema>
