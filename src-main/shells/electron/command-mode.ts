import { app, Notification, safeStorage } from 'electron'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createTerminal } from '../cli/output/terminal.ts'
import { runProgram } from '../cli/program.ts'
import { type Built, samplesFolder } from './built.ts'
import { connectEngineProcess } from './engine-connection.ts'
import { createSafeStorageVault } from './vault.ts'

/**
 * The command line in the installed program: no window, beside an app that is open, with tokens that the system seals and the
 * engine in a process of its own. Ends the program with the command's exit code.
 */
export async function runCommandMode(args: readonly string[], built: Built): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => app.exit(error.code === 'EPIPE' ? 0 : 1))
  app.dock?.hide()
  await app.whenReady()
  const code = await runProgram(args, {
    terminal: createTerminal(process),
    environment: process.env,
    places: {
      engineWorker: built('./worker.js'),
      sandboxWorker: built('./sandbox-worker.js'),
      renderer: built('../renderer/'),
      samples: pathToFileURL(`${samplesFolder(built)}/`),
    },
    host: {
      createVault: (options) => createSafeStorageVault({ ...options, encryption: safeStorage, platform: process.platform }),
      startEngine: (data, vault) => connectEngineProcess(data, { built, vault }),
      // An AppImage is somewhere else at each start; the file itself stays.
      program: [process.env.APPIMAGE ?? process.execPath, '--command', '--'],
      notify,
    },
  })
  await Promise.all([written(process.stdout), written(process.stderr)])
  app.exit(code)
}

/** The system is given a moment to take it over: a program that ends takes its notifications along on some. */
async function notify(notice: { title: string; body: string }): Promise<void> {
  if (!Notification.isSupported()) return
  new Notification(notice).show()
  await setTimeout(2_000)
}

/** Resolves when everything that was said has left: a program that ends drops the rest. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
