import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import type { UpdateChannel, UpdatePolicy } from './update-policy.ts'

/** The part of electron-updater that is used. */
export interface Updater {
  channel: string | null
  allowDowngrade: boolean
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>
  /** Throws where the file is not what the feed says, or not signed by whom it should be. */
  downloadUpdate(): Promise<unknown>
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
}

export interface UpdatesOptions {
  policy: UpdatePolicy
  chosen: UpdateChannel
  remember(channel: UpdateChannel): void
  loadUpdater(): Promise<Updater>
  /** Null where nobody can be asked now. */
  askPerson(question: MessageBoxOptions): Promise<MessageBoxReturnValue | null>
  /** Whether a run is under way, beside which nobody is asked unless they ask themselves. */
  isBusy(): Promise<boolean>
  quit(): void
  note(what: string): void
}

export interface Updates {
  isAllowed: boolean
  channel(): UpdateChannel
  /** Whether the person may choose the channel. */
  isChannelFree: boolean
  choose(channel: UpdateChannel): void
  /** Looks, asks before anything is loaded, and once more before the program is left. Never rejects. */
  check(by: 'itself' | 'person'): Promise<void>
  /** To be called when everything has ended: installs and starts anew where the person wanted that. Answers whether it does. */
  leave(): boolean
}

/** Updates that the person decides about, within what administrators allow. Nothing is asked of the network where they are off. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { policy, askPerson, note } = options
  let chosen = options.chosen
  let isChecking = false
  let installNow: (() => void) | null = null
  const channel = () => policy.channel ?? chosen

  async function look(by: 'itself' | 'person'): Promise<void> {
    const updater = await options.loadUpdater()
    // Naming a channel allows going back to an older version, which is nothing to offer anybody.
    updater.channel = channel()
    updater.allowDowngrade = false
    const found = await updater.checkForUpdates()
    if (!found?.isUpdateAvailable) return by === 'person' ? void (await askPerson(upToDate)) : undefined
    const { version } = found.updateInfo
    note(`update: ${version} is there`)
    if ((await askPerson(offer(version)))?.response !== 0) return
    await updater.downloadUpdate()
    note(`update: ${version} is loaded`)
    if ((await askPerson(ready(version)))?.response !== 0) return
    installNow = () => updater.quitAndInstall(true, true)
    options.quit()
  }

  return {
    isAllowed: policy.isAllowed,
    channel,
    isChannelFree: policy.channel === null,
    choose(next) {
      chosen = next
      options.remember(next)
    },
    async check(by) {
      if (!policy.isAllowed || isChecking) return
      isChecking = true
      try {
        if (by === 'itself' && (await options.isBusy())) return
        await look(by)
      } catch (error) {
        note(`update: failed, ${codeOf(error)}`)
        const isRefused = refusals.has(codeOf(error))
        if (isRefused || by === 'person') await askPerson(isRefused ? refused : failed)
      } finally {
        isChecking = false
      }
    },
    leave() {
      const install = installNow
      installNow = null
      install?.()
      return install !== null
    },
  }
}

/** What is said of a file that is not what its maker published. */
const refusals: ReadonlySet<string> = new Set(['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE', 'ERR_UPDATER_NO_CHECKSUM'])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code'
}

const upToDate: MessageBoxOptions = { type: 'info', message: 'This is the newest version of Rollcall.', buttons: ['OK'] }

const offer = (version: string): MessageBoxOptions => ({
  type: 'question',
  message: `Rollcall ${version} is there.`,
  detail: 'It is loaded while you go on working, and installed when you say so or when Rollcall is closed. Your data stays as it is.',
  buttons: ['Load it', 'Not now'],
  defaultId: 0,
  cancelId: 1,
})

const ready = (version: string): MessageBoxOptions => ({
  type: 'question',
  message: `Rollcall ${version} is ready to be installed.`,
  detail: 'Rollcall is closed for that and started again. An import that is under way is asked about first.',
  buttons: ['Install and start again', 'When Rollcall is closed'],
  defaultId: 0,
  cancelId: 1,
})

const refused: MessageBoxOptions = {
  type: 'warning',
  message: 'The update was not installed: it is not what its maker published.',
  detail: 'Nothing was changed. Tell whoever looks after your computer, and go on with the version that you have.',
  buttons: ['OK'],
}

const failed: MessageBoxOptions = {
  type: 'warning',
  message: 'Rollcall could not look for updates.',
  detail: 'Check the connection to the internet, and try again later. Rollcall works as before.',
  buttons: ['OK'],
}
