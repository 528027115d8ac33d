import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.ts'

/**
 * Features that a test's browser does without. Chromium heeds only the last list that it is given, so Playwright's own
 * stand here once more. The last two begin a hidden page each, with every window, for suggestions under an address bar
 * that no test sees: they are a third of all the work of the screens' tests.
 */
const featuresTurnedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** A real browser without a window, its scroll bars as wide as people have them. Throws when this computer has none; `npm test` fetches one. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error('There is no browser: run "npm test", or set ROLLCALL_BROWSER.')
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs: ['--hide-scrollbars'],
    chromiumSandbox: !isRoot,
    ...options,
    args: ['--disable-dev-shm-usage', `--disable-features=${featuresTurnedOff.join(',')}`, ...(options.args ?? [])],
  })
}
