import { parentPort, workerData } from 'node:worker_threads'
import { createSandbox } from './sandbox.ts'
import type { SandboxThreadOptions } from './sandbox-options.ts'
import type { FromSandboxThread, ToSandboxThread } from './thread-messages.ts'

/** The sandbox in a thread of its own: started with SandboxThreadOptions as `workerData`, it listens until told to close. */
async function main(): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('This file runs in a worker thread only.')
  const tell = (message: FromSandboxThread) => port.postMessage(message)
  try {
    const sandbox = await createSandbox(workerData as SandboxThreadOptions)
    port.on('message', (message: ToSandboxThread) => {
      if (message.type !== 'close') return
      void sandbox.close().then(() => {
        tell({ type: 'closed' })
        port.close()
      })
    })
    const { baseUrl, credentials, token, controlSecret } = sandbox
    tell({ type: 'listening', baseUrl, credentials, token, controlSecret })
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : 'unknown' })
    port.close()
  }
}

await main()
