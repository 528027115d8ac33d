import open from 'open'
import { forgetVariables } from '../forget-variables.ts'
import type { Terminal } from './output/terminal.ts'

/** Whether there is a screen that a browser could open on. */
export function hasBrowser(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (environment.CI) return false
  if (platform === 'darwin' || platform === 'win32') return environment.SSH_CONNECTION === undefined
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
}

/** Opens a page in the default browser, which inherits none of Rollcall's variables; where that fails, the printed address is all there is to say. */
export async function openInBrowser(page: string, terminal: Terminal): Promise<void> {
  forgetVariables()
  try {
    const browser = await open(page)
    browser.once('error', () => terminal.note('The browser could not be opened. Open the address above in one.'))
  } catch {
    terminal.note('The browser could not be opened. Open the address above in one.')
  }
}
