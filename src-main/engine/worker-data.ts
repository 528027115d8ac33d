import { z } from 'zod'

/** What the engine is started with, in a thread or a process of its own. */
export const workerDataSchema = z.object({
  home: z.string().min(1),
  operator: z.string(),
  practice: z.object({ baseUrl: z.string(), token: z.string() }).nullable(),
  /** See `EngineOptions`. */
  automates: z.boolean().default(false),
  program: z.array(z.string()).default([]),
  environment: z.object({ baseUrl: z.string(), tokenIn: z.enum(['header', 'parameter']) }).nullable(),
})
export type EngineWorkerData = z.input<typeof workerDataSchema>
