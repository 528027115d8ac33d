import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { EngineClient } from '../../src-main/engine/contract.ts'
import type { ServedApp } from '../e2e/serve-for-test.ts'
import { launchBrowser } from '../helpers/browser.ts'
import { callEngine } from './desktop-app.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const desktops = new WeakMap<Page, StandIn>()

/** The desktop app whose window the page is; undefined for a page of the browser shell. */
export function desktopOf(page: Page): StandIn | undefined {
  return desktops.get(page)
}

/** The desktop app in the stand-in for Electron, as tests of the screens have the one in the browser: with one window. */
export async function serveDesktop(options: { home?: string }): Promise<ServedApp> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'rollcall-e2e-')))
  const browser = await launchBrowser()
  const app = await startStandIn(browser, { home })
  const { page, problems } = app
  desktops.set(page, app)
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  const client = clientOf(app)
  // Said before, as the browser's shell is told it when it starts: who has no name yet is asked for it on the start page.
  await client.call('accounts.update', { accountId: 'practice', operator: 'Pat Tester' })
  const stop = async () => {
    await app.kill()
    await browser.close()
  }
  return {
    home,
    url: new URL('#/', page.url()).href,
    port: 0,
    client,
    async ask(procedure, input) {
      const answer = await client.call(procedure, input)
      if (!answer.ok) throw new Error(`${procedure}: ${answer.error.message}`)
      return answer.value
    },
    crash: () => app.ask('crashEngine'),
    stop,
    willChooseFolder: (path) => app.willAnswer({ kind: 'open', filePaths: [path] }),
    async close() {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
    async openWindow({ viewport, colorScheme }) {
      // What a test did beside the page, such as signing in, is known to a page that is loaded after it.
      await page.setViewportSize(viewport ?? { width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: colorScheme ?? null })
      await page.evaluate("sessionStorage.clear(); location.hash = '#/'")
      await page.reload()
      await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
      problems.length = 0
      return { page, problems, close: async () => undefined }
    },
  }
}

/** The engine as the page has it: what only a person may allow is allowed in the dialogs that ask for it. */
function clientOf(app: StandIn): EngineClient {
  const { page } = app
  const confirmed = new Set<string>()
  let listening: Promise<unknown> = Promise.resolve()
  let listeners = 0

  async function allow(procedure: string, input: Record<string, unknown>): Promise<void> {
    if (procedure.startsWith('signIn.') && typeof input.baseUrl === 'string') {
      const { origin } = new URL(input.baseUrl)
      if (!confirmed.has(origin)) app.willAnswer({ kind: 'message', response: 0 })
      confirmed.add(origin)
    }
    const chosen = procedure === 'files.open' ? input.path : input.folder
    if (typeof chosen !== 'string') return
    app.willAnswer({ kind: 'open', filePaths: [chosen] })
    await page.evaluate(`rollcall.${procedure === 'files.open' ? 'openFile' : 'chooseFolder'}()`)
  }

  return {
    async call(procedure, input) {
      await listening
      await allow(procedure, input as Record<string, unknown>)
      return (await callEngine(page, procedure, input)) as never
    },
    on(event, listener) {
      const name = `told${(listeners += 1)}`
      let isOn = true
      listening = listening
        .then(() => page.exposeFunction(name, (payload: never) => isOn && listener(payload)))
        .then(() => page.evaluate(`rollcall.on(${JSON.stringify(event)}, (payload) => void ${name}(payload))`))
      return () => void (isOn = false)
    },
    close: async () => undefined,
  }
}
