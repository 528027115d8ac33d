import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Tests of the screens that need nothing of the browser shell alone: `docs/desktop-tests.md` says what keeps the others out. */
const inDesktop = [
  'file/{bad-files,changed-file,damage,kept-corrections,large}',
  'journeys/{both-directions,by-keys,dispositions,own-files,texts-to-a-list}',
  'mapping/{consent-words,date-order,mapping,questions,saved-recipes,sizes}',
  'pages/{access,address-book,changing-contacts,contact-conversations,contacts-page,data-settings,everywhere,expired-sign-in,ledger-page}',
  'pages/{lost-screen,page-sizes,recipe-copies,screen-sizes,settings-page,start-page}',
  'review/{consent-history,duplicates-view,early-keys,file-screen,guard-card,kept-focus,leave-out-column,messages-review,offline-review}',
  'review/{review-fixing,review-sizes,split-rows,up-to-date,watched-plan}',
  'run/{after-run,answer-later,interrupted,live-with,result-boxes,run,undo-page}',
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
