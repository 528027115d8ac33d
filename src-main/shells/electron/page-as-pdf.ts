import { BrowserWindow } from 'electron'
import { pathToFileURL } from 'node:url'
import { denyPermissions, stayHome } from './security.ts'

let printed = 0

/**
 * A page of HTML on the disk as a PDF, printed in a window that nobody sees: without scripts, without a way to anything but that one
 * file, and with nothing kept of it.
 */
export async function pageAsPdf(path: string): Promise<Uint8Array> {
  printed += 1
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      // A session of its own, in memory.
      partition: `print-${printed}`,
      javascript: false,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      devTools: false,
      spellcheck: false,
    },
  })
  try {
    const { webContents } = window
    const own = pathToFileURL(path).href
    denyPermissions(webContents.session)
    webContents.session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url !== own }))
    stayHome(webContents, () => undefined)
    await window.loadFile(path)
    return await webContents.printToPDF({ printBackground: true, preferCSSPageSize: true })
  } finally {
    window.destroy()
  }
}
