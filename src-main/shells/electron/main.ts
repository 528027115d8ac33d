import { app, dialog, protocol } from 'electron'
import { asAppError } from '../../engine/model/errors.ts'
import { forgetVariables } from '../forget-variables.ts'
import { homeFolder } from '../home-folder.ts'
import { commandArguments, homeOption, isSmokeTest } from './start-arguments.ts'
import { startDesktop } from './start-desktop.ts'
import { fileInArguments } from './file-arguments.ts'
import { appSchemePrivileges } from './protocol.ts'
import { offlineSwitches } from './security.ts'
import { createShellLog, type ShellLog } from './shell-log.ts'

const built = (path: string): URL => new URL(path, import.meta.url)
/** Without the program, and in a checkout without the folder that Electron was given. */
const args = process.argv.slice(app.isPackaged ? 1 : 2)
const command = commandArguments(args)
const home = homeFolder(command === null ? undefined : homeOption(command))

process.umask(0o077) // whatever Chromium keeps beside our own data
app.setName('Rollcall')
app.setAppUserModelId('com.rollcall.app')
for (const [name, value] of offlineSwitches) app.commandLine.appendSwitch(name, value)
app.setPath('userData', `${home}/electron`)
app.enableSandbox()
protocol.registerSchemesAsPrivileged([appSchemePrivileges])

if (command !== null) void import('./command-mode.ts').then(({ runCommandMode }) => runCommandMode(command, built))
else if (isSmokeTest(args)) void import('./smoke-test.ts').then(({ runSmokeTest }) => runSmokeTest({ home, built, log: newLog() }))
else openApp()

/** The app with its window: one at a time, to which a second start hands its file. */
function openApp(): void {
  // A link opens the system's browser. Updates start the app anew, in the same data folder.
  forgetVariables({ except: ['ROLLCALL_HOME'] })
  const log = newLog()
  let isEnding = false
  /** Opens a file that the system names; waits for the app to be there. */
  let openFile: (path: string) => void = (path) => void (fileToOpen = path)
  let show: () => void = () => {}
  let fileToOpen: string | null = null

  if (!app.requestSingleInstanceLock()) return app.quit()
  app.on('second-instance', (_event, otherArgs, folder) => {
    show()
    void fileInArguments(otherArgs.slice(1), folder).then((path) => path !== null && openFile(path))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    openFile(path)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
    process.on(signal, () => {
      isEnding = true
      app.quit()
    })
  }
  app
    .whenReady()
    .then(async () => {
      const desktop = await startDesktop({ home, built, log, isEnding: () => isEnding, hasUpdates: true })
      show = desktop.show
      openFile = desktop.openFile
      const given = fileToOpen ?? (await fileInArguments(args, process.cwd()))
      if (given !== null) openFile(given)
    })
    .catch((error: unknown) => {
      const { code, message, hint } = asAppError(error)
      log.note(`could not start: ${code}`)
      dialog.showErrorBox(message, hint)
      app.exit(1)
    })
}

function newLog(): ShellLog {
  return createShellLog(home, () => new Date())
}
