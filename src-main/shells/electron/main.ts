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
  utilityProcess,
} from 'electron'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineClient } from '../../engine/contract.ts'
import { connectEngine } from '../../engine/engine-port.ts'
import { asAppError } from '../../engine/model/errors.ts'
import type { EngineWorkerData } from '../../engine/worker-data.ts'
import { engineResourceLimits, engineV8Flags } from '../../engine/worker-limits.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { homeFolder } from '../home-folder.ts'
import { startApp } from '../start-app.ts'
import { startEngineProcess } from './engine-process.ts'
import { beginImport, fileInArguments } from './file-arguments.ts'
import { connectBridge } from './ipc.ts'
import { menuTemplate } from './app-menu.ts'
import type { ActionId } from '../../../src-renderer/app/keys/actions.ts'
import type { ShellWord } from '../bridge.ts'
import { shellChannel } from './bridge-channels.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { appSchemePrivileges, serveAppFiles } from './protocol.ts'
import { appStartUrl, denyPermissions, externalUrl, offlineSwitches, stayOffline } from './security.ts'
import { pageAsPdf } from './page-as-pdf.ts'
import { createRestartedEngine } from './restarted-engine.ts'
import { accompanyRuns } from './run-companion.ts'
import { createShellLog } from './shell-log.ts'
import { proxyVariables } from './system-proxy.ts'
import { createSafeStorageVault } from './vault.ts'
import { openWindow } from './window.ts'

/** Relative to the built `out/main/main.js`. */
const built = (path: string) => new URL(path, import.meta.url)

const home = homeFolder()
let mainWindow: BrowserWindow | null = null

process.umask(0o077) // whatever Chromium keeps beside our own data
app.setName('Rollcall')
app.setAppUserModelId('com.rollcall.app')
for (const [name, value] of offlineSwitches) app.commandLine.appendSwitch(name, value)
app.setPath('userData', `${home}/electron`)
app.enableSandbox()
protocol.registerSchemesAsPrivileged([appSchemePrivileges])

const log = createShellLog(home, () => new Date())
/** Whether somebody ends the program from outside, and no window may ask. */
let isEnding = false
/** Opens a file that the system names; waits for the app to be there. */
let openFile: (path: string) => void = (path) => void (fileToOpen = path)
let fileToOpen: string | null = null

if (!app.requestSingleInstanceLock()) {
  app.quit()
} else {
  app.on('second-instance', (_event, args, folder) => {
    showWindow()
    void fileInArguments(args.slice(1), folder).then((path) => path !== null && openFile(path))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    openFile(path)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, endFromOutside)
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      const { code, message, hint } = asAppError(error)
      log.note(`could not start: ${code}`)
      dialog.showErrorBox(message, hint)
      app.exit(1)
    })
}

async function start(): Promise<void> {
  log.note(`start ${packageJson.version} ${process.platform} ${process.arch}`)
  const vault = createSafeStorageVault({ home, encryption: safeStorage, platform: process.platform })
  const proxy = proxyVariables(await session.defaultSession.resolveProxy('https://example.com/').catch(() => 'DIRECT'), process.env)
  const running = await startApp({
    home,
    vault,
    practice: true,
    engineWorkerUrl: built('./worker.js'),
    sandboxWorkerUrl: built('./sandbox-worker.js'),
    startEngine: (data) =>
      createRestartedEngine({
        nowMs: () => performance.now(),
        connect: (onGone) => connectProcess(data, proxy, vault, onGone),
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
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, !app.isPackaged, { act, copyDiagnostics })))
  // Packaged, they lie beside the asar.
  const samplesFolder = app.isPackaged ? join(process.resourcesPath, 'samples') : fileURLToPath(built('../../resources/samples'))
  connectBridge(ipcMain, { client, samplesFolder, paths: createChosenPaths(), window: () => mainWindow, dialog, shell, pageAsPdf })
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
    const history = await client.call('history.list', {})
    const run = history.ok ? history.value.runs.find(({ state }) => state === 'interrupted') : undefined
    const { response } = await dialog.showMessageBox(mainWindow, {
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

  const open = () => {
    mainWindow = openWindow({
      home,
      preloadPath: fileURLToPath(built('../preload/preload.cjs')),
      hasDevTools: !app.isPackaged,
      iconPath: fileURLToPath(built('../../resources/icon.png')),
      openOutside: (url) => void openOutside(client, url),
      mayClose: (window) => mayClose(client, window),
    })
    mainWindow.on('closed', () => (mainWindow = null))
  }
  app.on('activate', () => mainWindow ?? open())
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  quitCleanly(running.close)
  open()

  openFile = (path) => void beginImport(client, path).then((hash) => hash !== null && showPage(hash))
  const given = fileToOpen ?? (await fileInArguments(process.argv.slice(app.isPackaged ? 1 : 2), process.cwd()))
  if (given !== null) openFile(given)
}

/** The engine in its own process; `onGone` is called when that ends by itself after it was ready. */
async function connectProcess(
  data: EngineWorkerData,
  environment: Record<string, string>,
  vault: Parameters<typeof connectEngine>[1],
  onGone: () => void,
): Promise<EngineClient> {
  const entryPath = fileURLToPath(built('./engine-entry.js'))
  const thread = startEngineProcess(data, {
    utilityProcess,
    entryPath,
    environment,
    youngGenerationMb: engineResourceLimits.maxYoungGenerationSizeMb,
    v8Flags: engineV8Flags,
  })
  const client = await connectEngine(thread, vault)
  thread.on('exit', onGone)
  return client
}

function showWindow(): void {
  if (mainWindow?.isMinimized()) mainWindow.restore()
  mainWindow?.focus()
}

function showPage(hash: string): void {
  showWindow()
  void mainWindow?.loadURL(`${appStartUrl}${hash}`)
}

/** What the menu offers is done by the page, as its own keys and palette do it. */
function act(id: ActionId): void {
  showWindow()
  tellPage({ action: id })
}

function tellPage(told: ShellWord): void {
  if (mainWindow && !mainWindow.isDestroyed()) mainWindow.webContents.send(shellChannel, told)
}

function notify(options: Electron.NotificationConstructorOptions, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification(options)
  notification.on('click', onClick)
  notification.show()
}

function copyDiagnostics(): void {
  const about = [
    `Rollcall ${packageJson.version}`,
    `${process.platform} ${process.arch}`,
    ...['electron', 'chrome', 'node'].map((name) => `${name} ${process.versions[name] ?? '?'}`),
  ]
  clipboard.writeText(`${about.join('\n')}\n\n${log.tail()}`)
}

function endFromOutside(): void {
  isEnding = true
  app.quit()
}

/** Ends the engine before the process: an unfinished run is recorded and can be resumed. */
function quitCleanly(close: () => Promise<void>): void {
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
  if (isEnding) return true
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
