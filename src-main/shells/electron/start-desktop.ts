import {
  app,
  type BrowserWindow,
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
import { fileURLToPath } from 'node:url'
import type { EngineClient } from '../../engine/contract.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { startApp } from '../start-app.ts'
import { type Built, samplesFolder } from './built.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { connectEngineProcess } from './engine-connection.ts'
import { beginImport } from './file-arguments.ts'
import { connectBridge } from './ipc.ts'
import { pageAsPdf } from './page-as-pdf.ts'
import { serveAppFiles } from './protocol.ts'
import { createRestartedEngine } from './restarted-engine.ts'
import { denyPermissions, externalUrl, mailDraftUrl, stayOffline } from './security.ts'
import type { ShellLog } from './shell-log.ts'
import { startUpdates } from './updates/start-updates.ts'
import { createSafeStorageVault } from './vault.ts'
import { menuTemplate } from './window/app-menu.ts'
import { askBeforeClosing, offerToGoOn, tellOfTheEnd } from './window/ask-person.ts'
import { createMainWindow, type MainWindow } from './window/main-window.ts'
import { accompanyRuns } from './window/run-companion.ts'
import { tellByItself } from './window/unattended-notices.ts'

export interface DesktopOptions {
  home: string
  built: Built
  log: ShellLog
  /** Whether somebody ends the program from outside, and no window may ask. */
  isEnding: () => boolean
  /** Whether it looks for updates, where the program knows where to. */
  hasUpdates: boolean
}

export interface Desktop {
  window(): BrowserWindow | null
  /** Brings the window to the front. */
  show(): void
  /** Begins an import with a file that the system names. */
  openFile(path: string): void
}

/** The engine, its doors and the one window. To be called when Electron is ready. Throws the engine's AppErrors. */
export async function startDesktop(options: DesktopOptions): Promise<Desktop> {
  const { home, built, log, isEnding } = options
  log.note(`start ${packageJson.version} ${process.platform} ${process.arch}`)
  const window: MainWindow = createMainWindow({
    home,
    preloadPath: fileURLToPath(built('../preload/preload.cjs')),
    hasDevTools: !app.isPackaged,
    iconPath: fileURLToPath(built('../../resources/icon.png')),
    openOutside: (url) => void openOutside(client, url),
    mayClose: async (asked) => isEnding() || askBeforeClosing(client, asked),
  })
  const { client, close } = await startEngine(options, window)
  denyPermissions(session.defaultSession)
  stayOffline(session.defaultSession)
  serveAppFiles(protocol, fileURLToPath(built('../renderer')))
  connectBridge(ipcMain, {
    client,
    samplesFolder: samplesFolder(built),
    paths: createChosenPaths(),
    window: window.current,
    dialog,
    shell,
    pageAsPdf,
  })
  const showRun = (runId: string) => window.showPage(`#/run/${encodeURIComponent(runId)}`)
  accompanyRuns({ client, window: window.current, powerSaveBlocker, notify, showRun })
  tellByItself({ client, notify, show: window.show, showPage: window.showPage })
  const updates = options.hasUpdates ? startUpdates({ home, client, window: window.current, log }) : null
  const menu = menuTemplate(process.platform, !app.isPackaged, {
    // What the menu offers is done by the page, as its own keys and palette do it.
    act(id) {
      window.show()
      window.tell({ action: id })
    },
    copyDiagnostics: () => copyDiagnostics(log),
    updates,
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  app.on('activate', () => window.current() ?? window.open())
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  quitCleanly(close, log, () => updates?.leave() || app.quit())
  // Nobody is asked before there is a window to see.
  window.open().once('ready-to-show', () => void updates?.check('itself'))
  return {
    window: window.current,
    show: window.show,
    openFile: (path) => void beginImport(client, path).then((hash) => hash !== null && window.showPage(hash)),
  }
}

/** The engine in its own process, and the practice service. A crash of the engine is told, and survived. */
async function startEngine({ home, built, log }: DesktopOptions, window: MainWindow) {
  const vault = createSafeStorageVault({ home, encryption: safeStorage, platform: process.platform, environment: null })
  const running = await startApp({
    home,
    vault,
    practice: true,
    automates: true,
    // An AppImage is somewhere else at each start; the file itself stays.
    program: [process.env.APPIMAGE ?? process.execPath, ...(app.isPackaged ? [] : [app.getAppPath()]), '--command', '--'],
    engineWorkerUrl: built('./worker.js'),
    sandboxWorkerUrl: built('./sandbox-worker.js'),
    startEngine: (data) =>
      createRestartedEngine({
        nowMs: () => performance.now(),
        connect: (onGone) => connectEngineProcess(data, { built, vault, onGone }),
        onDown: () => window.tell({ engine: 'lost' }),
        onCrash: (outcome) => {
          window.tell({ engine: outcome === 'restarted' ? 'open' : 'stopped' })
          log.note(`engine crashed: ${outcome}`)
          const shown = window.current()
          if (outcome === 'given up') return tellOfTheEnd()
          shown?.webContents.reload()
          if (shown) void offerToGoOn(running.client, shown)
        },
      }),
  })
  return running
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

/** Ends the engine before the process: an unfinished run is recorded and can be resumed. `leave` ends the process. */
function quitCleanly(close: () => Promise<void>, log: ShellLog, leave: () => void): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void close().finally(() => {
      log.note('end')
      isClosed = true
      leave()
    })
  })
}

/** Links lead to the services that the person has an account at, and to a draft for who gets mail about imports; nowhere else. */
async function openOutside(client: EngineClient, address: string): Promise<void> {
  const answer = await client.call('accounts.list', {})
  if (!answer.ok) return
  const { accounts } = answer.value
  const hosts = new Set(accounts.map(({ baseUrl }) => new URL(baseUrl).host))
  const url = externalUrl(address, hosts) ?? mailDraftUrl(address, new Set(accounts.flatMap(({ settings }) => settings.mailTo ?? [])))
  if (url !== null) await shell.openExternal(url)
}
