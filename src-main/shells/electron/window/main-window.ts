import type { BrowserWindow } from 'electron'
import type { ShellWord } from '../../bridge.ts'
import { shellChannel } from '../bridge-channels.ts'
import { appStartUrl } from '../security.ts'
import { openWindow, type WindowOptions } from './window.ts'

/** The one window of the app, which may be closed and opened again on a Mac. */
export interface MainWindow {
  /** Null while there is none. */
  current(): BrowserWindow | null
  open(): BrowserWindow
  /** Brings it to the front. */
  show(): void
  /** Shows a page of the app in it, by its part of the address. */
  showPage(hash: string): void
  tell(word: ShellWord): void
}

export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | null = null
  const current = () => (window === null || window.isDestroyed() ? null : window)
  const show = (): void => {
    if (current()?.isMinimized()) current()?.restore()
    current()?.focus()
  }
  return {
    current,
    show,
    open() {
      const opened = openWindow(options)
      window = opened
      opened.on('closed', () => (window = null))
      return opened
    },
    showPage(hash) {
      show()
      void current()?.loadURL(`${appStartUrl}${hash}`)
    },
    tell: (word) => current()?.webContents.send(shellChannel, word),
  }
}
