import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/stale-build.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
  /** Standard output as the one JSON object that it has to be. Throws when it is anything else. */
  json(): Record<string, unknown>
}

export interface Running {
  process: ChildProcess
  /** Resolves with everything on standard output so far, as soon as it has a whole line. */
  firstLine: Promise<string>
  /** Resolves when standard error has the text. */
  saying(text: string): Promise<void>
  ended: Promise<Ended>
}

export interface RollcallOptions {
  home: string
  environment?: Record<string, string>
  stdin?: string
  cwd?: string
}

/** Whether a test can send a Ctrl-C: Windows ends a program at once that another one sends a signal; its console alone can. */
export const canSignal = process.platform !== 'win32'

/** Starts the built command line as its own process, with an environment that holds nothing of this one's accounts. */
export function startRollcall(args: readonly string[], options: RollcallOptions): Running {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('ROLLCALL_') && name !== 'NODE_COMPILE_CACHE'),
  )
  const child = spawn(process.execPath, [join(projectRoot, 'out', 'main', 'cli.js'), ...args], {
    cwd: options.cwd ?? options.home,
    env: { ...inherited, ROLLCALL_HOME: options.home, ...options.environment },
    stdio: 'pipe',
  })
  child.stdin.on('error', () => {}) // a command that reads nothing may be gone before it is written to
  child.stdin.end(options.stdin ?? '')
  let stdout = ''
  let stderr = ''
  const waiting = new Set<() => void>()
  const line = Promise.withResolvers<string>()
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    if (stdout.includes('\n')) line.resolve(stdout)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
    for (const look of waiting) look()
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      line.reject(new Error(`it ended before it printed a line: ${stderr}`))
      resolve({ code, stdout, stderr, json: () => oneObject(stdout) })
    })
  })
  line.promise.catch(() => {})
  return {
    process: child,
    firstLine: line.promise,
    ended,
    saying: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!stderr.includes(text)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Runs the built command line to its end. */
export function rollcall(args: readonly string[], options: RollcallOptions): Promise<Ended> {
  return startRollcall(args, options).ended
}

/** A text as the one JSON object that it has to be. Throws when it is anything else. */
export function oneObject(stdout: string): Record<string, unknown> {
  const value: unknown = JSON.parse(stdout)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`not an object: ${stdout}`)
  return value as Record<string, unknown>
}
