import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineClient } from '../../engine/contract.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { ActionId } from '../../../src-renderer/app/keys/actions.ts'
import type { ShellWord } from '../bridge.ts'
import { startApp } from '../start-app.ts'
import { menuTemplate } from './app-menu.ts'
import { shellChannel } from './bridge-channels.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { connectEngineProcess } from './engine-connection.ts'
import { beginImport } from './file-arguments.ts'
import { connectBridge } from './ipc.ts'
import { pageAsPdf } from './page-as-pdf.ts'
import { serveAppFiles } from './protocol.ts'
import { createRestartedEngine } from './restarted-engine.ts'
import { accompanyRuns } from './run-companion.ts'
import { appStartUrl, denyPermissions, externalUrl, stayOffline } from './security.ts'
import type { ShellLog } from './shell-log.ts'
import { proxyVariables } from './system-proxy.ts'
import { createSafeStorageVault } from './vault.ts'
import { openWindow } from './window.ts'

/** Where a built part is, relative to the built `out/main/main.js`: a bundler may move everything else. */
export type Built = (path: string) => URL

export interface DesktopOptions {
  home: string
  built: Built
  log: ShellLog
  /** Whether somebody ends the program from outside, and no window may ask. */
  isEnding: () => boolean
}

export interface Desktop {
  client: EngineClient
  window(): BrowserWindow | null
  /** Brings the window to the front. */
  show(): void
  /** Begins an import with a file that the system names. */
  openFile(path: string): void
}

/** The engine, its doors and the one window. To be called when Electron is ready. Throws the engine's AppErrors. */
export async function startDesktop({ home, built, log, isEnding }: DesktopOptions): Promise<Desktop> {
  let mainWindow: BrowserWindow | null = null
  const tellPage = (told: ShellWord): void => {
    if (mainWindow && !mainWindow.isDestroyed()) mainWindow.webContents.send(shellChannel, told)
  }
  const show = (): void => {
    if (mainWindow?.isMinimized()) mainWindow.restore()
    mainWindow?.focus()
  }
  const showPage = (hash: string): void => {
    show()
    void mainWindow?.loadURL(`${appStartUrl}${hash}`)
  }
  /** What the menu offers is done by the page, as its own keys and palette do it. */
  const act = (id: ActionId): void => {
    show()
    tellPage({ action: id })
  }

  log.note(`start ${packageJson.version} ${process.platform} ${process.arch}`)
  const vault = createSafeStorageVault({ home, encryption: safeStorage, platform: process.platform, environment: null })
  const proxy = await systemProxy()
  const running = await startApp({
    home,
    vault,
    practice: true,
    engineWorkerUrl: built('./worker.js'),
    sandboxWorkerUrl: built('./sandbox-worker.js'),
    startEngine: (data) =>
      createRestartedEngine({
        nowMs: () => performance.now(),
        connect: (onGone) => connectEngineProcess(data, { built, environment: proxy, vault, onGone }),
        onDown: () => tellPage({ engine: 'lost' }),
        onCrash: (outcome) => {
          tellPage({ engine: outcome === 'restarted' ? 'open' : 'stopped' })
          void afterCrash(outcome)
        },
      }),
  })
  const { client } = running
  denyPermissions(session.defaultSession)
  stayOffline(session.defaultSession)
  serveAppFiles(protocol, fileURLToPath(built('../renderer')))
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(process.platform, !app.isPackaged, { act, copyDiagnostics: () => copyDiagnostics(log) })),
  )
  connectBridge(ipcMain, {
    client,
    samplesFolder: samplesFolder(built),
    paths: createChosenPaths(),
    window: () => mainWindow,
    dialog,
    shell,
    pageAsPdf,
  })
  accompanyRuns({
    client,
    window: () => mainWindow,
    powerSaveBlocker,
    notify,
    showRun: (runId) => showPage(`#/run/${encodeURIComponent(runId)}`),
  })

  async function afterCrash(outcome: 'restarted' | 'given up'): Promise<void> {
    log.note(`engine crashed: ${outcome}`)
    if (outcome === 'given up')
      return dialog.showErrorBox(
        'Rollcall has stopped working.',
        'Start it again; everything recorded so far is kept, and an unfinished run can be resumed.',
      )
    if (mainWindow === null) return
    mainWindow.webContents.reload()
    await offerToGoOn(client, mainWindow)
  }

  const open = () => {
    mainWindow = openWindow({
      home,
      preloadPath: fileURLToPath(built('../preload/preload.cjs')),
      hasDevTools: !app.isPackaged,
      iconPath: fileURLToPath(built('../../resources/icon.png')),
      openOutside: (url) => void openOutside(client, url),
      mayClose: async (window) => isEnding() || mayClose(client, window),
    })
    mainWindow.on('closed', () => (mainWindow = null))
  }
  app.on('activate', () => mainWindow ?? open())
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  quitCleanly(running.close, log)
  open()

  return {
    client,
    window: () => mainWindow,
    show,
    openFile: (path) => void beginImport(client, path).then((hash) => hash !== null && showPage(hash)),
  }
}

/** What the engine's HTTP reads of the proxy that the system names. */
export async function systemProxy(): Promise<Record<string, string>> {
  return proxyVariables(await session.defaultSession.resolveProxy('https://example.com/').catch(() => 'DIRECT'), process.env)
}

/** Packaged, they lie beside the asar. */
export function samplesFolder(built: Built): string {
  return app.isPackaged ? join(process.resourcesPath, 'samples') : fileURLToPath(built('../../resources/samples'))
}

async function offerToGoOn(client: EngineClient, window: BrowserWindow): Promise<void> {
  const history = await client.call('history.list', {})
  const run = history.ok ? history.value.runs.find(({ state }) => state === 'interrupted') : undefined
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'A part of Rollcall has stopped and was started again.',
    detail: run
      ? 'Nothing that was recorded is lost. The import that was under way goes on exactly where it was.'
      : 'Nothing that was recorded is lost.',
    buttons: run ? ['Go on with the import', 'Later'] : ['All right'],
    defaultId: 0,
    cancelId: run ? 1 : 0,
  })
  if (run && response === 0) await client.call('runs.resume', { runId: run.id })
}

function notify(options: Electron.NotificationConstructorOptions, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification(options)
  notification.on('click', onClick)
  notification.show()
}

function copyDiagnostics(log: ShellLog): void {
  const about = [
    `Rollcall ${packageJson.version}`,
    `${process.platform} ${process.arch}`,
    ...['electron', 'chrome', 'node'].map((name) => `${name} ${process.versions[name] ?? '?'}`),
  ]
  clipboard.writeText(`${about.join('\n')}\n\n${log.tail()}`)
}

/** Ends the engine before the process: an unfinished run is recorded and can be resumed. */
function quitCleanly(close: () => Promise<void>, log: ShellLog): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void close().finally(() => {
      log.note('end')
      isClosed = true
      app.quit()
    })
  })
}

/** Links lead to the services that the person has an account at, and nowhere else. */
async function openOutside(client: EngineClient, address: string): Promise<void> {
  const answer = await client.call('accounts.list', {})
  if (!answer.ok) return
  const url = externalUrl(address, new Set(answer.value.accounts.map(({ baseUrl }) => new URL(baseUrl).host)))
  if (url !== null) await shell.openExternal(url)
}

async function mayClose(client: EngineClient, window: BrowserWindow): Promise<boolean> {
  const answer = await client.call('history.list', {})
  if (!answer.ok || !answer.value.runs.some(({ state }) => state === 'running' || state === 'pausing' || state === 'cancelling'))
    return true
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'An import is under way.',
    detail: 'Closing Rollcall pauses it. Nothing is lost, and it goes on where it was when you resume it.',
    buttons: ['Pause and close', 'Keep importing'],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
