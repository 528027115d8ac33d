import open from 'open'
import type { Terminal } from './output/terminal.ts'

/** Whether there is a screen that a browser could open on. */
export function hasBrowser(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (environment.CI) return false
  if (platform === 'darwin' || platform === 'win32') return environment.SSH_CONNECTION === undefined
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
}

/**
 * Opens a page in the default browser; where that fails, the printed address is all there is to say. The browser, and whatever
 * it starts later, inherits none of Rollcall's variables, which may hold a password or a token: they are taken out of this
 * process's environment for good.
 */
export async function openInBrowser(page: string, terminal: Terminal): Promise<void> {
  for (const name of Object.keys(process.env)) if (name.toUpperCase().startsWith('ROLLCALL_')) delete process.env[name]
  try {
    const browser = await open(page)
    browser.once('error', () => terminal.note('The browser could not be opened. Open the address above in one.'))
  } catch {
    terminal.note('The browser could not be opened. Open the address above in one.')
  }
}
