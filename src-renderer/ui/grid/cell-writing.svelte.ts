import type { GridPosition } from './grid-position.ts'

interface WrittenGrid<Row> {
  row: (index: number) => Row | null
  /** How many columns come before those of the file; nothing can be written there. */
  leads: () => number
  isEditable: () => boolean
  textOf: (row: Row, column: number) => string
  oncommit: (index: number, row: Row, column: number, text: string) => void
}

/** The cell that is open for writing, if any, and what becomes of what is written. Text that is no other changes nothing. */
export function createCellWriting<Row>(grid: WrittenGrid<Row>) {
  let open = $state.raw<{ at: GridPosition; column: number; row: Row; text: string; selects: boolean } | null>(null)

  function commit(index: number, row: Row, column: number, text: string): void {
    if (text !== grid.textOf(row, column)) grid.oncommit(index, row, column, text)
  }

  function end(typed: string | null): void {
    const was = open
    open = null
    if (was && typed !== null) commit(was.at.row, was.row, was.column, typed)
  }

  function textAt(at: GridPosition): string | null {
    const row = grid.row(at.row)
    return row === null || at.column < grid.leads() ? null : grid.textOf(row, at.column - grid.leads())
  }

  return {
    get open() {
      return open
    },
    textAt,
    canWrite: (at: GridPosition): boolean => grid.isEditable() && at.column >= grid.leads(),
    /** Opens a cell with what is typed in place of its text. Answers whether it can be written in. */
    begin(at: GridPosition, typed: string | null): boolean {
      const row = grid.row(at.row)
      const text = textAt(at)
      if (!grid.isEditable() || row === null || text === null) return false
      open = { at, column: at.column - grid.leads(), row, text: typed ?? text, selects: typed === null }
      return true
    },
    /** A key that was pressed before the cell was open. */
    press({ key }: { key: string }): void {
      if (open === null) return
      const text = open.selects ? '' : open.text
      if (key === 'Enter') end(open.text)
      else if (key === 'Backspace') open = { ...open, text: text.slice(0, -1), selects: false }
      else if (key.length === 1) open = { ...open, text: text + key, selects: false }
    },
    /** Closes the cell; null for what was typed gives it up. */
    end,
    /** Writes without opening the cell. */
    put(at: GridPosition, text: string): void {
      const row = grid.row(at.row)
      if (row !== null && grid.isEditable() && at.column >= grid.leads()) commit(at.row, row, at.column - grid.leads(), text)
    },
  }
}
