// `npm run mutants`: flips conditions in what must never go wrong, one at a time, and says which flips no quick test notices.
//
//   npm run mutants                                         all of the rooms below: hours
//   npm run mutants -- src-main/engine/run/answer/echo.ts   one file, or several, or patterns: a minute or two each
//   npm run mutants -- FILE --tests 'test/engine/**'        with other tests than those of the file's own room
//   npm run mutants -- FILE --strings                       texts emptied too (by default just conditions, figures and calls)
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

/** What is sent twice, what counts as unchanged, what counts as consent: at least 90 % of the flips are to be noticed. */
const pinnedRooms = [
  'src-main/engine/run/answer/**/*.ts',
  'src-main/engine/run/reconcile/**/*.ts',
  'src-main/engine/service/answers/**/*.ts',
  'src-main/engine/plan/match/**/*.ts',
  'src-main/engine/plan/row/**/*.ts',
  'src-main/engine/plan/guards/**/*.ts',
  'src-main/engine/kinds/**/*.ts',
  'src-main/engine/mapping/compile/**/*.ts',
  'src-main/engine/text/headers/**/*.ts',
  'src-main/engine/text/boolean-words.ts',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    strings: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
  },
})
const mutated = positionals.length === 0 ? pinnedRooms : positionals

// The mutation tester runs tests in threads, where a test cannot choose its zone of time: those that do choose this one.
process.env.TZ = 'America/New_York'

const stryker = new Stryker({
  mutate: mutated,
  testFiles: values.tests ?? testsOf(mutated),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/vitest.mutants.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What a file works out while it is loaded cannot be flipped for single tests: Vitest loads each test file once.
  ignoreStatic: true,
  mutator: { plugins: null, excludedMutations: values.strings ? [] : ['StringLiteral'] },
  ignorePatterns: ['/out', '/docs', '/test/bench', '/test/e2e'],
  reporters: ['clear-text', 'progress'],
  clearTextReporter: {
    allowColor: process.stdout.isTTY,
    logTests: false,
    reportTests: false,
    reportMutants: true,
    reportScoreTable: true,
    allowEmojis: false,
    skipFull: false,
  },
  tempDirName: '.stryker-tmp',
  concurrency: Number(values.concurrency),
  timeoutMS: 10_000,
  timeoutFactor: 4,
  thresholds: { high: 95, low: 90, break: 90 },
})
const results = await stryker.runMutationTest()
const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
const counted = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError' && status !== 'RuntimeError').length
console.log(`${noticed} of ${counted} flips noticed`)

/** The tests of the rooms that the files lie in: `src-main/engine/run/answer/echo.ts` is tested in `test/engine/run`. */
function testsOf(files: readonly string[]): string[] {
  const rooms = new Set(files.map((file) => /^src-main\/(engine\/[^/]+|sandbox|shells)\//.exec(file)?.[1] ?? 'engine'))
  const folders = [...rooms].map((room) => `test/${room}`).filter((folder) => existsSync(folder))
  return folders.map((folder) => `${folder}/**/*.test.ts`)
}
