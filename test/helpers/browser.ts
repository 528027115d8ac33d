import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.ts'

/** A real browser without a window, its scroll bars as wide as people have them. Throws when this computer has none; `npm test` fetches one. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error('There is no browser: run "npm test", or set ROLLCALL_BROWSER.')
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath,
    args: ['--disable-dev-shm-usage'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
    chromiumSandbox: !isRoot,
    ...options,
  })
}
