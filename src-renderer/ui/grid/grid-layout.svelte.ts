import { columnsInSight, columnStarts, leftShowing } from './column-window.ts'

export interface GridColumn {
  title: string
  width: number
}

interface LaidOut {
  /** Columns of our own, which stay in sight. */
  leads: () => readonly GridColumn[]
  columns: () => readonly GridColumn[]
  /** What shows of the grid, in pixels. */
  width: () => number
  left: () => number
}

/** Where a grid's columns stand, in pixels, and which of them are drawn. */
export function createGridLayout({ leads, columns, width, left }: LaidOut) {
  const leadWidth = $derived(leads().reduce((sum, one) => sum + one.width, 0))
  const starts = $derived(columnStarts(columns().map((one) => one.width)))
  const seenWidth = $derived(Math.max(0, width() - leadWidth))
  const seen = $derived(columnsInSight(starts, left(), seenWidth))
  const slots = $derived(Math.ceil(seenWidth / 60) + 3)
  const shown = $derived(Array.from({ length: seen.to - seen.from }, (_, index) => seen.from + index))

  return {
    get leads() {
      return leads()
    },
    get leadWidth() {
      return leadWidth
    },
    get totalWidth() {
      return leadWidth + (starts.at(-1) ?? 0)
    },
    /** The columns that are drawn. */
    get shown() {
      return shown
    },
    /** What a drawn column takes the place of, as the grid is scrolled. */
    slotOf: (column: number) => column % slots,
    titleOf: (column: number) => columns()[column]?.title,
    leftOf: (column: number) => leadWidth + (starts[column] ?? 0),
    widthOf: (column: number) => columns()[column]?.width ?? 0,
    /** Whether a cell is drawn; `at` counts the leads. */
    isDrawn: (at: number) => at < leads().length || (at - leads().length >= seen.from && at - leads().length < seen.to),
    /** Where to scroll to, so that a column is in sight. */
    leftShowing: (column: number, from: number) => leftShowing(starts, column, from, seenWidth),
  }
}
export type GridLayout = ReturnType<typeof createGridLayout>
