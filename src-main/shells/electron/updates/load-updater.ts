import electronUpdater from 'electron-updater'
import type { Updater } from './updates.ts'

/**
 * electron-updater for this system. It loads nothing unasked, checks each file against the feed's SHA-512 and, on Windows and macOS,
 * its signature, and installs what was loaded when the program ends.
 */
export function loadUpdater(): Updater {
  const { autoUpdater } = electronUpdater
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.disableWebInstaller = true
  // Its own words hold addresses and paths; ours are in the log.
  autoUpdater.logger = null
  // Each fault is thrown as well; an event without a listener would end the program.
  autoUpdater.on('error', () => {})
  return autoUpdater
}
