import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { serveReadAhead } from './plan/read-ahead/serve-read-ahead.ts'
import type { ReadAheadData } from './plan/read-ahead/reader-messages.ts'

if (parentPort === null) throw new Error('plan-reader.ts runs in a worker thread')
const [data] = (await once(parentPort, 'message')) as [ReadAheadData] // our own engine's words
await serveReadAhead(parentPort, data)
