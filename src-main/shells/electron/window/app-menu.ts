import type { MenuItemConstructorOptions } from 'electron'
import type { Updates } from '../updates/updates.ts'
import { acceleratorOf, type Action, type ActionId, actions } from '../../../../src-renderer/app/keys/actions.ts'

export interface MenuActions {
  /** Does on the page what the screens' own keys and their palette do. */
  act(id: ActionId): void
  copyDiagnostics(): void
  /** Null where the program does not know where updates come from. */
  updates: Pick<Updates, 'isAllowed' | 'isChannelFree' | 'channel' | 'choose' | 'check'> | null
}

/** The native menu: the screens' own list of actions, and the standard roles, so that every shortcut that people know works. */
export function menuTemplate(
  platform: NodeJS.Platform,
  isDevelopment: boolean,
  { act, copyDiagnostics, updates }: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const toItem = ({ id, title, key }: Action): MenuItemConstructorOptions => {
    const accelerator = key === undefined ? null : acceleratorOf(key)
    return { id, label: title, ...(accelerator !== null && { accelerator }), click: () => act(id) }
  }
  const of = (menu: Action['menu']) => actions.filter((action) => action.menu === menu).map(toItem)
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
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    { label: 'File', submenu: [...of('file'), { type: 'separator' }, { role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    { label: 'Go', submenu: of('go') },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        ...of('help'),
        { type: 'separator' },
        ...(updates === null ? [] : updateItems(updates)),
        { label: 'Copy diagnostics', click: () => copyDiagnostics() },
      ],
    },
  ]
}

function updateItems({
  isAllowed,
  isChannelFree,
  channel,
  choose,
  check,
}: NonNullable<MenuActions['updates']>): MenuItemConstructorOptions[] {
  if (!isAllowed) return [{ label: 'Updates are up to your administrators', enabled: false }]
  return [
    { label: 'Look for updates…', click: () => void check('person') },
    {
      label: 'Offer test versions, too',
      type: 'checkbox',
      checked: channel() === 'beta',
      enabled: isChannelFree,
      click: (item) => choose(item.checked ? 'beta' : 'latest'),
    },
  ]
}
