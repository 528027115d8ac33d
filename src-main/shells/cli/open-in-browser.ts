import open from 'open'
import type { Terminal } from './output/terminal.ts'

/** Whether there is a screen that a browser could open on. */
export function hasBrowser(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (environment.CI) return false
  if (platform === 'darwin' || platform === 'win32') return environment.SSH_CONNECTION === undefined
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
}

/** Opens the default browser; where that fails, the printed address is all there is to say. */
export async function openInBrowser(url: string, terminal: Terminal): Promise<void> {
  try {
    const browser = await open(url)
    browser.once('error', () => terminal.note('The browser could not be opened. Open the address above in one.'))
  } catch {
    terminal.note('The browser could not be opened. Open the address above in one.')
  }
}
