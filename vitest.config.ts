import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Tests that start the built programs, or look at them in a browser. */
const onTheBuild = ['test/e2e/**/*.test.ts', 'test/shells/**/*.built.test.ts']

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
          exclude: [...onTheBuild, 'test/bench/**'],
          setupFiles: 'test/helpers/seed.ts',
        },
      },
      { extends: true, test: { name: 'built', include: onTheBuild, globalSetup: 'test/helpers/fresh-build.ts' } },
    ],
  },
})
