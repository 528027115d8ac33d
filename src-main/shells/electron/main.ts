import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage, session, shell } from 'electron'
import { fileURLToPath } from 'node:url'
import type { EngineClient } from '../../engine/contract.ts'
import { asAppError } from '../../engine/model/errors.ts'
import { homeFolder } from '../home-folder.ts'
import { startApp } from '../start-app.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { connectBridge } from './ipc.ts'
import { menuTemplate } from './menu.ts'
import { appSchemePrivileges, serveAppFiles } from './protocol.ts'
import { denyPermissions, externalUrl } from './security.ts'
import { createSafeStorageVault } from './vault.ts'
import { openWindow } from './window.ts'

/** Relative to the built `out/main/main.js`. */
const built = (path: string) => new URL(path, import.meta.url)

const home = homeFolder()
let mainWindow: BrowserWindow | null = null

app.setName('Rollcall')
app.setPath('userData', `${home}/electron`)
app.enableSandbox()
protocol.registerSchemesAsPrivileged([appSchemePrivileges])

if (!app.requestSingleInstanceLock()) {
  app.quit()
} else {
  app.on('second-instance', () => {
    if (mainWindow?.isMinimized()) mainWindow.restore()
    mainWindow?.focus()
  })
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      const { message, hint } = asAppError(error)
      dialog.showErrorBox(message, hint)
      app.exit(1)
    })
}

async function start(): Promise<void> {
  const running = await startApp({
    home,
    vault: createSafeStorageVault({ home, encryption: safeStorage, platform: process.platform }),
    practice: true,
    engineWorkerUrl: built('./worker.js'),
    sandboxWorkerUrl: built('./sandbox-worker.js'),
  })
  const { client } = running
  denyPermissions(session.defaultSession)
  serveAppFiles(protocol, fileURLToPath(built('../renderer')))
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, !app.isPackaged)))
  const samplesFolder = fileURLToPath(built('../../resources/samples'))
  connectBridge(ipcMain, { client, samplesFolder, paths: createChosenPaths(), window: () => mainWindow, dialog, shell })

  const open = () => {
    mainWindow = openWindow({
      home,
      preloadPath: fileURLToPath(built('../preload/preload.cjs')),
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
}

/** Ends the engine before the process: an unfinished run is recorded and can be resumed. */
function quitCleanly(close: () => Promise<void>): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void close().finally(() => {
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
