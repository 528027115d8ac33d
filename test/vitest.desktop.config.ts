import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Tests of the screens that need nothing of the browser shell alone: `docs/desktop-tests.md` says what keeps the others out. */
const inDesktop = [
  'file/{bad-files,changed-file,damage,kept-corrections,large}',
  'journeys/texts-to-a-list',
  'mapping/{mapping,questions,saved-recipes}',
  'pages/{access,contact-conversations,contacts-page,data-settings,everywhere,expired-sign-in,ledger-page,lost-screen,page-sizes,settings-page}',
  'review/{consent-history,duplicates-view,early-keys,file-screen,guard-card,kept-focus,leave-out-column,messages-review,review-fixing}',
  'review/{review-sizes,split-rows,watched-plan}',
  'run/{after-run,answer-later,live-with,result-boxes,run,undo-page}',
]

/** `npm run test:desktop`: these in the desktop app, in the stand-in for Electron. */
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    name: 'desktop',
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    include: inDesktop.map((name) => `test/e2e/${name}.test.ts`),
    globalSetup: 'test/helpers/fresh-build.ts',
    env: { ROLLCALL_TEST_SHELL: 'desktop' },
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
