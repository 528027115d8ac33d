import { describe, expect, it } from 'vitest'
import { meaningOf, type PressedKey } from '../../../../src-renderer/ui/grid/grid-keys.ts'

const size = { rows: 100, columns: 6, page: 10 }
const at = { row: 50, column: 3 }

function pressed(key: string, held: Partial<PressedKey> = {}): PressedKey {
  return { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held }
}

describe('what a key asks of a grid', () => {
  it('moves as in a spreadsheet, and chooses rows where Shift is held and the row changes', () => {
    expect(meaningOf(pressed('ArrowDown'), at, size, true)).toEqual({ kind: 'move', to: { row: 51, column: 3 } })
    expect(meaningOf(pressed('ArrowDown', { shiftKey: true }), at, size, true)).toEqual({ kind: 'stretch', to: { row: 51, column: 3 } })
    expect(meaningOf(pressed('End', { ctrlKey: true, shiftKey: true }), at, size, false)).toEqual({
      kind: 'stretch',
      to: { row: 99, column: 5 },
    })
    expect(meaningOf(pressed('ArrowRight', { shiftKey: true }), at, size, true)).toEqual({ kind: 'move', to: { row: 50, column: 4 } })
  })

  it('writes what is typed, and makes blank, only where the cell can be written in', () => {
    expect(meaningOf(pressed('É', { shiftKey: true }), at, size, true)).toEqual({ kind: 'type', text: 'É' })
    expect(meaningOf(pressed('Delete'), at, size, true)).toEqual({ kind: 'clear' })
    expect(meaningOf(pressed('x'), at, size, false)).toBeNull()
    expect(meaningOf(pressed('Delete'), at, size, false)).toBeNull()
  })

  it('opens and chooses everywhere', () => {
    for (const canWrite of [true, false]) {
      expect(meaningOf(pressed('Enter'), at, size, canWrite)).toEqual({ kind: 'open' })
      expect(meaningOf(pressed('F2'), at, size, canWrite)).toEqual({ kind: 'open' })
      expect(meaningOf(pressed(' '), at, size, canWrite)).toEqual({ kind: 'choose' })
    }
  })

  it('leaves what a program or a menu has keys for: Ctrl, Cmd and Alt with a letter, and the keys beyond', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(meaningOf(pressed('c', held), at, size, true)).toBeNull()
    expect(meaningOf(pressed('ArrowLeft', { altKey: true }), at, size, true)).toBeNull()
    for (const key of ['Tab', 'Escape', 'F8', 'Shift', 'Dead']) expect(meaningOf(pressed(key), at, size, true)).toBeNull()
  })
})
