import { expect, test } from 'vitest'
import { menuTemplate } from '../../../../src-main/shells/electron/window/app-menu.ts'
import { actions } from '../../../../src-renderer/app/keys/actions.ts'

const itemsOf = (platform: NodeJS.Platform, act: (id: string) => void) =>
  menuTemplate(platform, false, { act, copyDiagnostics: () => undefined, updates: null }).flatMap(({ submenu }) =>
    Array.isArray(submenu) ? submenu : [],
  )

test.each(['win32', 'darwin', 'linux'] as const)(
  'every action of the screens is in the menus of %s, with its key, and does the same',
  (platform) => {
    const done: string[] = []
    const items = itemsOf(platform, (id) => done.push(id))
    for (const { id, title, key } of actions) {
      const item = items.find((one) => one.id === id)
      expect(item?.label).toBe(title)
      if (key?.startsWith('Mod+')) expect(item?.accelerator).toBe(key.replace('Mod', 'CommandOrControl'))
      // Electron gives the item, the window and the event, which none of ours asks for.
      ;(item?.click as (() => void) | undefined)?.()
    }
    expect(done).toEqual(actions.map(({ id }) => id))
  },
)

test('has no tools for developers in a packaged app', () => {
  expect(itemsOf('win32', () => undefined).some(({ role }) => role === 'toggleDevTools')).toBe(false)
})
