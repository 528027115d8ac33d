import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { systemClock } from './model/clock.ts'
import { createEngine } from './engine.ts'
import { serveEngine } from './engine-port.ts'

const workerDataSchema = z.object({
  home: z.string().min(1),
  operator: z.string(),
  practice: z.object({ baseUrl: z.string(), token: z.string() }).nullable(),
  environment: z.object({ baseUrl: z.string(), tokenIn: z.enum(['header', 'parameter']) }).nullable(),
})
export type EngineWorkerData = z.infer<typeof workerDataSchema>

if (parentPort === null) throw new Error('worker.ts runs in a worker thread')
const options = workerDataSchema.parse(workerData)
void serveEngine(parentPort, (vault) => createEngine({ ...options, vault, clock: systemClock }))
