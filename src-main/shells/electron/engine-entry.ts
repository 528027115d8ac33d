import { createEngine } from '../../engine/engine.ts'
import { serveEngine } from '../../engine/engine-port.ts'
import { systemClock } from '../../engine/model/clock.ts'
import { workerDataSchema } from '../../engine/worker-data.ts'

/** The part of Electron's `process.parentPort` that the engine needs. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  once(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

// The engine in a utility process: the first message says how it is to start.
const { parentPort } = process as unknown as { parentPort?: ParentPort }
if (parentPort === undefined) throw new Error('engine-entry.ts runs in a utility process')
parentPort.once('message', ({ data }) => {
  const options = workerDataSchema.parse(data)
  const port = {
    on: (_event: 'message', listener: (message: unknown) => void) => parentPort.on('message', (message) => listener(message.data)),
    postMessage: (message: unknown) => parentPort.postMessage(message),
  }
  const planReaderUrl = new URL('./plan-reader.js', import.meta.url)
  void serveEngine(port, (shell) => createEngine({ ...options, ...shell, clock: systemClock, planReaderUrl }))
})
