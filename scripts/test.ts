// `npm test`: the build, the types, and every test, in a real browser where one is needed. Ends with `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { addCounts, type Counts, countsLine, countStep, countTries, countVitest, filesToTryAgain, type VitestRun } from './count-results.ts'
import { browserAdvice, fetchBrowser, findBrowser } from './find-browser.ts'
import { build, isBuildStale, projectRoot } from './stale-build.ts'

const require = createRequire(import.meta.url)

/** Where more files than this failed, no busy computer is to blame. */
const triedAgainAtMost = 8

/** `npm test -- test/engine`: only the tests of some folders. */
const chosen = process.argv.slice(2)

const counts = addCounts(await runAll())
console.log(countsLine(counts))
process.exitCode = counts.failed > 0 ? 1 : 0

async function runAll(): Promise<Counts[]> {
  console.log('Build')
  const isBuilt = !isBuildStale(projectRoot) || build(projectRoot)
  const browser = findBrowser() ?? fetchBrowser()
  if (browser === null) console.error(browserAdvice)
  console.log('Tests, and types beside them')
  // It checks what the compiler alone would, and the screens.
  const svelteCheck = join(dirname(require.resolve('svelte-check/package.json')), 'bin', 'svelte-check')
  const [tests, types] = await Promise.all([
    runVitest(browser),
    runQuietly(svelteCheck, ['--tsconfig', './tsconfig.json', '--output', 'human']),
  ])
  console.log('Types')
  process.stdout.write(types.output)
  return [countStep(isBuilt), countStep(types.code === 0), ...(browser === null ? [countStep(false)] : []), tests]
}

/**
 * On a busy computer one of some nine thousand tests may run out of its time. The files in which something failed are run once
 * more, each as a whole and by itself, since its tests build on one another; what passes only then is named.
 */
async function runVitest(browser: string | null): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-tests-'))
  try {
    const environment = {
      // The tests start many processes and threads of the same sources.
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      ...(browser === null ? {} : { ROLLCALL_BROWSER: browser }),
    }
    const first = await vitest(join(folder, 'first.json'), chosen, environment)
    const files = filesToTryAgain(first)
    if (files.length === 0 || files.length > triedAgainAtMost) return countVitest(first)
    console.log(`Once more, each by itself: ${files.length} of the files, in which something failed`)
    const second = new Map<string, VitestRun>()
    for (const file of files) second.set(file, await vitest(join(folder, `again-${second.size}.json`), [file], environment))
    const { counts, onlyThen } = countTries(first, second)
    if (onlyThen.length > 0) console.log(`Passed only at the second try (${onlyThen.length}):`)
    for (const name of onlyThen) console.log(`  ${relative(projectRoot, name)}`)
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function vitest(reportPath: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<VitestRun> {
  const program = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs')
  const reporters = ['default', 'json', './scripts/unhandled-errors.ts'].map((name) => `--reporter=${name}`)
  const unhandledPath = `${reportPath}.unhandled`
  const exitCode = await run(program, ['run', ...reporters, `--outputFile.json=${reportPath}`, ...args], {
    ...environment,
    ROLLCALL_UNHANDLED: unhandledPath,
  })
  const report = existsSync(reportPath) ? readFileSync(reportPath, 'utf8') : null
  return { report, exitCode, hasUnhandled: existsSync(unhandledPath) }
}

/** Runs a program of node_modules in this Node. Its exit code; null when a signal ended it. */
function run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code))
  })
}

/** The same, with what it says for later. */
function runQuietly(program: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', ({ message }) => resolve({ code: 1, output: `${message}\n` }))
    child.once('close', (code) => resolve({ code, output }))
  })
}
