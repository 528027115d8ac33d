import { _electron } from 'playwright-core'
import { describe } from 'vitest'
import { findElectron } from '../../../scripts/electron-runtime.ts'
import { projectRoot } from '../../../scripts/stale-build.ts'
import type { DesktopApp, DialogAnswer, ShownDialog } from '../../desktop/desktop-app.ts'
import { describeDesktop } from '../../desktop/desktop-tests.ts'

/** The packaged app's program, when there is one to be tested; else the runtime that npm fetched. */
const packaged = process.env.ROLLCALL_PACKAGED_APP
const executablePath = packaged ?? findElectron()
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const isRoot = process.getuid?.() === 0

async function startElectron(home: string): Promise<DesktopApp> {
  const app = await _electron.launch({
    executablePath: executablePath ?? '',
    args: [...(isRoot ? ['--no-sandbox'] : []), ...(packaged === undefined ? [projectRoot] : [])],
    env: { ...process.env, ROLLCALL_HOME: home } as Record<string, string>,
  })
  const child = app.process()
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const answers: DialogAnswer[] = []
  const dialogs: ShownDialog[] = []
  const problems: string[] = []
  // The dialogs of the system cannot be driven; each asks here instead.
  const context = app.context()
  await context.exposeFunction('standInDialog', (dialog: ShownDialog) => {
    dialogs.push(dialog)
    const at = answers.findIndex(({ kind }) => kind === dialog.kind)
    return { canceled: at === -1, filePaths: [], filePath: '', response: 1, ...answers.splice(at, at === -1 ? 0 : 1)[0] }
  })
  await app.evaluate(({ dialog }) => {
    const ask = (kind: string) => (window: { webContents: { executeJavaScript(code: string): Promise<never> } }, options: unknown) =>
      window.webContents.executeJavaScript(`standInDialog(${JSON.stringify({ kind, options })})`)
    Object.assign(dialog, { showOpenDialog: ask('open'), showSaveDialog: ask('save'), showMessageBox: ask('message') })
  })
  const page = await app.firstWindow()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
  return {
    home,
    page,
    problems,
    dialogs,
    ended,
    willAnswer: (answer) => void answers.push(answer),
    closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

// Skipped, and counted as skipped, where there is no Electron runtime or nothing to show a window on.
describe.skipIf(executablePath === null || !hasDisplay)('Electron', () => {
  describeDesktop('the desktop app, in Electron itself', startElectron)
})
