/** The most characters of a cell that anything is done with: more than any field of a contact or message has. */
export const maxCellChars = 1024 * 1024

const shownChars = 200

/**
 * Cuts the cells of a row that are longer; whether there was one. What is left is a copy, so that nothing keeps the whole text alive.
 */
export function cutHugeCells(cells: string[]): boolean {
  let isCut = false
  for (const [at, cell] of cells.entries()) {
    if (cell.length <= maxCellChars) continue
    cells[at] = `${Buffer.from(cell.slice(0, shownChars), 'utf16le').toString('utf16le')}…`
    isCut = true
  }
  return isCut
}

/** Whether a cell is what `cutHugeCells` leaves of one. */
export function isCutCell(cell: string): boolean {
  return cell.length === shownChars + 1 && cell.endsWith('…')
}
