import { readdirSync, readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// Three tiers. `npm run test:unit` runs the first, `npm test` all of them.

/** Tests that start the built programs, or look at the screens in a browser. */
const built = ['test/e2e/**/*.test.ts', 'test/**/*.built.test.ts']
/** Single controls in a browser. */
const controls = 'test/**/*.browser.test.ts'
/** Processes that are killed, and figures of a size that takes long. */
const endurance = 'test/endurance/**/*.test.ts'
/** Properties that the quick tests try only some times, tried in full. */
const inFull = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('/helpers/portion.ts'))

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    // One process for each core, in which file after file runs: what they share is loaded once. So no test changes what is
    // global to a process.
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    // Only what hangs takes that long, on a slow and busy computer too.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...built, controls, endurance, 'test/bench/**'],
          setupFiles: 'test/helpers/seed.ts',
        },
      },
      { extends: true, test: { name: 'built', include: built, globalSetup: 'test/helpers/fresh-build.ts' } },
      { extends: true, test: { name: 'controls', include: [controls] } },
      {
        extends: true,
        test: { name: 'endurance', include: [endurance, ...inFull], setupFiles: 'test/helpers/seed.ts', env: { ROLLCALL_PORTION: 'full' } },
      },
    ],
  },
})
