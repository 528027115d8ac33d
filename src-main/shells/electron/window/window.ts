import { BrowserWindow, screen } from 'electron'
import { appStartUrl, stayHome } from '../security.ts'
import { minimumSize, readWindowState, visibleBounds, writeWindowState } from './window-state.ts'

export interface WindowOptions {
  home: string
  preloadPath: string
  iconPath: string
  /** Not in a packaged app: they could read and call whatever the page can. */
  hasDevTools: boolean
  /** Gets the address of a link that leads out of the app. */
  openOutside: (url: string) => void
  /** Asked before the window closes; false keeps it open. */
  mayClose: (window: BrowserWindow) => Promise<boolean>
}

/** The app's one window: isolated, sandboxed, without Node, where it was the last time. It shows itself when it has painted. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const state = readWindowState(options.home)
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...visibleBounds(state.bounds, areas),
    ...minimumSize,
    show: false,
    title: 'Rollcall',
    icon: options.iconPath,
    webPreferences: {
      preload: options.preloadPath,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      devTools: options.hasDevTools,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  })
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  stayHome(window.webContents, options.openOutside)
  if (state.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())

  let isClosing = false
  window.on('close', (event) => {
    if (isClosing) return
    event.preventDefault()
    void options.mayClose(window).then((may) => {
      if (!may || window.isDestroyed()) return
      isClosing = true
      writeWindowState(options.home, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
      window.close()
    })
  })
  void window.loadURL(appStartUrl)
  return window
}
