import { z } from 'zod'
import { errorAnswerSchema } from './errors.ts'

/** Why a backup was made: after a run, each day, because somebody asked, after something was forgotten, or before an update of the data. */
export const backupReasons = ['run', 'day', 'person', 'forgotten', 'migration'] as const

export const backupSchema = z.object({
  name: z.string(),
  madeAtSeconds: z.number(),
  because: z.enum(backupReasons),
  /** Runs of the account by then. */
  runs: z.int(),
  sizeBytes: z.int(),
})

/** The backups of an account and how its own data is, whether or not it can be opened. */
export const backupsSchema = z.object({
  /** The newest first. */
  backups: z.array(backupSchema),
  /** Why the account cannot be opened; null where it can, or where nobody has tried. */
  damage: errorAnswerSchema.nullable(),
  /** Why it can only be looked at; null where all is well. */
  readOnlyFor: errorAnswerSchema.nullable(),
  /** Why the last backup could not be made; null where it could. */
  problem: errorAnswerSchema.nullable(),
  /** What was done between these moments may be missing in the records; null where they were never put back. */
  restored: z.object({ sinceSeconds: z.number(), untilSeconds: z.number() }).nullable(),
})

export const restoredSchema = z.object({
  /** Null where the present data was taken as it is. */
  backup: backupSchema.nullable(),
  sinceSeconds: z.number(),
  /** The folder in which the replaced data lies; null where there was none. */
  keptIn: z.string().nullable(),
})
