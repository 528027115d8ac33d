import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Tests that start the built programs, or look at them in a browser. */
const onTheBuild = ['test/e2e/**/*.test.ts', 'test/shells/**/*.built.test.ts']

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...onTheBuild, 'test/bench/**'] } },
      {
        extends: true,
        test: { name: 'built', include: onTheBuild, globalSetup: 'test/helpers/fresh-build.ts', testTimeout: 60_000, fileParallelism: false },
      },
    ],
  },
})
