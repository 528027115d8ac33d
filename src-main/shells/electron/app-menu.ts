import type { MenuItemConstructorOptions } from 'electron'

export interface MenuActions {
  /** Shows one of the app's own pages. */
  show(hash: string): void
  copyDiagnostics(): void
}

/** The native menu: what people look for there, and the standard roles, so that every shortcut they know works. */
export function menuTemplate(platform: NodeJS.Platform, isDevelopment: boolean, actions: MenuActions): MenuItemConstructorOptions[] {
  const page = (label: string, hash: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator !== undefined && { accelerator }),
    click: () => actions.show(hash),
  })
  const isMac = platform === 'darwin'
  const file: MenuItemConstructorOptions[] = [
    page('Imports', '#/', 'CmdOrCtrl+N'),
    ...(isMac ? [] : [{ type: 'separator' } as const, page('Settings', '#/settings', 'CmdOrCtrl+,')]),
    { type: 'separator' },
    { role: isMac ? 'close' : 'quit' },
  ]
  const view: MenuItemConstructorOptions[] = [
    page('Contacts', '#/contacts'),
    page('History', '#/history'),
    page('Consent ledger', '#/ledger'),
    { type: 'separator' },
    { role: 'reload' },
    ...(isDevelopment ? [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions] : []),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    { label: 'File', submenu: file },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'Copy diagnostics', click: () => actions.copyDiagnostics() }] },
  ]
}
