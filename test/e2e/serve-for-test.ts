import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { EngineClient, Input, Output, ProcedureName } from '../../src-main/engine/contract.ts'
import { connectEngine } from '../../src-main/engine/engine-port.ts'
import { engineResourceLimits, engineV8Flags } from '../../src-main/engine/worker-limits.ts'
import { serveApp } from '../../src-main/shells/browser/serve-app.ts'
import { createFileVault } from '../../src-main/shells/file-vault.ts'
import { startApp } from '../../src-main/shells/start-app.ts'
import { serveDesktop } from '../desktop/serve-desktop.ts'

const inProject = (path: string) => new URL(`../../${path}`, import.meta.url)

export interface ServedApp {
  home: string
  /** Opens the app once, in one tab; reading it again gives another one. */
  readonly url: string
  port: number
  client: EngineClient
  /** Asks the engine directly, beside the screens. Throws what it refuses. */
  ask<P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>>
  /** Ends the engine's thread alone, as a crash would: the pages stay. */
  crash(): Promise<void>
  /** Ends the server and the engine, as a closed lid would; the data stays. */
  stop(): Promise<void>
  /** The next time that somebody asks for a folder, this one is chosen. */
  willChooseFolder(path: string): void
  /** Ends everything and removes the data. */
  close(): Promise<void>
  /** Loads the one window of the desktop app anew; left out where each page is a tab. */
  openWindow?(options: BrowserContextOptions): Promise<OpenedPage>
}

/** Whether the screens are looked at in the desktop app, in the stand-in for Electron: see `vitest.config.ts`. */
export const isDesktop = process.env['ROLLCALL_TEST_SHELL'] === 'desktop'

/** The built screens over the built engine and practice service, in threads of this process. */
export async function serveForTest(options: { home?: string; port?: number } = {}): Promise<ServedApp> {
  if (isDesktop) return serveDesktop(options)
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'rollcall-e2e-')))
  const vault = createFileVault({ home, environment: null })
  let thread: Worker | undefined
  const app = await startApp({
    home,
    vault,
    startEngine: (workerData) => {
      for (const flag of engineV8Flags) setFlagsFromString(flag)
      thread = new Worker(inProject('out/main/worker.js'), { workerData, resourceLimits: engineResourceLimits })
      return connectEngine(thread, { vault })
    },
    practice: true,
    engineWorkerUrl: inProject('out/main/worker.js'),
    sandboxWorkerUrl: inProject('out/main/sandbox-worker.js'),
    operator: 'Pat Tester',
    automates: true,
    program: ['/opt/rollcall'],
  })
  const folders: string[] = []
  const served = await serveApp({
    client: app.client,
    rendererFolder: fileURLToPath(inProject('out/renderer')),
    samplesFolder: fileURLToPath(inProject('resources/samples')),
    home,
    chooseFolder: async () => folders.shift() ?? null,
    ...(options.port === undefined ? {} : { port: options.port }),
  })
  const stop = async () => {
    await served.close()
    await app.close()
  }
  return {
    home,
    get url() {
      return served.newUrl()
    },
    port: Number(new URL(served.url).port),
    client: app.client,
    async ask(procedure, input) {
      const answer = await app.client.call(procedure, input)
      if (!answer.ok) throw new Error(`${procedure}: ${answer.error.message}`)
      return answer.value
    },
    async crash() {
      await thread?.terminate()
    },
    stop,
    willChooseFolder: (path) => void folders.push(path),
    async close() {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export interface OpenedPage {
  page: Page
  /** What went wrong in the page: errors, refused resources, anything that the CSP stopped. */
  problems: string[]
  close(): Promise<void>
}

/** A fresh browser profile with the app open in it. */
export async function openApp(browser: Browser, app: ServedApp, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  if (app.openWindow) return app.openWindow(options)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options })
  context.setDefaultTimeout(60_000) // a slow and busy computer is no failure
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(app.url)
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  return { page, problems, close: () => context.close() }
}

/** The id of the draft that the address names. */
export function draftIdOf(page: Page): string {
  return new URL(page.url()).hash.split('/')[2] ?? ''
}

/** What the button of the review and of its confirmation begins with, whatever the file brings. */
export const goAhead = /^(Import|Update|Set consent)/

/** The wizard's one primary action. */
export function primary(page: Page, name: string | RegExp) {
  return page.locator('.bar .primary').getByRole('button', { name })
}

/** The tabs for which there is no room are under this button, which says their figures. */
const moreTabs = (page: Page) => page.getByRole('button', { name: /^More rows: / })

/** The figure that a tab of the review or of the results shows, also where it is folded. Both are looked at in one moment: a
 * tab folds and unfolds as figures and buttons beside it come and go. */
export async function tabCount(page: Page, title: string): Promise<number> {
  await page
    .getByRole('tab', { name: new RegExp(`^${title}`) })
    .or(moreTabs(page))
    .first()
    .waitFor()
  return page.evaluate((wanted) => {
    const digits = (text: string) => Number(text.replace(/\D/g, ''))
    const inLine = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((tab) => tab.innerText.trim().startsWith(wanted))
    if (inLine) return digits(inLine.innerText)
    const labels = [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? '')
    const folded = new RegExp(`(?:: |, )${wanted} ([\\d,]+)`).exec(labels.find((label) => label.startsWith('More rows: ')) ?? '')?.[1]
    return folded === undefined ? Number.NaN : digits(folded)
  }, title)
}

/** Presses a tab of the review, also where it is folded. */
export async function showTab(page: Page, name: RegExp): Promise<void> {
  const tab = page.getByRole('tab', { name })
  const item = page.getByRole('menuitem', { name })
  // Where the counts change, a tab that was there a moment ago may be folded by now, or the other way round. No press may be
  // left waiting: it would press the tab as soon as it is in line again, and take the focus from where the test has it by then.
  const isPressed = (press: Locator) =>
    press.click({ timeout: 3_000 }).then(
      () => true,
      () => false,
    )
  for (let tried = 0; tried < 10; tried += 1) {
    await tab.or(moreTabs(page)).first().waitFor()
    if ((await tab.count()) > 0 && (await isPressed(tab))) return
    if ((await moreTabs(page).count()) > 0 && (await isPressed(moreTabs(page))) && (await isPressed(item))) return
  }
  throw new Error(`The tab ${name} could not be pressed.`)
}
