import { defineConfig } from 'vitest/config'

/** The quick tests for the mutation tester, each file in a world of its own. */
export default defineConfig({
  test: {
    pool: 'forks',
    include: ['test/{engine,sandbox,shells,renderer}/**/*.test.ts'],
    exclude: ['test/**/*.built.test.ts', 'test/**/*.browser.test.ts'],
    setupFiles: 'test/helpers/seed.ts',
    // That a property fails is all that is asked: which case is the smallest that does is not looked for.
    env: { ROLLCALL_TEST_SHRINK: 'no' },
    // Each flip is in files of its own, which nobody reads again.
    fsModuleCache: false,
    testTimeout: 60_000,
  },
})
