import type { UtilityProcess } from 'electron'
import { EventEmitter } from 'node:events'
import type { EngineThread } from '../../engine/engine-port.ts'
import type { EngineWorkerData } from '../../engine/worker-data.ts'

/** The part of Electron's `utilityProcess` that starts one. */
export interface UtilityProcesses {
  fork(
    path: string,
    args: string[],
    options: { serviceName: string; env: NodeJS.ProcessEnv; execArgv: string[]; stdio: 'inherit' },
  ): UtilityProcess
}

export interface EngineProcessOptions {
  utilityProcess: UtilityProcesses
  /** The built `engine-entry.ts`. */
  entryPath: string
  /** In megabytes: see `worker-limits.ts`. */
  youngGenerationMb: number
  /** See there, too. */
  v8Flags: readonly string[]
}

/** The engine in a process of its own, so that a crash of native code takes no window with it. It looks like a thread. */
export function startEngineProcess(data: EngineWorkerData, options: EngineProcessOptions): EngineThread {
  const { utilityProcess, entryPath, youngGenerationMb, v8Flags } = options
  const child = utilityProcess.fork(entryPath, [], {
    serviceName: 'Rollcall engine',
    env: process.env,
    execArgv: [`--max-semi-space-size=${Math.ceil(youngGenerationMb / 3)}`, ...v8Flags],
    stdio: 'inherit',
  })
  const thread = new EventEmitter()
  child.on('message', (message: unknown) => thread.emit('message', message))
  const exited = new Promise<number>((resolve) => child.once('exit', resolve))
  void exited.then((code) => {
    // Before it was ready, somebody waits for it; afterwards nobody hears an error that has no listener.
    if (thread.listenerCount('error') > 0) thread.emit('error', new Error(`The engine's process ended with ${code}.`))
    thread.emit('exit', code)
  })
  child.postMessage(data)
  return {
    on: (event: string, listener: (...values: never[]) => void) => thread.on(event, listener as () => void),
    postMessage: (message) => child.postMessage(message),
    async terminate() {
      child.kill()
      await exited
    },
  }
}
