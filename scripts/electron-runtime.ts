import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const fetchAtMostMs = 120_000

/** Where Electron's program is; null when its runtime has not been fetched. Follows `electron/index.js`. */
export function findElectron(): string | null {
  const folder = electronFolder()
  const name = readIfThere(join(folder, 'path.txt'))
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const program = override ? join(override, name ?? 'electron') : name === null ? null : join(folder, 'dist', name)
  return program !== null && existsSync(program) ? program : null
}

/** Fetches Electron's runtime with Electron's own installer, for at most two minutes. Null when it could not be had. */
export async function fetchElectron(): Promise<string | null> {
  const installer = spawn(process.execPath, [join(electronFolder(), 'install.js')], { stdio: 'ignore' })
  const timeout = setTimeout(() => installer.kill('SIGKILL'), fetchAtMostMs)
  await new Promise<void>((resolve) => {
    installer.once('exit', () => resolve())
    installer.once('error', () => resolve())
  })
  clearTimeout(timeout)
  return findElectron()
}

function electronFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
