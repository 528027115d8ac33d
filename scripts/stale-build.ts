import { spawnSync } from 'node:child_process'
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writeLicences } from './package/licences.ts'

/** The folder of package.json. */
export const projectRoot = join(import.meta.dirname, '..')

const sources = ['src-main', 'src-renderer', 'electron.vite.config.ts', 'package-lock.json']
const products = [
  'out/main/main.js',
  'out/main/cli.js',
  'out/main/worker.js',
  'out/main/plan-reader.js',
  'out/main/sandbox-worker.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/licences.txt',
]

/** Whether `out/` is missing, incomplete, or older than something it is built from. */
export function isBuildStale(root: string): boolean {
  const built = products.map((path) => modifiedMs(join(root, path)))
  if (built.includes(0)) return true
  return Math.max(...sources.map((path) => newestMs(join(root, path)))) > Math.min(...built)
}

/** Builds everything; what the build says goes to standard error. Returns whether it worked. */
export function build(root: string): boolean {
  const packageFile = createRequire(import.meta.url).resolve('electron-vite/package.json')
  const program = join(dirname(packageFile), 'bin', 'electron-vite.js')
  const { status } = spawnSync(process.execPath, [program, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) return false
  writeLicences(root)
  return true
}

function newestMs(path: string): number {
  const entries = entriesOf(path)
  if (entries === null) return modifiedMs(path)
  return Math.max(
    modifiedMs(path),
    ...entries.map((entry) => (entry.isDirectory() ? newestMs(join(path, entry.name)) : modifiedMs(join(path, entry.name)))),
  )
}

function entriesOf(path: string): Dirent[] | null {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path, { withFileTypes: true }) : null
}

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
