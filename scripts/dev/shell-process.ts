import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '../stale-build.ts'

export interface ShellProcess {
  /** Opens the app once. */
  key: string
  stop(): Promise<void>
}

/** Data of its own: an engine that starts again at each change is nothing for a run that matters. */
const home = join(projectRoot, '.dev')

/** Starts the browser shell, on this port, and the engine from their sources. Throws when they do not start; why is on standard error. */
export async function startShell(port: number, args: readonly string[]): Promise<ShellProcess> {
  const program = join(import.meta.dirname, 'serve-sources.ts')
  const child = spawn(process.execPath, [program, 'serve', '--json', '--port', String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ROLLCALL_HOME: process.env.ROLLCALL_HOME ?? home },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const url = await new Promise<URL>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      try {
        resolve(new URL((JSON.parse(line) as { url: string }).url))
      } catch {
        console.log(line)
      }
    })
    void ended.then(() => reject(new Error('The shell did not start.')))
  })
  return {
    key: url.hash.slice('#k='.length),
    async stop() {
      child.kill()
      await ended
    },
  }
}
