import { Worker } from 'node:worker_threads'
import type { SandboxCredentials, SandboxThreadOptions } from './sandbox-options.ts'
import type { FromSandboxThread, ToSandboxThread } from './thread-messages.ts'

export interface SandboxHandle {
  baseUrl: string
  credentials: SandboxCredentials
  /** Always the same one for the same file. */
  token: string
  /** For the header `X-Sandbox-Secret` of the control path. */
  controlSecret: string
  close(): Promise<void>
}

/**
 * Starts the sandbox in a worker thread; `workerUrl` is the built `worker.ts` of this folder. Rejects with an Error that says
 * why when it cannot start: the port is taken, the file cannot be opened, the faults cannot be read.
 */
export function startSandboxThread(workerUrl: URL, options: SandboxThreadOptions): Promise<SandboxHandle> {
  const worker = new Worker(workerUrl, { workerData: options })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The practice service ended before it was ready.')))
    worker.on('message', (message: FromSandboxThread) => {
      if (message.type === 'failed') reject(new Error(`The practice service cannot start: ${message.message}`))
      if (message.type !== 'listening') return
      const { baseUrl, credentials, token, controlSecret } = message
      resolve({
        baseUrl,
        credentials,
        token,
        controlSecret,
        async close() {
          worker.postMessage({ type: 'close' } satisfies ToSandboxThread)
          await exited
        },
      })
    })
  })
}
