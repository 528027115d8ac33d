// `npm start`: the app in Electron, or where that cannot be had in the browser.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fetchElectron, findElectron } from './electron-runtime.ts'
import { build, isBuildStale, projectRoot } from './stale-build.ts'

/** An Electron that ends with an error within this time never showed anything. */
const startsWithinMs = 8_000

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

let wasStopped = false

process.exitCode = await start()

async function start(): Promise<number> {
  if (isBuildStale(projectRoot)) {
    console.log('Building Rollcall …')
    if (!build(projectRoot)) {
      console.error('Rollcall could not be built; the reasons are above. Run "npm ci" and try again.')
      return 1
    }
  }
  const program = findElectron() ?? (await fetchedElectron())
  if (program === null) return startBrowser('The Electron runtime could not be fetched, so Rollcall opens in the browser.')
  if (!hasDisplay) return startBrowser('There is no display for Electron here, so Rollcall opens in the browser.')

  const startedMs = performance.now()
  const code = await ended(spawn(program, [projectRoot], { stdio: 'inherit' }))
  const failedAtOnce = code !== 0 && performance.now() - startedMs < startsWithinMs && !wasStopped
  return failedAtOnce ? startBrowser('Electron could not start on this computer, so Rollcall opens in the browser.') : code
}

function fetchedElectron(): Promise<string | null> {
  console.log('Fetching the Electron runtime (once, about 120 MB) …')
  return fetchElectron()
}

function startBrowser(why: string): Promise<number> {
  console.log(why)
  return ended(spawn(process.execPath, [join(projectRoot, 'out', 'main', 'cli.js'), 'serve', '--open'], { stdio: 'inherit' }))
}

/** The program's exit code. Ctrl-C reaches it through the terminal; a signal to this process alone is handed on. */
function ended(program: ChildProcess): Promise<number> {
  const handOn = (signal: NodeJS.Signals) => {
    wasStopped = true
    if (!process.stdin.isTTY || signal !== 'SIGINT') program.kill(signal)
  }
  process.on('SIGINT', handOn)
  process.on('SIGTERM', handOn)
  return new Promise((resolve) => {
    const settle = (code: number) => {
      process.off('SIGINT', handOn)
      process.off('SIGTERM', handOn)
      resolve(code)
    }
    program.once('exit', (code, signal) => settle(wasStopped ? 0 : (code ?? (signal ? 1 : 0))))
    program.once('error', () => settle(1))
  })
}
