import { z } from 'zod'
import { errorAnswerSchema } from '../errors.ts'

/** Characters of an event that are read; longer ones are refused. */
export const longestEvent = 1_000_000

/** What became of the contacts that an event of the service told of. */
export const eventOutcomeSchema = z.object({
  /** Read from the service again, and kept. */
  read: z.int(),
  /** Known until now, and twice not found: marked as gone. */
  gone: z.int(),
  /** Neither Rollcall nor the service has them. */
  unknown: z.int(),
  failed: z.int(),
  /** Why the first of those that failed could not be read. */
  error: errorAnswerSchema.nullable(),
})
export type EventOutcome = z.infer<typeof eventOutcomeSchema>
