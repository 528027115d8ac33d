import { type GridKey, type GridPosition, type GridSize, movedBy } from './grid-position.ts'

export interface PressedKey extends GridKey {
  altKey: boolean
  shiftKey: boolean
}

/** What a key asks of a grid. `stretch`: the rows from the one where the choice began to this one are to be chosen. */
export type KeyMeaning =
  | { kind: 'move'; to: GridPosition }
  | { kind: 'stretch'; to: GridPosition }
  | { kind: 'choose' }
  | { kind: 'open' }
  | { kind: 'clear' }
  | { kind: 'type'; text: string }

/** As in a spreadsheet; null for any other key. `canWrite`: the cell at `at` can be written in. */
export function meaningOf(pressed: PressedKey, at: GridPosition, size: GridSize, canWrite: boolean): KeyMeaning | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = pressed
  if (altKey) return null
  const to = movedBy(pressed, at, size)
  if (to) return { kind: shiftKey && to.row !== at.row ? 'stretch' : 'move', to }
  if (ctrlKey || metaKey) return null
  if (key === ' ') return { kind: 'choose' }
  if (key === 'Enter' || key === 'F2') return { kind: 'open' }
  if (canWrite && key === 'Delete') return { kind: 'clear' }
  return canWrite && key.length === 1 ? { kind: 'type', text: key } : null
}
