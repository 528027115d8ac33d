/** A cell of a grid, by the row's and the column's place in it, from 0. */
export interface GridPosition {
  row: number
  column: number
}

export interface GridSize {
  rows: number
  columns: number
  /** How many rows a page up or down goes. */
  page: number
}

export interface GridKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Where a key leads to, as in a spreadsheet; null for a key that moves nowhere. Never leads out of the grid. */
export function movedBy(
  { key, ctrlKey, metaKey }: GridKey,
  { row, column }: GridPosition,
  { rows, columns, page }: GridSize,
): GridPosition | null {
  const isFar = ctrlKey || metaKey
  const to = (nextRow: number, nextColumn: number): GridPosition => ({ row: clamp(nextRow, rows), column: clamp(nextColumn, columns) })
  switch (key) {
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column)
    case 'ArrowDown':
      return to(isFar ? rows : row + 1, column)
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1)
    case 'ArrowRight':
      return to(row, isFar ? columns : column + 1)
    case 'PageUp':
      return to(row - page, column)
    case 'PageDown':
      return to(row + page, column)
    case 'Home':
      return to(isFar ? 0 : row, 0)
    case 'End':
      return to(isFar ? rows : row, columns)
    default:
      return null
  }
}

/** The next cell to write in, row by row; the same one at the very end. `first`: the first column that can be written in. */
export function nextCell({ row, column }: GridPosition, step: 1 | -1, first: number, { rows, columns }: GridSize): GridPosition {
  const width = Math.max(1, columns - first)
  const at = clamp(row * width + (column - first) + step, rows * width)
  return { row: Math.floor(at / width), column: first + (at % width) }
}

function clamp(value: number, end: number): number {
  return Math.min(Math.max(0, value), Math.max(0, end - 1))
}
