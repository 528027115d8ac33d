import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const fetchAtMostMs = 240_000

/** What to say when there is no browser and none could be fetched. */
export const browserAdvice =
  'The tests need a browser. Install Chromium, Google Chrome or Microsoft Edge, or set ROLLCALL_BROWSER to the path of one.'

/** A Chromium, Chrome or Edge on this computer: `ROLLCALL_BROWSER`, the usual places, then Playwright's own. Null without. */
export function findBrowser(): string | null {
  const named = process.env.ROLLCALL_BROWSER
  if (named) return existsSync(named) ? named : null
  return usualPlaces().find((path) => existsSync(path)) ?? playwrightBrowser()
}

/** Fetches a browser: Playwright's, else Debian's where this process may install it. Null when neither could be had. */
export function fetchBrowser(): string | null {
  console.log('Fetching a browser for the tests …')
  const program = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  spawnSync(process.execPath, [program, 'install', '--no-shell', 'chromium'], {
    stdio: 'ignore',
    timeout: fetchAtMostMs,
    killSignal: 'SIGKILL',
  })
  const fetched = playwrightBrowser()
  if (fetched !== null && starts(fetched)) return fetched
  return installDebianBrowser()
}

/** Whether the browser runs at all: one without its libraries does not. */
export function starts(path: string): boolean {
  const { status } = spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 })
  return status === 0
}

function installDebianBrowser(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing the chromium package …')
  const options = { stdio: 'ignore', timeout: fetchAtMostMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return usualPlaces().find((path) => existsSync(path)) ?? null
}

function playwrightBrowser(): string | null {
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : null
}

function usualPlaces(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
        ['/Applications', join(process.env.HOME ?? '', 'Applications')].map((folder) =>
          join(folder, `${name}.app`, 'Contents', 'MacOS', name),
        ),
      )
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
        .map((name) => process.env[name])
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
          join(folder, 'Chromium', 'Application', 'chrome.exe'),
        ])
    default: {
      const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable']
      const folders = [
        ...(process.env.PATH ?? '').split(':'),
        '/usr/bin',
        '/usr/local/bin',
        '/snap/bin',
        '/opt/google/chrome',
        '/opt/microsoft/msedge',
      ]
      return folders.filter((folder) => folder !== '').flatMap((folder) => names.map((name) => join(folder, name)))
    }
  }
}
