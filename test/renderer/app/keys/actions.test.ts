import { describe, expect, it } from 'vitest'
import { acceleratorOf, accountOf, actionOf, actions, keyText, type PressedKey } from '../../../../src-renderer/app/keys/actions.ts'

const pressed = (key: string, code: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const ctrl = { ctrlKey: true }

describe('keys that work everywhere', () => {
  it.each([
    ['k', 'KeyK', 'palette'],
    ['n', 'KeyN', 'newImport'],
    ['o', 'KeyO', 'openFile'],
    ['f', 'KeyF', 'find'],
    [',', 'Comma', 'preferences'],
    ['Enter', 'Enter', 'primary'],
    ['1', 'Digit1', 'imports'],
    ['5', 'Digit5', 'settings'],
  ] as const)('has Ctrl %s', (key, code, id) => {
    expect(actionOf(pressed(key, code, ctrl), false, false)).toBe(id)
    expect(actionOf(pressed(key, code, ctrl), false, true)).toBe(id)
    expect(actionOf(pressed(key, code, { metaKey: true }), true, false)).toBe(id)
    expect(actionOf(pressed(key, code, ctrl), true, false)).toBeNull()
    expect(actionOf(pressed(key, code), false, false)).toBeNull()
    expect(actionOf(pressed(key, code, { ...ctrl, shiftKey: true }), false, false)).toBeNull()
  })

  it('finds the digits where a keyboard has other signs on them', () => {
    expect(actionOf(pressed('é', 'Digit2', ctrl), false, false)).toBe('contacts')
  })

  it('takes a question mark as text where somebody types', () => {
    expect(actionOf(pressed('?', 'Slash', { shiftKey: true }), false, false)).toBe('keys')
    expect(actionOf(pressed('?', 'Slash', { shiftKey: true }), false, true)).toBeNull()
  })

  it('begins an import in a browser too, which keeps Ctrl N for itself', () => {
    expect(actionOf(pressed('n', 'KeyN', { altKey: true }), false, false)).toBe('newImport')
    expect(actionOf(pressed('˜', 'KeyN', { altKey: true }), true, false)).toBe('newImport')
    expect(actionOf(pressed('n', 'KeyN', { altKey: true }), false, true)).toBeNull()
  })

  it('tells which account is asked for', () => {
    const held = { ctrlKey: true, shiftKey: true }
    expect(accountOf(pressed('"', 'Digit2', held), false)).toBe(1)
    expect(accountOf(pressed('2', 'Digit2', ctrl), false)).toBeNull()
    expect(accountOf(pressed('K', 'KeyK', held), false)).toBeNull()
  })

  it('gives no key to two actions', () => {
    const keys = actions.flatMap(({ key, browserKey }) => [key, browserKey].filter((one) => one !== undefined))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('writes keys as the system does', () => {
    expect([keyText('Mod+K', false), keyText('Mod+K', true), keyText('Mod+Enter', true)]).toEqual(['Ctrl K', '⌘K', '⌘↩'])
    expect([acceleratorOf('Mod+Enter'), acceleratorOf('?')]).toEqual(['CommandOrControl+Enter', null])
  })
})
