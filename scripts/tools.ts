import { type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from './stale-build.ts'

/** Where the program of an installed package is. Throws where the package is not installed. */
export function toolPath(packageName: string, program = packageName): string {
  const file = join(projectRoot, 'node_modules', packageName, 'package.json')
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> }
  const path = typeof bin === 'string' ? bin : bin[program]
  if (path === undefined) throw new Error(`${packageName} has no program ${program}`)
  return join(dirname(file), path)
}

/** Runs a program of an installed package in this Node, to its end: its exit code; null when a signal ended it. */
export function runTool(path: string, args: readonly string[], options: SpawnOptions = {}): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path, ...args], { cwd: projectRoot, stdio: 'inherit', ...options })
    child.once('error', ({ message }) => {
      console.error(message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code))
  })
}
