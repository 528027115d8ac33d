import { Readable, Writable } from 'node:stream'
import { MessageChannel } from 'node:worker_threads'
import type { EngineClient } from '../../src-main/engine/contract.ts'
import { createEngine } from '../../src-main/engine/engine.ts'
import { connectEngine, serveEngine } from '../../src-main/engine/engine-port.ts'
import { type Clock, systemClock } from '../../src-main/engine/model/clock.ts'
import type { EngineWorkerData } from '../../src-main/engine/worker-data.ts'
import type { Vault } from '../../src-main/engine/account/token-vault.ts'
import { createTerminal } from '../../src-main/shells/cli/output/terminal.ts'
import type { ScheduleSystem } from '../../src-main/engine/schedule/entries/schedulers.ts'
import { runProgram } from '../../src-main/shells/cli/program.ts'
import { createFileVault } from '../../src-main/shells/file-vault.ts'
import { type Ended, oneObject, type RollcallOptions } from './run-rollcall.ts'

const source = (path: string) => new URL(`../../src-main/${path}`, import.meta.url)

/** Whatever is not asked of the process itself: what is shown, and the screens that `serve` would serve. */
const places = {
  engineWorker: source('engine/worker.ts'),
  sandboxWorker: source('sandbox/sandbox-worker.ts'),
  renderer: new URL('../../out/renderer/', import.meta.url),
  samples: new URL('../../resources/samples/', import.meta.url),
}

export type HereOptions = Omit<RollcallOptions, 'cwd'> & { clock?: Clock; schedules?: ScheduleSystem }

/**
 * Runs a command line to its end in this process, with an engine of its own: the same commands as the built program's, for what they say
 * and do. What is asked of a process (its signals, its streams, its start) is asked of the built program: `rollcall`.
 */
export async function rollcallHere(args: readonly string[], options: HereOptions): Promise<Ended> {
  const [stdout, stderr] = [keptText(), keptText()]
  const atHome = args.includes('--home') ? args : [...args, '--home', options.home]
  const code = await runProgram(atHome, {
    terminal: createTerminal({ stdin: Readable.from([options.stdin ?? '']), stdout, stderr }),
    environment: options.environment ?? {},
    places,
    host: {
      createVault: createFileVault,
      startEngine: (data, vault) => engineHere(data, vault, options.clock ?? systemClock),
      ...(options.clock && { clock: options.clock }),
      ...(options.schedules && { schedules: options.schedules, program: ['/opt/rollcall'] }),
    },
  })
  return { code, stdout: stdout.text(), stderr: stderr.text(), json: () => oneObject(stdout.text()) }
}

async function engineHere(data: EngineWorkerData, vault: Vault, clock: Clock): Promise<EngineClient> {
  const { port1: engine, port2: shell } = new MessageChannel()
  await serveEngine(engine, (services) => createEngine({ ...data, ...services, clock }))
  const thread = {
    on: (event: string, listener: (value: never) => void) => shell.on(event === 'exit' ? 'close' : event, listener as () => void),
    postMessage: (message: unknown) => shell.postMessage(message),
    terminate: async () => shell.close(),
  }
  return connectEngine(thread, { vault })
}

function keptText(): Writable & { text(): string } {
  const chunks: Buffer[] = []
  const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()) })
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() })
}
