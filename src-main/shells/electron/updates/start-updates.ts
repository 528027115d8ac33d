import { app, type BrowserWindow, dialog } from 'electron'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineClient } from '../../../engine/contract.ts'
import { isRunUnderWay } from '../window/run-under-way.ts'
import type { ShellLog } from '../shell-log.ts'
import { readChosenChannel, writeChosenChannel } from './chosen-channel.ts'
import { policyPath, readUpdatePolicy } from './update-policy.ts'
import { createUpdates, type Updates } from './updates.ts'

const everyDayMs = 24 * 60 * 60_000

export interface StartUpdatesOptions {
  home: string
  client: EngineClient
  window: () => BrowserWindow | null
  log: ShellLog
}

/** Updates of an installed program that knows where they come from, looked for every day; null for any other, which never looks. */
export function startUpdates({ home, client, window, log }: StartUpdatesOptions): Updates | null {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return null
  const updates = createUpdates({
    policy: readUpdatePolicy(policyPath(process.platform, process.env)),
    chosen: readChosenChannel(home),
    remember: (channel) => writeChosenChannel(home, channel),
    loadUpdater: async () => (await import('./load-updater.ts')).loadUpdater(),
    async askPerson(question) {
      const shown = window()
      return shown === null || shown.isDestroyed() ? null : dialog.showMessageBox(shown, question)
    },
    isBusy: () => isRunUnderWay(client),
    quit: () => app.quit(),
    note: (what) => log.note(what),
  })
  setInterval(() => void updates.check('itself'), everyDayMs).unref()
  return updates
}
