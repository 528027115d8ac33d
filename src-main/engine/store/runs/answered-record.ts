import { z } from 'zod'

/** What is needed of a created record, as the service answered it and the journal keeps it: see `afterImage`. */
export const answeredRecord = z.object({ uuid: z.string() })
