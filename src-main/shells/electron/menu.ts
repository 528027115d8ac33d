import type { MenuItemConstructorOptions } from 'electron'

/** The native menu: standard roles only, so that every shortcut people know works. */
export function menuTemplate(platform: NodeJS.Platform, isDevelopment: boolean): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
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
    ...(platform === 'darwin' ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ]
}
