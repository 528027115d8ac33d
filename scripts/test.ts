// `npm test`: the build, the types, and every test, in a real browser where one is needed. Ends with `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { addCounts, type Counts, countsLine, countStep, countVitest } from './count-results.ts'
import { browserAdvice, fetchBrowser, findBrowser } from './find-browser.ts'
import { build, isBuildStale, projectRoot } from './stale-build.ts'

const require = createRequire(import.meta.url)

const reporters = ['default', 'json', './scripts/second-tries.ts'].map((name) => `--reporter=${name}`)

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

async function runVitest(browser: string | null): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-tests-'))
  const reportPath = join(folder, 'report.json')
  try {
    const program = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs')
    const environment = {
      // The tests start many processes and threads of the same sources.
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      ...(browser === null ? {} : { ROLLCALL_BROWSER: browser }),
    }
    const code = await run(
      program,
      // On a busy computer one of some nine thousand tests may run out of its time: it is tried once more, and named where that passes.
      ['run', '--retry=1', ...reporters, `--outputFile.json=${reportPath}`, ...chosen],
      environment,
    )
    return countVitest(existsSync(reportPath) ? readFileSync(reportPath, 'utf8') : null, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
