import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, CDPSession, Page, Route } from 'playwright-core'
import { projectRoot } from '../../../scripts/stale-build.ts'
import type { DesktopApp, DialogAnswer, ShownDialog } from '../desktop-app.ts'

const here = (name: string) => join(import.meta.dirname, name)
const preloadWorld = 'preload'
const appOrigin = 'rollcall://app'
/** Chromium starts no request for a scheme that it does not know, so the page has this origin instead. */
const pageOrigin = 'https://rollcall-app.test'

const toPage = (url: string) => (url.startsWith(appOrigin) ? pageOrigin + url.slice(appOrigin.length) : url)
const toApp = (url: string) => (url.startsWith(pageOrigin) ? appOrigin + url.slice(pageOrigin.length) : url)

export interface StandInCall {
  name: string
  args: unknown[]
  isReady: boolean
}

/** The app in the stand-in, with what only that can tell. */
export interface StandIn extends DesktopApp {
  /** Everything that was asked of Electron, in order. */
  calls(): Promise<StandInCall[]>
  errorBoxes: { title: string; content: string }[]
  /** Asks the stand-in: see `answers` in `electron-module.mjs`. */
  ask<T = unknown>(method: string, input?: unknown): Promise<T>
  /** Where a file that is dropped in the page is on the disk. */
  droppedFrom(folder: string): Promise<void>
  /** Answers the next dialog that asks for a place: this folder, or a file in it that is called as the app suggests. */
  savesInto(folder: string): void
  process: ChildProcess
  /** What it printed so far. */
  output(): string
}

export interface StandInOptions {
  home: string
  args?: string[]
  environment?: Record<string, string>
  /** The built main process; this checkout's when left out. */
  program?: string
  /** What the first dialogs are answered, which may come before the window is shown. */
  answers?: DialogAnswer[]
}

interface Window {
  page: Page
  cdp: CDPSession
  preloadContext: Promise<number>
}

/** Starts the built main process with the stand-in for `electron`; its window is a page of the browser. Resolves when it is shown. */
export async function startStandIn(browser: Browser, options: StandInOptions): Promise<StandIn> {
  const program = startMain(options)
  const { child, ended } = program
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  context.setDefaultTimeout(90_000)
  const dialogs: ShownDialog[] = []
  const answers: DialogAnswer[] = [...(options.answers ?? [])]
  const problems: string[] = []
  const errorBoxes: { title: string; content: string }[] = []
  const windows = new Map<number, Window>()
  const shown = Promise.withResolvers<Page>()
  const ask = createAsk(child)

  child.on('message', (message: FromMain) => {
    switch (message.type) {
      case 'ask':
        return void answerMain(message.method, message.input).then(
          (value) => child.connected && child.send({ type: 'answer', id: message.id, value }),
        )
      case 'send':
        return void sendToPage(windows.get(message.windowId), message).catch(() => {}) // a page that is gone hears nothing
      case 'reload':
        return void windows
          .get(message.windowId)
          ?.page.reload()
          .catch(() => {})
      case 'windowClosed':
        return void windows
          .get(message.windowId)
          ?.page.close()
          .catch(() => {})
      case 'errorBox':
        return void errorBoxes.push(message)
    }
  })

  async function answerMain(method: string, input: never): Promise<unknown> {
    if (method === 'dialog') return answerDialog(input)
    if (method === 'newWindow') return void windows.set((input as NewWindow).windowId, await openWindow(context, input, ask, problems))
    if (method === 'executeJavaScript') return (await shown.promise).evaluate((input as { code: string }).code)
    if (method === 'printToPDF') return printed(browser, (input as { path: string }).path)
    const { windowId, url } = input as { windowId: number; url: string }
    const window = windows.get(windowId)
    await window?.page.goto(toPage(url)).catch((error: unknown) => problems.push(String(error)))
    if (window) shown.resolve(window.page)
    return null
  }

  let placeFolder: string | null = null

  function answerDialog(dialog: ShownDialog): unknown {
    dialogs.push(dialog)
    if (placeFolder !== null && dialog.kind !== 'message') {
      const folder = placeFolder
      placeFolder = null
      return { canceled: false, filePaths: [folder], filePath: join(folder, dialog.options.defaultPath ?? '') }
    }
    const at = answers.findIndex(({ kind }) => kind === dialog.kind)
    const answer = at === -1 ? undefined : answers.splice(at, 1)[0]
    if (answer === undefined && dialog.kind === 'message') throw new Error(`nobody answers "${dialog.options.message}"`)
    return { canceled: answer === undefined, filePaths: [], filePath: '', ...answer }
  }

  const page = await Promise.race([
    shown.promise,
    ended.then((code) => Promise.reject(new Error(`the app ended with ${code}: ${program.output()} ${JSON.stringify(errorBoxes)}`))),
  ])
  const [windowId] = windows.keys()
  return {
    home: options.home,
    page,
    problems,
    dialogs,
    errorBoxes,
    ended,
    ask,
    process: child,
    output: program.output,
    calls: () => ask('calls'),
    willAnswer: (answer) => void answers.push(answer),
    closeWindow: () => ask('closeWindow', { windowId }),
    savesInto: (folder) => void (placeFolder = folder),
    async droppedFrom(folder) {
      const window = windows.get(windowId ?? -1)
      if (window) await inPreload(window, `standIn.droppedFrom = ${JSON.stringify(folder)}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
      await context.close()
    },
  }
}

/** A start of the app that shows no window, such as a second one or a command: its exit code, what it printed, and what it asked of Electron. */
export function startWithoutWindow(options: StandInOptions): {
  ended: Promise<number | null>
  output: () => string
  stdout: () => string
  calls: () => StandInCall[]
} {
  const { child, ...program } = startMain(options)
  let calls: StandInCall[] = []
  child.on('message', (message: FromMain) => void (message.type === 'exit' && (calls = message.calls)))
  return { ...program, calls: () => calls }
}

type FromMain =
  | { type: 'ask'; id: number; method: string; input: never }
  | { type: 'send'; windowId: number; channel: string; args: unknown[] }
  | { type: 'windowClosed' | 'reload'; windowId: number }
  | { type: 'errorBox'; title: string; content: string }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'exit'; code: number; calls: StandInCall[] }

interface NewWindow {
  windowId: number
  preload: string
  width: number
  height: number
}

/** A page of HTML as Chromium prints it, in base64. */
async function printed(browser: Browser, path: string): Promise<string> {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(pathToFileURL(path).href)
  const pdf = await page.pdf({ printBackground: true, preferCSSPageSize: true })
  await page.close()
  return pdf.toString('base64')
}

function startMain({ home, args = [], environment = {}, program = join(projectRoot, 'out', 'main', 'main.js') }: StandInOptions) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ROLLCALL_')))
  const child = fork(program, args, {
    execArgv: ['--import', here('register.mjs')],
    env: { ...inherited, ROLLCALL_HOME: home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let stdout = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdout?.on('data', (text: string) => (stdout += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output, stdout: () => stdout }
}

function createAsk(child: ChildProcess): StandIn['ask'] {
  const waiting = new Map<number, (value: never) => void>()
  let nextId = 1
  child.on('message', (message: FromMain) => {
    if (message.type !== 'answer') return
    waiting.get(message.id)?.(message.value as never)
    waiting.delete(message.id)
  })
  return (method, input) =>
    new Promise((resolve) => {
      const id = nextId++
      waiting.set(id, resolve)
      if (child.connected) child.send({ type: 'ask', id, method, input })
    })
}

async function openWindow(
  context: BrowserContext,
  { windowId, preload }: NewWindow,
  ask: StandIn['ask'],
  problems: string[],
): Promise<Window> {
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
  page.on('popup', (popup) => void popup.close())
  const cdp = await context.newCDPSession(page)
  const preloadContext = Promise.withResolvers<number>()
  const window: Window = { page, cdp, preloadContext: preloadContext.promise }
  cdp.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
    if (name !== preloadWorld) return
    preloadContext.resolve(id)
    window.preloadContext = Promise.resolve(id)
  })
  cdp.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
    const { id, channel, args, url, isTop } = JSON.parse(payload) as {
      id: number
      channel: string
      args: unknown[]
      url: string
      isTop: boolean
    }
    void ask<object>('ipc', { windowId, channel, args, url: toApp(url), isTop }).then((result) =>
      cdp
        .send('Runtime.evaluate', { expression: `standIn.settle(${JSON.stringify({ id, ...result })})`, contextId: executionContextId })
        .catch(() => {}),
    )
  })
  await cdp.send('Page.enable')
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'standInSend', executionContextName: preloadWorld })
  const isolated = `${readFileSync(here('isolated-world.js'), 'utf8')};(() => {${preload}\n})()`
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: preloadWorld })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: readFileSync(here('main-world.js'), 'utf8') })
  await context.route('**/*', (route) => answerRequest(route, windowId, page, ask))
  await page.exposeFunction('standInOpen', (url: string) => ask('windowOpen', { windowId, url: toApp(url) }))
  await page.addInitScript('window.open = (url) => (standInOpen(new URL(url, location.href).href), null)')
  return window
}

/** A request of the page, as Electron answers it: navigation is asked about, everything is filtered, the app's own is served. */
async function answerRequest(route: Route, windowId: number, page: Page, ask: StandIn['ask']): Promise<void> {
  const request = route.request()
  const url = toApp(request.url())
  const isNavigation = request.isNavigationRequest() && request.frame() === page.mainFrame()
  if (isNavigation && page.url() !== 'about:blank') {
    const { isPrevented } = await ask<{ isPrevented: boolean }>('contents', { windowId, event: 'will-navigate', url })
    if (isPrevented) return route.abort('aborted')
  }
  const { cancel } = await ask<{ cancel?: boolean }>('beforeRequest', { url })
  if (cancel) return route.abort('blockedbyclient')
  const { status, headers, body } = await ask<{ status: number; headers: Record<string, string>; body: string }>('protocol', { url })
  await route.fulfill({ status, headers, body: Buffer.from(body, 'base64') })
}

function sendToPage(window: Window | undefined, { channel, args }: { channel: string; args: unknown[] }): Promise<unknown> {
  return window ? inPreload(window, `standIn.receive(${JSON.stringify({ channel, args })})`) : Promise.resolve()
}

async function inPreload({ cdp, preloadContext }: Window, expression: string): Promise<unknown> {
  return cdp.send('Runtime.evaluate', { expression, contextId: await preloadContext })
}
