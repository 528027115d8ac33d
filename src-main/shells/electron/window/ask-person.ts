import { type BrowserWindow, dialog } from 'electron'
import type { EngineClient } from '../../../engine/contract.ts'
import { isRunUnderWay } from './run-under-way.ts'

/** Asks before a window closes during a run; answers whether it may. */
export async function askBeforeClosing(client: EngineClient, window: BrowserWindow): Promise<boolean> {
  if (!(await isRunUnderWay(client))) return true
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'An import is under way.',
    detail: 'Closing Rollcall pauses it. Nothing is lost, and it goes on where it was when you resume it.',
    buttons: ['Pause and close', 'Keep importing'],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}

/** After a crash of the engine: says so, and goes on with the import that was under way where the person wants that. */
export async function offerToGoOn(client: EngineClient, window: BrowserWindow): Promise<void> {
  const history = await client.call('history.list', {})
  const run = history.ok ? history.value.runs.find(({ state }) => state === 'interrupted') : undefined
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'A part of Rollcall has stopped and was started again.',
    detail: run
      ? 'Nothing that was recorded is lost. The import that was under way goes on exactly where it was.'
      : 'Nothing that was recorded is lost.',
    buttons: run ? ['Go on with the import', 'Later'] : ['All right'],
    defaultId: 0,
    cancelId: run ? 1 : 0,
  })
  if (run && response === 0) await client.call('runs.resume', { runId: run.id })
}

/** The engine ended again and again, and stays down. */
export function tellOfTheEnd(): void {
  dialog.showErrorBox(
    'Rollcall has stopped working.',
    'Start it again; everything recorded so far is kept, and an unfinished run can be resumed.',
  )
}
