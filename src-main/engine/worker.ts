import { parentPort, workerData } from 'node:worker_threads'
import { createEngine } from './engine.ts'
import { serveEngine } from './engine-port.ts'
import { systemClock } from './model/clock.ts'
import { workerDataSchema } from './worker-data.ts'

if (parentPort === null) throw new Error('worker.ts runs in a worker thread')
const options = workerDataSchema.parse(workerData)
// Beside this file, built or not.
const planReaderUrl = new URL(`./plan-reader${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
void serveEngine(parentPort, ({ vault }) => createEngine({ ...options, vault, clock: systemClock, planReaderUrl }))
