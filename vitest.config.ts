import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { memoryFolder } from './test/helpers/memory-folder.ts'

// Four tiers. `npm run test:unit` runs the first, `npm run test:stations` the second, `npm test` all of them.

/**
 * The real parts together: the whole engine behind its procedures, whole commands, whole plans and runs against the practice service,
 * the simulator. What mirrors a single source in a room is a unit test, even where it needs that service.
 */
const together = [
  'test/engine/{plan,run,results}/*.test.ts',
  'test/engine/{procedures,contacts/sync}/**/*.test.ts',
  'test/engine/ledger/consent-run.test.ts',
  'test/shells/{browser,cli}/**/*.test.ts',
  'test/simulate/**/*.test.ts',
]
/** Whole files, address books and databases, written and read again, attacked and broken; and what is true of all samples or contacts. */
const whole = [
  'test/engine/source/{xlsx,vcard,table,open}/**/*.test.ts',
  'test/engine/source/encoding/detect-encoding.test.ts',
  'test/engine/source/broken-files.test.ts',
  'test/engine/damage/damage-check.test.ts',
  'test/engine/contacts/{export,conversations,search}/**/*.test.ts',
  'test/engine/store/{backups,integrity}/**/*.test.ts',
  'test/engine/ledger/{export,verify}-ledger.test.ts',
  'test/sandbox/{contract,seed}/**/*.test.ts',
  'test/sandbox/start-sandbox-thread.test.ts',
  'test/scripts/samples/**/*.test.ts',
]
const stations = [...together, ...whole]
/** Tests that start the built programs, look at the screens in a browser, or at all sources at once. */
const built = ['test/e2e/**/*.test.ts', 'test/**/*.built.test.ts', 'test/repository/{house,screen-words}.test.ts']
/** Tests of the screens that are run a second time, in the desktop app; `npm run test:desktop` runs more: see `docs/desktop-tests.md`. */
const inDesktop = ['review/split-rows', 'run/undo-page'].map((name) => `test/e2e/${name}.test.ts`)
/** Single controls in a browser. */
const controls = 'test/**/*.browser.test.ts'
/** Processes that are killed, and figures of a size that takes long. */
const endurance = 'test/endurance/**/*.test.ts'
/** Properties that the quick tests try only some times, tried in full. */
const inFull = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('/helpers/portion.ts'))

const notQuick = [...built, controls, endurance, 'test/bench/**']
const quick = {
  setupFiles: 'test/helpers/seed.ts',
  globalSetup: 'test/helpers/memory-folder.ts',
  ...(memoryFolder !== null && { env: { TMPDIR: memoryFolder } }),
}

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    // File after file runs in a process, where what they share is loaded once: so no test changes what is global to a process. Four
    // processes for two cores: in many tests one waits for a browser, or for a call that may still arrive.
    pool: 'forks',
    isolate: false,
    maxWorkers: Math.ceil(availableParallelism() * 2),
    // The young generation at once as large as V8 would make it in time: a tenth of the time went into collecting it.
    execArgv: ['--max-semi-space-size=32', '--min-semi-space-size=32'],
    // The sources as Vite transforms them are kept in `node_modules`: the tiers share them, and the next run.
    fsModuleCache: true,
    // Only what hangs takes that long, on a slow and busy computer too.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...notQuick, ...stations], ...quick } },
      { extends: true, test: { name: 'stations', include: stations, exclude: notQuick, ...quick } },
      { extends: true, test: { name: 'built', include: built, globalSetup: 'test/helpers/fresh-build.ts' } },
      {
        extends: true,
        test: { name: 'desktop', include: inDesktop, globalSetup: 'test/helpers/fresh-build.ts', env: { ROLLCALL_TEST_SHELL: 'desktop' } },
      },
      { extends: true, test: { name: 'controls', include: [controls] } },
      {
        extends: true,
        test: { name: 'endurance', include: [endurance, ...inFull], setupFiles: 'test/helpers/seed.ts', env: { ROLLCALL_PORTION: 'full' } },
      },
    ],
  },
})
