import { defineConfig } from 'vitest/config'

/** The quick tests for the mutation tester: each file in a world of its own, so that flips in tables made at loading count too. */
export default defineConfig({
  test: {
    pool: 'forks',
    include: ['test/{engine,sandbox,shells,renderer}/**/*.test.ts'],
    exclude: ['test/**/*.built.test.ts', 'test/**/*.browser.test.ts'],
    setupFiles: 'test/helpers/seed.ts',
    testTimeout: 60_000,
  },
})
