import type { BrowserWindow, NotificationConstructorOptions, PowerSaveBlocker } from 'electron'
import type { EngineClient, EventPayload } from '../../../engine/contract.ts'

type Progress = EventPayload<'run.progress'>

export interface RunCompanionOptions {
  client: EngineClient
  window: () => BrowserWindow | null
  powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  notify(options: NotificationConstructorOptions, onClick: () => void): void
  /** Shows a run's page. */
  showRun(runId: string): void
}

/**
 * What the system shows of a run while the person does something else: progress in the dock or the taskbar, no sleep, and a word
 * at the end when the window is in the background. It names no contact and no file.
 */
export function accompanyRuns({ client, window, powerSaveBlocker, notify, showRun }: RunCompanionOptions): void {
  /** Runs that are under way here, and how far each is. */
  const shares = new Map<string, number>()
  let blocker: number | null = null

  function showProgress(): void {
    const isWorking = shares.size > 0
    if (isWorking && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension')
    if (!isWorking && blocker !== null) {
      powerSaveBlocker.stop(blocker)
      blocker = null
    }
    const shown = window()
    if (shown && !shown.isDestroyed()) shown.setProgressBar(isWorking ? Math.min(...shares.values()) : -1)
  }

  client.on('run.progress', (progress) => {
    const wasWorking = shares.has(progress.runId)
    if (isUnderWay(progress)) shares.set(progress.runId, shareOf(progress))
    else shares.delete(progress.runId)
    showProgress()
    if (!wasWorking || isUnderWay(progress)) return
    const shown = window()
    if (shown === null || shown.isDestroyed() || shown.isFocused()) return
    notify({ title: 'Rollcall', body: lastWords(progress) }, () => {
      shown.show()
      shown.focus()
      showRun(progress.runId)
    })
  })
}

function isUnderWay({ state }: Progress): boolean {
  return state === 'running' || state === 'pausing' || state === 'cancelling'
}

/** From 0 to 1. */
function shareOf({ done, failed, unknown, pending }: Progress): number {
  const ended = done + failed + unknown
  return ended + pending === 0 ? 0 : ended / (ended + pending)
}

export function lastWords({ state, done, failed, unknown }: Progress): string {
  const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
  if (state !== 'finished') return state === 'cancelled' ? 'The import was canceled.' : 'The import waits for you.'
  return failed + unknown === 0
    ? `The import is finished: ${rows(done)} done.`
    : `The import is finished: ${rows(done)} done, ${rows(failed + unknown)} to look at.`
}
